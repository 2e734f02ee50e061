/**
 * Whether an issue stands differently than the index knew. Issues elsewhere are only told to look when it does: two
 * repositories that asked each other to look after every look would never end.
 */
import type { Links } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

export function hasMoved(before: IssueRecord | undefined, after: IssueRecord | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return before !== after && gistOf(before) !== gistOf(after);
}

/** All that a decision about another issue could hang on; times and our own comments are not. */
function gistOf({ seen, reading }: IssueRecord): string {
  const { standing, title, bodyHash, nativeType, labels, editor, author, blockedBy, blocking, comments } =
    seen;
  const state = standing.state === "open" ? standing.reopened : standing.reason;
  return JSON.stringify([
    [standing.state, state, title, bodyHash, nativeType ?? null, editor?.id ?? null, author?.id ?? null],
    labels.toSorted(),
    linksOf(blockedBy),
    linksOf(blocking),
    (seen.subIssues ?? []).map(({ id }) => id).toSorted(),
    seen.duplicateOf?.id ?? null,
    comments.map(({ id }) => id).toSorted(),
    // What waits for a decision shows who was asked for it.
    reading.kind === "escalation" ? seen.assignees.map(({ login }) => login).toSorted() : [],
  ]);
}

function linksOf({ complete, unreadable, issues }: Links): readonly unknown[] {
  const ends = issues.map(({ id, standing }) =>
    standing.state === "open" ? `${id} open` : `${id} ${standing.reason}`,
  );
  return [complete, unreadable, ...ends.toSorted()];
}
