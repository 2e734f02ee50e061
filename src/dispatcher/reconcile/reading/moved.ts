/**
 * Whether an issue differs from what the index knew. Request refreshes of issues in other repositories only
 * if it does: otherwise two repositories would request refreshes of each other without end.
 */
import type { Links } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";

export function hasMoved(before: IssueRecord | undefined, after: IssueRecord | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return before !== after && gistOf(before) !== gistOf(after);
}

/**
 * The fields that a decision about another issue can depend on; times and our own comments are not among
 * them.
 */
function gistOf({ seen, reading }: IssueRecord): string {
  const { issueState, title, bodyHash, nativeType, labels, blockedBy, blocking, comments } = seen;
  const makers = [seen.editor, seen.author, seen.renamed?.by].map((maker) => maker?.id ?? null);
  const state = issueState.state === "open" ? issueState.reopened : issueState.reason;
  return JSON.stringify([
    [issueState.state, state, title, bodyHash, nativeType ?? null, ...makers],
    labels.toSorted(),
    linksOf(blockedBy),
    linksOf(blocking),
    (seen.subIssues ?? []).map(({ id }) => id).toSorted(),
    [seen.duplicateOf?.id ?? null, seen.parent?.id ?? null],
    comments.map(({ id }) => id).toSorted(),
    // Issues that wait for a decision list who has to make it.
    reading.kind === "escalation" ? seen.assignees.map(({ login }) => login).toSorted() : [],
  ]);
}

function linksOf({ complete, unreadable, issues }: Links): readonly unknown[] {
  const ends = issues.map(({ id, issueState }) =>
    issueState.state === "open" ? `${id} open` : `${id} ${issueState.reason}`,
  );
  return [complete, unreadable, ...ends.toSorted()];
}
