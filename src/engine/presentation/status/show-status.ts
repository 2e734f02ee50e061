/**
 * Writes the status comment, at most one per issue, edited in place. The first one notifies people, so it is
 * written only for news (what people need and GitHub's own page does not show) or for state that GitHub
 * cannot tell again: a label and "blocked by" suffice for a blocked task. Once it exists it is kept up to
 * date; its text depends on the current state only, not on how that was reached.
 */

import type { Millis } from "../../../base/clock.ts";
import { statusKey } from "../../fold/seen-record.ts";
import { isWaiting } from "../../locks/requests.ts";
import { fingerprint } from "../../messages/fingerprint.ts";
import type { OwnComment } from "../../model/fact.ts";
import {
  emptyPersistedState,
  isSameState,
  type PersistedState,
  parsePersistedState,
  requiresStatusComment,
} from "../../model/persisted-state.ts";
import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { StatusByKind } from "../../wording/status-parts.ts";
import { lastingState } from "./lasting.ts";
import { statusText } from "./status-text.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const name = "show-status";

export function showStatus(byKind: StatusByKind): ProjectionRule {
  return { name, project: (input) => project(byKind, input) };
}

function project(byKind: StatusByKind, input: RuleInput) {
  const { record, context } = input;
  const shown = statusComment(record.seen.own);
  if (shown !== undefined && isWaitOpen(input)) return nothing;
  const status = statusText(byKind, input);
  if (status === undefined) return nothing;
  const { text, isNews } = status;
  const carriesState = requiresStatusComment(memoryAtStake(input));
  if (shown === undefined && !isNews && !carriesState) return nothing;
  const commentId = shown?.id ?? record.seen.spoiled[0];
  const from = commentId === undefined ? writableFrom(record, carriesState) : 0;
  if (context.now < from)
    return { refreshes: [refreshSelf(record, from - context.now, "Its status comment was deleted twice.")] };
  const rendered = context.render(text);
  const remembered = shown === undefined ? emptyPersistedState : parsePersistedState(shown.persisted);
  const isTrue =
    shown?.text === rendered &&
    remembered !== undefined &&
    isSameState(withoutRan(remembered), withoutRan(record.persisted));
  if (isTrue) return nothing;
  const effect = { type: "ShowStatus", commentId, text: rendered, persisted: record.persisted } as const;
  const key = {
    type: "status",
    fingerprint: fingerprint(JSON.stringify([rendered, record.persisted])),
  } as const;
  const because = whyWritten(shown?.text, rendered);
  return { effects: [{ slot: { type: "status" }, key, effect, reason: { rule: name, because } }] };
}

/** Whether it waits for files, and for whom cannot be said before all issues were read: the comment says it still. */
function isWaitOpen({ record, context }: RuleInput): boolean {
  return context.isAdopting === true && (record.persisted.locks ?? []).some(isWaiting);
}

/** By the comment's first line, which is our own text and gives the issue's state. */
function whyWritten(before: string | undefined, now: string): string {
  const says = `"${leadOf(now)}"`;
  if (before === undefined) return `It should say: ${says}`;
  if (before === now) return "Its text is unchanged, but the persisted state has changed.";
  if (leadOf(before) === leadOf(now)) return `It still says ${says}, but the rest is outdated.`;
  return `It said "${leadOf(before)}" and should now say: ${says}`;
}

const leadLength = 120;

function leadOf(text: string): string {
  const lead = (text.split("\n", 1)[0] ?? "").replace(/[*`]/g, "");
  return lead.length > leadLength ? `${lead.slice(0, leadLength)}…` : lead;
}

/**
 * The earliest time to write it. Deleting it once may have been a mistake, so it is written again. Deleting it twice means
 * that it is not wanted: it then waits for a day, and twice as long after each further deletion. One that carries state is
 * not for its readers alone: without it a rebuild would forget what was decided, so it waits for minutes, and never longer
 * than an hour.
 */
function writableFrom({ seen: { deleted } }: IssueRecord, carriesState: boolean): Millis {
  if (deleted === undefined || deleted.count < 2) return 0;
  const doublings = 2 ** (deleted.count - 2);
  return deleted.lastAt + (carriesState ? Math.min(hourMs, minuteMs * doublings) : dayMs * doublings);
}

/** The state that would be lost without a comment: everything, if the next run starts without an index. */
function memoryAtStake({ view, record, context }: RuleInput): PersistedState {
  return context.keepsIndex ? lastingState(view, record) : record.persisted;
}

/**
 * Our replies and reactions show as well which commands ran, and assignees and labels what is left of a lease, so the status is
 * not edited for that alone.
 */
function withoutRan(persisted: PersistedState): PersistedState {
  const derived = { ran: [], declined: [], mentions: [], restsSince: undefined, silence: undefined };
  return { ...persisted, ...derived, lastLease: undefined, earlierEnds: undefined };
}

/** The earliest that exists; another rule minimises a later duplicate. */
function statusComment(own: readonly OwnComment[]): OwnComment | undefined {
  const statuses = own.filter(({ key }) => key === statusKey);
  return statuses.reduce<OwnComment | undefined>(
    (first, next) => (first === undefined || next.createdAt < first.createdAt ? next : first),
    undefined,
  );
}
