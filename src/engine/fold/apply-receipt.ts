/**
 * Applies a write that GitHub confirmed to the record immediately: the next decision must not see the earlier
 * state, however late GitHub's own reads and deliveries are.
 */

import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { Evidence, OwnCheck } from "../../handover/evidence.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Effect } from "../model/effect.ts";
import type { Actor, IssueSeen, IssueState, LinkedIssue, Links, NodeId, OwnComment } from "../model/fact.ts";
import { repliedTo } from "../model/keys/comment-key.ts";
import { withOpened } from "../model/opened.ts";
import type { OpenedIssue } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { type AssignedSeen, applyAssignment } from "./apply-assignment.ts";
import { type Family, withoutParent, withoutPart, withPart } from "./apply-sub-issue.ts";
import { withRestoredText } from "./original-text.ts";
import { statusKey } from "./seen-record.ts";

/** What a write's response reported. */
export interface WriteReceipt {
  readonly updatedAt: Millis | undefined;
  readonly labels: readonly string[] | undefined;
  readonly issueState: IssueState | undefined;
  /** GitHub's own time. Unblockings are identified by it, so an estimate would yield another id. */
  readonly closedAt: Millis | undefined;
  /** Who closed it, if GitHub says. */
  readonly closedBy?: Actor | undefined;
  readonly commentId: NodeId | undefined;
  /** Both ends of a new dependency, if the host shows them. */
  readonly edge?: Edge | undefined;
  /** Both ends of a new relation of parent and sub-issue. */
  readonly family?: Family | undefined;
  /** Who is assigned after an assignment, if GitHub says. */
  readonly assigned?: AssignedSeen | undefined;
  /** The issue that was opened. */
  readonly opened?: Pick<OpenedIssue, "id" | "number"> | undefined;
}

interface Edge {
  readonly blocked: LinkedIssue;
  readonly blocker: LinkedIssue;
}

/** The record after `effect` was done; `at` is our clock when the confirmation came. */
export function applyReceipt(
  record: IssueRecord,
  effect: Effect,
  receipt: WriteReceipt,
  at: Millis,
): IssueRecord {
  const patched = applyEffect(record, effect, receipt, at);
  const updatedAt = Math.max(patched.seen.updatedAt, receipt.updatedAt ?? 0);
  const labels = receipt.labels ?? patched.seen.labels;
  return { ...patched, seen: { ...patched.seen, updatedAt, labels }, wroteAt: at };
}

/**
 * The record without a comment of ours that somebody deleted. A read does not tell soon after we wrote one: it may be older, and
 * what we believe to be there would be written to again and again.
 */
export function withoutOwn(record: IssueRecord, commentId: NodeId): IssueRecord {
  return withSeen(record, { own: record.seen.own.filter(({ id }) => id !== commentId) });
}

/** The record at the other end of a dependency, or the sub-issue, that an effect added or removed. */
export function applyToOtherEnd(
  record: IssueRecord,
  effect: Effect,
  { edge, family }: WriteReceipt,
  at: Millis,
): IssueRecord {
  switch (effect.type) {
    case "AddBlockedBy":
      return edge === undefined ? record : { ...withEdge(record, edge), wroteAt: at };
    case "RemoveBlockedBy":
      return { ...withoutEdge(record, otherEnd(record, effect)), wroteAt: at };
    case "AddSubIssue":
      return family === undefined ? record : { ...withSeen(record, { parent: family.parent }), wroteAt: at };
    case "RemoveSubIssue":
      return { ...withoutParent(record, effect.parentId), wroteAt: at };
    default:
      return record;
  }
}

function applyEffect(record: IssueRecord, effect: Effect, receipt: WriteReceipt, at: Millis): IssueRecord {
  switch (effect.type) {
    case "SetLabels":
      return withSeen(record, { labels: applyLabels(record.seen.labels, effect) });
    case "AddBlockedBy": {
      const edgeMadeAt = { ...record.edgeMadeAt, [otherEnd(record, effect)]: at };
      return { ...withEdge(record, receipt.edge), edgeMadeAt };
    }
    case "RemoveBlockedBy":
      return withoutEdge(record, otherEnd(record, effect));
    case "AddSubIssue":
      return withPart(record, effect.childId, receipt.family, at);
    case "RemoveSubIssue":
      return withoutPart(record, effect.childId);
    case "ShowStatus":
      return withOwn(
        record,
        { key: statusKey, text: effect.text, persisted: effect.persisted },
        receipt.commentId,
        at,
      );
    case "AddComment":
      return withRan(
        withOwn(
          record,
          { key: effect.marker, text: effect.text, persisted: undefined },
          receipt.commentId,
          at,
        ),
        repliedTo(effect.marker),
      );
    case "RestoreText":
      return withRestoredText(record, receipt.updatedAt ?? at);
    case "OpenIssue":
      return receipt.opened === undefined
        ? record
        : withOpened(record, { key: effect.marker, ...receipt.opened });
    case "SetType":
      return withSeen(record, { nativeType: effect.name });
    case "AddAssignees":
      return applyAssignment(record, effect.assignees, receipt.assigned);
    case "RemoveAssignees":
      return withSeen(record, {
        assignees: record.seen.assignees.filter(
          ({ id }) => !effect.assignees.some((each) => isSameAccount(each, id)),
        ),
      });
    case "CloseIssue":
      return withSeen(record, {
        issueState: receipt.issueState ?? { state: "closed", reason: effect.reason },
        closedAt: receipt.closedAt,
        ...(receipt.closedBy && { closedBy: receipt.closedBy }),
      });
    case "AddReaction":
      return { ...record, reactedTo: [...new Set([...(record.reactedTo ?? []), effect.commentId])] };
    case "MinimizeComment":
      return withSeen(record, {
        own: record.seen.own.map((own) =>
          own.id === effect.commentId ? { ...own, isMinimized: true } : own,
        ),
      });
    case "UpdateBranch":
      return record;
    case "MergePullRequest":
      return withMerged(record);
    case "EnqueuePullRequest":
      return withQueued(record);
    case "ShowCheck": {
      const { headSha, shows } = effect;
      return record.evidence === undefined
        ? record
        : { ...record, evidence: withOwnCheck(record.evidence, { headSha, shows }) };
    }
    default:
      return unreachable(effect);
  }
}

