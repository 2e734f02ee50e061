/**
 * Notes dependencies that are gone since the read before, where GitHub lists so many newer removals that none of them tells
 * who removed those.
 */
import type { EdgeRemoval, IssueSeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { visibilityMs } from "../model/visibility.ts";

/** The fact with a removal by nobody known for each of them, at the latest time that is possible. */
export function withUntoldRemovals(before: IssueRecord | undefined, issue: IssueSeen): IssueSeen {
  const { removals, blockedBy } = issue;
  const at = removals?.hidesBefore;
  if (before === undefined || removals === undefined || at === undefined || !blockedBy.complete) return issue;
  const since = before.readAt - visibilityMs;
  if (at < since) return issue;
  const told = new Set([...blockedBy.issues.map(({ id }) => id), ...removals.list.map(({ other }) => other)]);
  const links = before.seen.blockedBy.issues.filter(({ id }) => !told.has(id));
  const list = [...removals.list, ...links.map((link): EdgeRemoval => ({ other: link.id, at, link }))];
  const { unseen = [] } = removals;
  const toldUnseen = unseen.filter((removal) => removal.at >= since).length;
  const isOneUntold = before.seen.blockedBy.unreadable > blockedBy.unreadable + toldUnseen;
  const hidden = isOneUntold ? [...unseen, { at }] : unseen;
  return { ...issue, removals: { ...removals, list, ...(hidden.length === 0 ? {} : { unseen: hidden }) } };
}
