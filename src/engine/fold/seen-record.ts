/**
 * Merges a fresh read of an issue into its record. Do not replace the record: what GitHub cannot tell again,
 * and what it does not show yet, is carried over.
 */
import type { Millis } from "../../base/clock.ts";
import type { CommentSeen, IssueSeen, NodeId } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import { emptyPersistedState, type PersistedState, parsePersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { visibilityMs } from "../model/visibility.ts";
import { withJustAssigned } from "./apply-assignment.ts";
import { withGoneBallots } from "./ballots-known.ts";
import { mergeComments, withJustWritten, withKnown, withMissing } from "./comments-known.ts";
import { withHeldBefore } from "./held-before.ts";
import { withKnownText } from "./original-text.ts";
import { readIssueMessage } from "./read-issue-message.ts";
import { recentRemarks } from "./remarks.ts";
import { withUntoldRemovals } from "./untold-removals.ts";

export { visibilityMs };

/** The marker key of our status comment. */
export const statusKey = formatCommentKey({ type: "status" });

/** `early`: comments whose delivery came before the first read. */
export function seenRecord(
  before: IssueRecord | undefined,
  fresh: IssueSeen,
  { readAt, early }: { readonly readAt: Millis; readonly early: readonly CommentSeen[] },
): IssueRecord {
  const issue = withUntoldRemovals(before, withKnownText(before, fresh));
  const kept = before?.persisted ?? rememberedIn(issue);
  const counted = withGoneBallots(kept, issue, readAt - visibilityMs);
  const heard = mergeComments(before?.seen.comments ?? [], early, issue.comments);
  const counting = heard.filter(({ createdAt }) => createdAt > (counted.heardUntil ?? -Infinity));
  const comments = withMissing(counting, issue.shown, readAt - visibilityMs);
  const own = withJustWritten(issue.own, before?.seen.own ?? [], readAt - visibilityMs);
  const foreign = withKnown(issue.foreign, before?.seen.foreign);
  const reading = readIssueMessage(issue, counted.kind, before?.reading);
  const isNewTask = before === undefined && reading.kind === "task";
  const persisted = isNewTask ? withHeldBefore(counted, issue) : counted;
  const { remarks: _, activity: __, shown: ___, ...rest } = issue;
  const heardAt = holderHeardAt(before, issue);
  const commentsUntil = laterOf(before?.commentsUntil, issue.shown?.until);
  const remarks = reading.kind === "escalation" ? recentRemarks(before?.seen.remarks, issue, readAt) : [];
  return {
    seen: {
      ...rest,
      comments,
      own,
      ...withJustAssigned(issue, before?.seen, readAt - visibilityMs),
      ...(foreign === undefined ? {} : { foreign }),
      ...cutsOf(before, issue),
      ...(remarks.length === 0 ? {} : { remarks }),
    },
    reading,
    persisted,
    readAt,
    edgeMadeAt: before?.edgeMadeAt ?? {},
    reactedTo: reactedIn(comments, before?.reactedTo ?? [], issue.comments),
    ...(before?.evidence === undefined ? {} : { evidence: before.evidence }),
    ...(before?.assignedFor === undefined ? {} : { assignedFor: before.assignedFor }),
    ...(before?.reassignedFor === undefined ? {} : { reassignedFor: before.reassignedFor }),
    ...(before?.pulls === undefined ? {} : { pulls: before.pulls }),
    ...(heardAt === undefined ? {} : { heardAt }),
    ...(commentsUntil === undefined ? {} : { commentsUntil }),
  };
}

/** Only a first read asks for them, and an issue may be read again before its first decision has persisted them. */
function cutsOf(before: IssueRecord | undefined, issue: IssueSeen): Pick<IssueSeen, "cuts"> {
  if (issue.cuts !== undefined || before?.seen.bodyHash !== issue.bodyHash) return {};
  const cuts = before.seen.cuts?.filter((id) => !before.persisted.edges.includes(id)) ?? [];
  return cuts.length === 0 ? {} : { cuts };
}

/** Activity is kept as a single time, as later reads return only the newest comments. */
function holderHeardAt(before: IssueRecord | undefined, { activity = [] }: IssueSeen): Millis | undefined {
  const holder = before?.persisted.lease?.holder;
  if (holder === undefined) return before?.heardAt;
  const times = activity.flatMap(({ by, at }) => (by === undefined || by === holder.account ? at : []));
  const heardAt = Math.max(before?.heardAt ?? 0, ...times);
  return heardAt === 0 ? undefined : heardAt;
}

function laterOf(a: Millis | undefined, b: Millis | undefined): Millis | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Those already known and those that GitHub shows, for comments that still exist: that bounds the list. */
function reactedIn(
  comments: readonly CommentSeen[],
  known: readonly NodeId[],
  read: readonly CommentSeen[],
): readonly NodeId[] {
  const turnedDown = read.filter(({ isTurnedDown }) => isTurnedDown === true).map(({ id }) => id);
  const reacted = new Set([...known, ...turnedDown]);
  return comments.flatMap(({ id }) => (reacted.has(id) ? id : []));
}

/** The persisted state in our newest valid status comment. */
function rememberedIn(seen: IssueSeen): PersistedState {
  const statuses = seen.own.filter((comment) => comment.key === statusKey);
  for (const comment of statuses) {
    const persisted = parsePersistedState(comment.persisted);
    if (persisted !== undefined) return persisted;
  }
  return emptyPersistedState;
}