function withOwnCheck(evidence: Evidence, ownCheck: OwnCheck): Evidence {
  const { queued } = evidence;
  if (queued?.headSha === ownCheck.headSha) return { ...evidence, queued: { ...queued, ownCheck } };
  return { ...evidence, ownCheck };
}

function withMerged(record: IssueRecord): IssueRecord {
  const { evidence } = record;
  if (evidence?.pullRequest === undefined) return record;
  return { ...record, evidence: { ...evidence, pullRequest: { ...evidence.pullRequest, state: "merged" } } };
}

function withQueued(record: IssueRecord): IssueRecord {
  const { evidence } = record;
  if (evidence?.pullRequest === undefined) return record;
  const queue = { ...evidence.pullRequest.queue, isIn: true };
  return { ...record, evidence: { ...evidence, pullRequest: { ...evidence.pullRequest, queue } } };
}

/** How many comments an issue's persisted state keeps as run. */
const remembered = 200;

function withRan(record: IssueRecord, commentId: NodeId | undefined): IssueRecord {
  const { persisted } = record;
  if (commentId === undefined || persisted.ran.includes(commentId)) return record;
  return { ...record, persisted: { ...persisted, ran: [...persisted.ran, commentId].slice(-remembered) } };
}

function withSeen(record: IssueRecord, changes: Partial<IssueSeen>): IssueRecord {
  return { ...record, seen: { ...record.seen, ...changes } };
}

function applyLabels(
  labels: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
) {
  return [
    ...labels.filter((label) => !remove.includes(label)),
    ...add.filter((label) => !labels.includes(label)),
  ];
}

function otherEnd(
  record: IssueRecord,
  edge: { readonly blockedId: NodeId; readonly blockerId: NodeId },
): NodeId {
  return edge.blockedId === record.seen.id ? edge.blockerId : edge.blockedId;
}

/** GitHub's own answer about the dependency after our write, so it counts as a read of it. */
function withEdge(record: IssueRecord, edge: Edge | undefined): IssueRecord {
  const { id, blockedBy, blocking } = record.seen;
  if (edge?.blocked.id === id) return withSeen(record, { blockedBy: withLink(blockedBy, edge.blocker) });
  if (edge?.blocker.id === id) return withSeen(record, { blocking: withLink(blocking, edge.blocked) });
  return record;
}

function withLink(links: Links, link: LinkedIssue): Links {
  const others = links.issues.filter(({ id }) => id !== link.id);
  return { ...links, issues: [...others, link] };
}

function withoutEdge(record: IssueRecord, otherId: NodeId): IssueRecord {
  const { blockedBy, blocking } = record.seen;
  const without = (links: typeof blocking) => ({
    ...links,
    issues: links.issues.filter(({ id }) => id !== otherId),
  });
  const { [otherId]: _, ...edgeMadeAt } = record.edgeMadeAt;
  const seen = {
    ...withOurRemoval(record.seen, otherId, record.readAt),
    blockedBy: without(blockedBy),
    blocking: without(blocking),
  };
  return { ...record, seen, edgeMadeAt };
}

/** Our removal is newer than those that the last read showed, and it is not one of which GitHub hides who made it. */
function withOurRemoval(seen: IssueSeen, otherId: NodeId, at: Millis): IssueSeen {
  const { removals } = seen;
  if (removals === undefined) return seen;
  const others = removals.list.filter(({ other }) => other !== otherId);
  return { ...seen, removals: { ...removals, list: [...others, { other: otherId, at, isOurs: true }] } };
}

type Written = Pick<OwnComment, "key" | "text" | "persisted">;

function withOwn(record: IssueRecord, written: Written, id: NodeId | undefined, at: Millis): IssueRecord {
  if (id === undefined) return record;
  const before = record.seen.own.find((comment) => comment.id === id);
  const times = before === undefined ? { createdAt: at } : { createdAt: before.createdAt, editedAt: at };
  const comment: OwnComment = { ...written, id, ...times, isMinimized: false };
  const own = [...record.seen.own.filter((other) => other.id !== id), comment];
  return withSeen(record, { own, spoiled: record.seen.spoiled.filter((other) => other !== id) });
}
