/**
 * Finds the original of a duplicate, following chains while GitHub names the next one. Limit the chain: an
 * original may be closed as a duplicate in turn, and two issues may be duplicates of each other.
 */

import { closingInDoubt } from "../../freeing/doubts.ts";
import { questionState } from "../../messages/question-state.ts";
import type { LinkedIssue } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";

/** How many duplicates in a row are followed. */
export const maxChain = 20;

export type Original =
  /** It is not a duplicate, or a duplicate of something that cannot be waited for. */
  | { readonly type: "none" }
  /** An issue on the way, in a repository that we serve, is still to be read. */
  | { readonly type: "unread" }
  | { readonly type: "known"; readonly record: IssueRecord };

const none: Original = { type: "none" };
const unread: Original = { type: "unread" };

/** The issue that `record` was closed as a duplicate of, if GitHub names it. */
export function namedOriginal({ seen }: IssueRecord): LinkedIssue | undefined {
  return isDuplicate(seen) ? seen.duplicateOf : undefined;
}

/** The last original in the chain. A withdrawn question blocks nothing, so there is nothing to wait for. */
export function originalOf(view: View, record: IssueRecord): Original {
  return originalUnless(view, record, () => false);
}

/** @param isDoubted whether that an issue was closed as a duplicate does not count */
function originalUnless(
  view: View,
  record: IssueRecord,
  isDoubted: (each: IssueRecord) => boolean,
): Original {
  const passed = new Set([record.seen.id]);
  let current = record;
  while (isDuplicate(current.seen) && !isDoubted(current)) {
    const next = namedOriginal(current);
    if (next === undefined || passed.has(next.id) || passed.size > maxChain) return none;
    passed.add(next.id);
    const known = view.records.get(next.id);
    if (known === undefined) return view.repositories.has(next.repositoryId) ? unread : none;
    current = known;
  }
  return current === record || isTakenBack(current) ? none : { type: "known", record: current };
}

/**
 * Like `originalOf`, for what `task` waits for: a task cannot wait for itself, and follows no duplicate that somebody
 * marked who may not.
 */
export function originalFor(view: View, task: IssueRecord, blocker: IssueRecord): Original {
  const original = originalUnless(view, blocker, (each) => closingInDoubt(task, each.seen.id) !== undefined);
  return original.type === "known" && original.record.seen.id === task.seen.id ? none : original;
}

/**
 * Like `originalFor`, for the other end of one of the task's dependencies, as the dependency may know more
 * than the index.
 */
export function originalBehind(view: View, task: IssueRecord, link: LinkedIssue): Original {
  if (!isDuplicate(link)) return none;
  const record = view.records.get(link.id);
  if (record !== undefined && isDuplicate(record.seen)) return originalFor(view, task, record);
  return view.repositories.has(link.repositoryId) ? unread : none;
}

/** The issue that `task` waits for in effect: the original if `blocker` is a duplicate, else `blocker`. */
export function effectiveBlocker(view: View, task: IssueRecord, blocker: IssueRecord): IssueRecord {
  const original = originalFor(view, task, blocker);
  return original.type === "known" ? original.record : blocker;
}

function isDuplicate({ issueState }: Pick<LinkedIssue, "issueState">): boolean {
  return issueState.state === "closed" && issueState.reason === "duplicate";
}

function isTakenBack(record: IssueRecord): boolean {
  return record.reading.kind === "question" && questionState(record) === "withdrawn";
}
