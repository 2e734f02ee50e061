/** Tells the next holder of a task who held it last, and what of their work can be continued. */
import { toMinuteUtc } from "../../base/clock.ts";
import { currentAcceptance, handoverIn } from "../handovers/handovers.ts";
import { excerptIn } from "../handovers/unreadable-handovers.ts";
import { nameOf } from "../leases/holder.ts";
import { questionState } from "../messages/question-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export interface BeforeYou {
  readonly holder: string;
  /** Both in UTC, to the minute. */
  readonly from: string;
  readonly until: string;
  /** Why its lease ended; a sentence. */
  readonly because: string;
  /** Open ones, with those of their branches that were read. */
  readonly pullRequests: readonly { readonly name: string; readonly branch: string }[];
  /** The last handover that leaves something to do; empty if there is none. */
  readonly handover: string;
  /** Questions about the task that are still open. */
  readonly questions: readonly { readonly name: string; readonly title: string }[];
}

/** @param around what names the task and may be shown in its repository, newest first */
export function beforeYou(
  { seen, persisted }: IssueRecord,
  around: readonly IssueRecord[],
  nameFor: (record: IssueRecord) => string,
): BeforeYou | undefined {
  const { lastLease } = persisted;
  if (lastLease === undefined || lastLease.how === "closed" || seen.issueState.state === "closed")
    return undefined;
  const unfinished = around.find(
    (record) => isUnfinished(record) && (currentAcceptance(record) !== undefined || isOpen(record)),
  );
  return {
    holder: nameOf(lastLease.holder),
    from: toMinuteUtc(lastLease.since),
    until: toMinuteUtc(lastLease.endedAt),
    because: lastLease.because,
    pullRequests: (seen.linkedPulls ?? []).map(({ number, branch = "" }) => ({ name: `#${number}`, branch })),
    handover: unfinished === undefined ? "" : nameFor(unfinished),
    questions: around
      .filter((record) => record.reading.kind === "question" && questionState(record) === "open")
      .map((record) => ({ name: nameFor(record), title: record.seen.title })),
  };
}

function isUnfinished(record: IssueRecord): boolean {
  const handover = handoverIn(record) ?? excerptIn(record);
  return handover !== undefined && handover.status !== "complete";
}

function isOpen({ seen }: IssueRecord): boolean {
  return seen.issueState.state === "open";
}
