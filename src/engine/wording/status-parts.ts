/**
 * Builds what the statuses of all kinds have in common: what to fix, what GitHub refused, how other issues
 * are named.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import { repairBody } from "../../protocol/sections/mend.ts";
import type { BodyFixes, MutedLine, StatusEnding } from "../../protocol/text/lines.ts";
import type { Text } from "../../protocol/text.ts";

import { exchangesIn } from "../admission/bot-exchanges.ts";
import { formatOutcomeKey } from "../model/keys/outcome-key.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord, Refusal } from "../model/snapshot.ts";
import { namesPage, pageLine } from "./page-line.ts";
import { problemsOf } from "./problems.ts";

/** What a status comment says. */
export interface StatusText {
  readonly text: Text;
  /** Whether it says what people need and GitHub's own page does not show: a first comment notifies. */
  readonly isNews: boolean;
}

/** The status of a message of each kind, once it is admitted. */
export type StatusByKind = Readonly<Partial<Record<KindName, (input: RuleInput) => StatusText>>>;

export function statusEnding(input: RuleInput): StatusEnding {
  const { record } = input;
  const isOpen = record.seen.issueState.state === "open";
  return {
    fixes: fixes(input),
    refused: refusals(input),
    muted: mutedBots(input),
    page: isOpen && namesPage(record) ? pageLine(input) : undefined,
  };
}

/** Bots whose commands are currently ignored. */
export function mutedBots({ record, context }: RuleInput): readonly MutedLine[] {
  return exchangesIn(record.seen, context)
    .mutes.filter(({ until }) => until > context.now)
    .map(({ author, until }) => ({ login: author.login, until: toIsoSeconds(until) }));
}

/**
 * Whether its author has something to fix, or GitHub refused something. Do not notify a bot that answers
 * every comment.
 */
export function isTroubled({ fixes, refused, page }: StatusEnding): boolean {
  return fixes.problems.length > 0 || refused.length > 0 || page !== undefined;
}

/** A longer body to paste would not fit into the status comment. */
const maxMended = 40_000;

function fixes(input: RuleInput): BodyFixes {
  const { reading, seen } = input.record;
  const problems = problemsOf(input);
  if (problems.length === 0 || seen.body.length > maxMended) return { problems, repairedBody: undefined };
  const { title, body, labels, nativeType } = seen;
  const message = nativeType === undefined ? { title, body, labels } : { title, body, labels, nativeType };
  const repairedBody = repairBody(message, reading, problems);
  return { problems, repairedBody: sameText(repairedBody, body) ? undefined : repairedBody };
}

/** Whether pasting one over the other would change nothing. */
function sameText(a: string, b: string): boolean {
  return a.trimEnd() === b.replace(/\r\n?/g, "\n").trimEnd();
}

/**
 * Each once. Leaves out a refusal of the status comment itself: mentioning it would change the text, which
 * would be written, and refused, again; and of a dependency that is there: GitHub may refuse to add it again.
 */
function refusals({ view, record }: RuleInput): readonly string[] {
  const { id } = record.seen;
  const others = (view.refusals.get(id) ?? []).filter(
    (refusal) => refusal.slot.type !== "status" && !isAddedAnyway(record, refusal),
  );
  return [...new Set(others.map(({ message }) => message))];
}

/** Whether it is about adding a dependency that GitHub shows. */
function isAddedAnyway({ seen }: IssueRecord, { slot, key }: Refusal): boolean {
  if (slot.type !== "dependency") return false;
  const isShown = [...seen.blockedBy.issues, ...seen.blocking.issues].some(({ id }) => id === slot.id);
  const adding = { type: "dependency", slot, change: "added" } as const;
  const asked = [adding, ...seen.comments.map(({ id }) => ({ ...adding, commandId: id }))];
  return isShown && asked.some((each) => formatOutcomeKey(seen.id, each) === key);
}
