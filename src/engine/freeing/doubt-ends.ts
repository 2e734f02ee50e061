/**
 * Notes which ends of a task's blockers do not count: GitHub lets an account with the role *triage* close an issue, mark it as a
 * duplicate and remove a dependency
 * (https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories/managing-repository-roles/repository-roles-for-an-organization).
 * Only an account that may write, or we, free a task so. Runs before whatever asks for the task's state.
 */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isPerson, rulingOn } from "../admission/authority.ts";
import { isSameLogin, voiceOfEditor } from "../admission/speaking/voice.ts";
import { trustOf } from "../admission/trust.ts";
import { blocksTasks } from "../messages/outcome.ts";
import type { Actor, RepositoryId } from "../model/fact.ts";
import { type Doubt, isSameState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, retryRead, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isLetStand } from "./doubts.ts";
import { type BlockerEnd, endsOf, isDuplicate, isPastListing } from "./ends.ts";

export const doubtEnds: StateRule = { name: "doubt-ends", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task") return nothing;
  const all = endsOf(view, record).flatMap((end) => doubtOf(input, end) ?? []);
  const doubts = onePerBlocker([...keptDoubts(record), ...all]);
  const { doubts: _, ...rest } = record.persisted;
  const persisted = doubts.length === 0 ? rest : { ...rest, doubts };
  const refreshes = doubts.some(({ isUnknown }) => isUnknown === true)
    ? [retryRead(record, "The role of who ended a blocker could not be read.")]
    : [];
  return isSameState(persisted, record.persisted) ? { refreshes } : { persisted, refreshes };
}

/**
 * A removal that is in doubt is not forgotten because others push it out of what GitHub lists. Of one whose account was
 * still to be looked up, nobody can say it any more.
 */
function keptDoubts(record: IssueRecord): readonly Doubt[] {
  const { doubts = [], heldBy } = record.persisted;
  return doubts
    .filter((doubt) => doubt.how === "removed" && heldBy.includes(doubt.of) && isPastListing(record, doubt))
    .map(({ of, how, at, ...who }) => ({
      of,
      how,
      at,
      ...(who.isUnknown === true ? { because: untold } : who),
    }));
}

/**
 * The first removal in doubt stands for all removals of issues that GitHub does not show: somebody who adds and removes another
 * one causes no further escalation.
 */
function onePerBlocker(doubts: readonly Doubt[]): Doubt[] {
  const first = new Map<string, Doubt>();
  for (const doubt of doubts.toSorted((a, b) => a.at - b.at)) {
    const key = `${doubt.how} ${doubt.of}`;
    if (!first.has(key)) first.set(key, doubt);
  }
  return [...first.values()];
}

function doubtOf(input: RuleInput, end: BlockerEnd): Doubt | undefined {
  const { persisted } = input.record;
  if (end.how === "removed" && isLetStand(persisted, end.of, end.at)) return undefined;
  const judged = judgeEnd(input, end);
  if (judged.trust === "trusted") return undefined;
  const { of, how, at, by } = end;
  const doubt = { of, how, at, ...(by === undefined || by.id === "" ? {} : { by: by.login }) };
  return judged.trust === "unknown" ? { ...doubt, isUnknown: true } : { ...doubt, because: judged.because };
}

/** Whether an end counts; if not, why, as a sentence shown to people. */
type EndJudged =
  | { readonly trust: "trusted" }
  | { readonly trust: "unknown" }
  | { readonly trust: "untrusted"; readonly because: string };

const trusted: EndJudged = { trust: "trusted" };

function judgeEnd(input: RuleInput, { by, record, repositoryId, isUnread }: BlockerEnd): EndJudged {
  const { context } = input;
  if (isUnread === true) return { trust: "unknown" };
  if (isSameAccount(by?.id, context.botId)) return trusted;
  // Whatever account closed it: automation does, and a merge queue. The end of a duplicate is no merge.
  if (record?.seen.isClosedByMerge === true && !isDuplicate(record)) return trusted;
  if (by === undefined || by.id === "") return { trust: "untrusted", because: untold };
  const isPut = record !== undefined && blocksTasks(record) && isDuplicate(record);
  return isPut ? judgeMarking(input, by, record) : judgeAccess(input, by, repositoryId);
}

const untold = "GitHub does not say who did it, or the account is gone.";

function judgeAccess({ view, context }: RuleInput, by: Actor, repositoryId: RepositoryId): EndJudged {
  const trust = trustOf(view, repositoryId, by, context);
  return trust === "untrusted" ? { trust, because: `${by.login} has no write access there.` } : { trust };
}

/** Who asked may take it back. Of all others, that it asks what was decided elsewhere is for those who could decide it. */
function judgeMarking(input: RuleInput, by: Actor, record: IssueRecord): EndJudged {
  const { view, context } = input;
  const { author, repositoryId } = record.seen;
  if (author !== undefined && isSameLogin(author, by)) return trusted;
  const voice = voiceOfEditor(by, context);
  if (!isPerson(voice, context))
    return { trust: "untrusted", because: `${by.login} is an agent, and did not ask it.` };
  if (record.reading.kind !== "question") return judgeAccess(input, by, repositoryId);
  const ruling = rulingOn(view, record, voice, context);
  if (ruling.allowed === "unknown") return { trust: "unknown" };
  return ruling.allowed ? trusted : { trust: "untrusted", because: ruling.because };
}
