/**
 * Finds how the blockers that hold a task have ended at GitHub, and who ended them. Only what would free the task is an
 * end: a question that is closed without an answer blocks on, by any account.
 */
import type { Millis } from "../../base/clock.ts";
import { blocksTasks } from "../messages/outcome.ts";
import type { Actor, EdgeRemovals, IssueState, LinkedIssue, NodeId, RepositoryId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { unseenBlocker } from "./unseen-blocker.ts";

/** How many duplicates in a row are followed. */
const maxChain = 20;

export interface BlockerEnd {
  /** The blocker, or `unseenBlocker`. */
  readonly of: NodeId;
  readonly how: "closed" | "removed";
  readonly at: Millis;
  /** Where the role of `by` counts. */
  readonly repositoryId: RepositoryId;
  /** Undefined for a deleted account, and where it is not known. */
  readonly by: Actor | undefined;
  /** The blocker, if it was read. */
  readonly record: IssueRecord | undefined;
  /** Set if it is still to be read who made it. */
  readonly isUnread?: true;
}

export function endsOf(view: View, task: IssueRecord): readonly BlockerEnd[] {
  if (task.reading.kind !== "task" || task.seen.issueState.state === "closed") return [];
  const closings = new Map(task.persisted.heldBy.flatMap((id) => closingsFrom(view, task, id)));
  return [...closings.values(), ...removalsOn(task)];
}

/** Dependencies that held the task and were removed, or may have been: a read after a lost index asks for those of its text. */
function removalsOn(task: IssueRecord): readonly BlockerEnd[] {
  const { removals, cuts = [], repositoryId } = task.seen;
  if (removals === undefined) return [];
  const held = [...task.persisted.heldBy, ...cuts];
  const known = removals.list.filter(({ other, isOurs }) => held.includes(other) && isOurs !== true);
  const unseen = held.includes(unseenBlocker) ? (removals.unseen ?? []) : [];
  const removed = { how: "removed", repositoryId, record: undefined } as const;
  return [
    ...known.map(({ other: of, at, by }): BlockerEnd => ({ ...removed, of, at, by })),
    ...unseen.map(({ at, by }): BlockerEnd => ({ ...removed, of: unseenBlocker, at, by })),
    ...untoldRemovals(task, removals).map((end): BlockerEnd => ({ ...removed, ...end, by: undefined })),
  ];
}

/** What held the task by a dependency that is gone, while GitHub lists no more of who removed which, and when. */
function untoldRemovals(
  { seen, persisted }: IssueRecord,
  { list, unseen = [], hidesBefore: at }: EdgeRemovals,
): readonly Pick<BlockerEnd, "of" | "at">[] {
  if (at === undefined) return [];
  const { issues, unreadable } = seen.blockedBy;
  const shown = new Set([...issues.map(({ id }) => id), ...list.map(({ other }) => other)]);
  const isUntold = (of: NodeId): boolean =>
    of === unseenBlocker
      ? unreadable === 0 && unseen.length === 0
      : persisted.edges.includes(of) && !shown.has(of);
  return persisted.heldBy.filter(isUntold).map((of) => ({ of, at }));
}

/** Whether GitHub may list the removal no more: then nothing but what is kept tells of it. */
export function isPastListing({ seen }: IssueRecord, { of, at }: Pick<BlockerEnd, "of" | "at">): boolean {
  const { list = [], hidesBefore = -Infinity } = seen.removals ?? {};
  return at <= hidesBefore && !list.some(({ other }) => other === of);
}

/** That of the blocker, and of each duplicate on the way to the issue that the task waits for in its place. */
function closingsFrom(
  view: View,
  task: IssueRecord,
  from: NodeId,
): readonly (readonly [NodeId, BlockerEnd])[] {
  const found = new Map<NodeId, BlockerEnd>();
  for (let id: NodeId | undefined = from; id !== undefined && found.size < maxChain; ) {
    const record = view.records.get(id);
    const link = task.seen.blockedBy.issues.find((each) => each.id === id);
    const isRead = record !== undefined && record.seen.issueState.state === "closed";
    const end = isRead ? closingOf(record) : unreadClosing(view, link);
    if (end === undefined || found.has(id)) break;
    found.set(id, end);
    id = record !== undefined && isDuplicate(record) ? record.seen.duplicateOf?.id : undefined;
  }
  return [...found];
}

/**
 * In a repository that is not ours, GitHub's word is all there is. While an issue is still to be read, it is not known
 * who closed it.
 */
function unreadClosing(view: View, link: LinkedIssue | undefined): BlockerEnd | undefined {
  if (link === undefined || !view.repositories.has(link.repositoryId)) return undefined;
  const record = view.records.get(link.id);
  if (!isFreedBy(link.issueState, record)) return undefined;
  const { id: of, repositoryId, closedAt: at = 0 } = link;
  return { of, how: "closed", at, repositoryId, by: undefined, record, isUnread: true };
}

function closingOf(record: IssueRecord): BlockerEnd | undefined {
  const { id: of, repositoryId, closedAt, closedBy: by, issueState } = record.seen;
  if (!isFreedBy(issueState, record)) return undefined;
  const end = { of, how: "closed", repositoryId, by, record } as const;
  // GitHub has not said yet when and by whom.
  return closedAt === undefined ? { ...end, at: 0, isUnread: true } : { ...end, at: closedAt };
}

/** A question, vote or contract that was closed by hand as completed blocks on without an outcome, and not with one. */
function isFreedBy(issueState: IssueState, record: IssueRecord | undefined): boolean {
  if (issueState.state === "open") return false;
  if (issueState.reason === "duplicate") return true;
  return issueState.reason === "completed" && (record === undefined || !blocksTasks(record));
}

export function isDuplicate({ seen: { issueState } }: Pick<IssueRecord, "seen">): boolean {
  return issueState.state === "closed" && issueState.reason === "duplicate";
}
