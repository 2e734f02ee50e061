/**
 * What counts in a duplicate's place: its original, and that one's own original, as far as GitHub names them. A newcomer
 * would follow one step, or follow for ever: originals are closed as duplicates in their turn, also of one another.
 */

import { questionStanding } from "../messages/question-standing.ts";
import type { LinkedIssue } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** How many duplicates in a row are followed. */
export const longestChain = 20;

export type Original =
  /** It is no duplicate, or of nothing that could be waited for. */
  | { readonly is: "none" }
  /** An issue of ours on the way there is still to be read. */
  | { readonly is: "unread" }
  | { readonly is: "known"; readonly record: IssueRecord };

const none: Original = { is: "none" };
const unread: Original = { is: "unread" };

/** The issue that GitHub names as the one which `record` was closed as a duplicate of. */
export function namedOriginal({ seen }: IssueRecord): LinkedIssue | undefined {
  return isDuplicate(seen) ? seen.duplicateOf : undefined;
}

/** The last original in the row. A withdrawn question holds nobody, so that nothing is left to wait for there. */
export function originalOf(view: View, record: IssueRecord): Original {
  const passed = new Set([record.seen.id]);
  let current = record;
  while (isDuplicate(current.seen)) {
    const next = namedOriginal(current);
    if (next === undefined || passed.has(next.id) || passed.size > longestChain) return none;
    passed.add(next.id);
    const known = view.records.get(next.id);
    if (known === undefined) return view.repositories.has(next.repositoryId) ? unread : none;
    current = known;
  }
  return current === record || isTakenBack(current) ? none : { is: "known", record: current };
}

/** The same for what `task` waits for: it cannot wait for itself. */
export function originalFor(view: View, task: IssueRecord, blocker: IssueRecord): Original {
  const original = originalOf(view, blocker);
  return original.is === "known" && original.record.seen.id === task.seen.id ? none : original;
}

/** The same at the end of an edge of `task`, of whose issue the index may know less than the edge says. */
export function originalBehind(view: View, task: IssueRecord, link: LinkedIssue): Original {
  if (!isDuplicate(link)) return none;
  const record = view.records.get(link.id);
  if (record !== undefined && isDuplicate(record.seen)) return originalFor(view, task, record);
  return view.repositories.has(link.repositoryId) ? unread : none;
}

/** What counts for `task`: the original, or the issue itself. */
export function counting(view: View, task: IssueRecord, blocker: IssueRecord): IssueRecord {
  const original = originalFor(view, task, blocker);
  return original.is === "known" ? original.record : blocker;
}

function isDuplicate({ standing }: Pick<LinkedIssue, "standing">): boolean {
  return standing.state === "closed" && standing.reason === "duplicate";
}

function isTakenBack(record: IssueRecord): boolean {
  return record.reading.kind === "question" && questionStanding(record) === "withdrawn";
}
