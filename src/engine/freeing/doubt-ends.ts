/**
 * Notes which ends of a task's blockers do not count: GitHub lets an account with the role *triage* close an issue, mark it as a
 * duplicate and remove a dependency
 * (https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories/managing-repository-roles/repository-roles-for-an-organization).
 * Only an account that may write, or we, free a task so. Runs before whatever asks for the task's state.
 */
import { isPerson, rulingOn } from "../admission/authority.ts";
import { isSameLogin, voiceOfEditor } from "../admission/speaking/voice.ts";
import { type Trust, trustOf } from "../admission/trust.ts";
import { blocksTasks } from "../messages/outcome.ts";
import { type Doubt, isSameState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, retryRead, type StateRule } from "../model/rule.ts";
import { isLetStand } from "./doubts.ts";
import { type BlockerEnd, endsOf, isDuplicate } from "./ends.ts";

export const doubtEnds: StateRule = { name: "doubt-ends", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task") return nothing;
  const all = endsOf(view, record).flatMap((end) => doubtOf(input, end) ?? []);
  // Of several issues that GitHub does not show, one line says all that is known.
  const doubts = [...new Map(all.map((doubt) => [`${doubt.how} ${doubt.of}`, doubt])).values()];
  const { doubts: _, ...rest } = record.persisted;
  const persisted = doubts.length === 0 ? rest : { ...rest, doubts };
  const refreshes = doubts.some(({ isUnknown }) => isUnknown === true)
    ? [retryRead(record, "The role of who ended a blocker could not be read.")]
    : [];
  return isSameState(persisted, record.persisted) ? { refreshes } : { persisted, refreshes };
}

function doubtOf(input: RuleInput, end: BlockerEnd): Doubt | undefined {
  const { persisted } = input.record;
  if (end.how === "removed" && isLetStand(persisted, end.of, end.at)) return undefined;
  const trust = trustInEnd(input, end);
  if (trust === "trusted") return undefined;
  const { of, how, at, by } = end;
  const doubt = { of, how, at, ...(by === undefined || by.id === "" ? {} : { by: by.login }) };
  return trust === "unknown" ? { ...doubt, isUnknown: true } : doubt;
}

function trustInEnd({ view, context }: RuleInput, { by, record, repositoryId, isUnread }: BlockerEnd): Trust {
  if (isUnread === true) return "unknown";
  if (by?.id === context.botId) return "trusted";
  // Whatever account closed it: automation does, and a merge queue. The end of a duplicate is no merge.
  if (record?.seen.isClosedByMerge === true && !isDuplicate(record)) return "trusted";
  if (by === undefined) return "untrusted";
  const isPut = record !== undefined && blocksTasks(record) && isDuplicate(record);
  if (!isPut) return trustOf(view, repositoryId, by, context);
  // Who asked may take it back. Of all others, that it asks what was decided elsewhere is for those who could decide it.
  if (record.seen.author !== undefined && isSameLogin(record.seen.author, by)) return "trusted";
  const voice = voiceOfEditor(by, context);
  if (!isPerson(voice, context)) return "untrusted";
  if (record.reading.kind !== "question") return trustOf(view, repositoryId, by, context);
  const { allowed } = rulingOn(view, record, voice, context);
  return allowed === "unknown" ? "unknown" : allowed ? "trusted" : "untrusted";
}
