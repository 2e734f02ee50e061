/**
 * A dependency shows the state of its other end, too, and GitHub reports a change only of the end that changed. What the
 * far end shows is updated from what is known, without a read. Never the blockers of an open task: only its own read shows
 * that it waits for nothing more.
 */
import type { IssueSeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isSameState } from "./same-state.ts";

type Known = Pick<IssueSeen, "id" | "issueState" | "closedAt">;

/** The blocker, with an issue that waits for it as that is known. The same record if it shows that already. */
export function withWaiting(blocker: IssueRecord, waiting: Known): IssueRecord {
  return withEnd(blocker, "blocking", waiting);
}

/** The same for a closed issue and one that it waited for. */
export function withBlockerOfClosed(record: IssueRecord, blocker: Known): IssueRecord {
  return record.seen.issueState.state === "open" ? record : withEnd(record, "blockedBy", blocker);
}

function withEnd(record: IssueRecord, side: "blockedBy" | "blocking", end: Known): IssueRecord {
  const { id, issueState, closedAt } = end;
  const links = record.seen[side];
  const isShown = links.issues.every((link) => link.id !== id || isSameState(link.issueState, issueState));
  if (isShown) return record;
  const issues = links.issues.map((link) => (link.id === id ? { ...link, issueState, closedAt } : link));
  return { ...record, seen: { ...record.seen, [side]: { ...links, issues } } };
}
