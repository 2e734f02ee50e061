/**
 * `timelineItems` of an issue: its comments and events by time. Events of dependencies are hidden on an older
 * release, whose schema has no type for them.
 */

import { unreachable } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import { enterpriseSince, isSince } from "../../release.ts";
import { type Comment, commentsOfIssue } from "../../state/issues/comments.ts";
import {
  type EventDetail,
  eventsOfIssue,
  eventsOfKinds,
  type IssueEvent,
} from "../../state/issues/events.ts";
import { type Issue, issueById } from "../../state/issues/issues.ts";
import { labelByName } from "../../state/issues/labels.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, type CompositeFields, composite, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { momentIn } from "../executor/moment.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { objectAt } from "../git/git-objects.ts";
import { issueOrPull } from "../issue-or-pull.ts";
import { accountById, issuePath, repositoryOfRecord } from "../records.ts";
import { visibleIssue } from "./dependency-listing.ts";
import { connection, listingOf } from "./paging/connection.ts";
import { closerOf, commitReference, crossReference } from "./references.ts";

interface Item {
  readonly id: number;
  readonly typename: string;
  readonly createdAt: string;
  readonly node: unknown;
}

const everything = { offset: 0, limit: 100_000 };

export function timelineItems(viewing: ResolverContext, issue: Issue, args: Args): Composite {
  const { core } = viewing;
  const itemTypes = args.optionalStrings("itemTypes");
  const wanted = itemTypes?.map(typeOfItem);
  const since = momentIn(args, "since") ?? "";
  const isWanted = (typename: string): boolean => wanted?.includes(typename) ?? true;
  const comments = isWanted("IssueComment")
    ? commentsOfIssue(core.state, issue.id, everything).map(itemOfComment)
    : [];
  const found =
    itemTypes === undefined
      ? eventsOfIssue(core.state, issue.id, everything)
      : eventsOfKinds(core.state, issue.id, itemTypes.map(kindOfItem));
  const events = found.flatMap((event) => itemOfEvent(viewing, issue, event));
  const items = [...comments, ...events]
    .filter((item) => isWanted(item.typename) && item.createdAt >= since)
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const shown = items.slice(args.optionalInteger("skip") ?? 0);
  return connection(listingOf(shown), args, (item) => item.node, {
    filteredCount: items.length,
    pageCount: () =>
      Math.min(items.length, args.optionalInteger("first") ?? args.optionalInteger("last") ?? 0),
    updatedAt: issue.updatedAt,
  });
}

/** `LABELED_EVENT` selects `LabeledEvent`. */
function typeOfItem(value: string): string {
  return value.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** `LABELED_EVENT` is stored as `labeled`. */
function kindOfItem(value: string): string {
  const kind = value.toLowerCase().replace(/_event$/, "");
  return otherKinds[kind] ?? kind;
}

const otherKinds: Readonly<Record<string, EventDetail["event"]>> = {
  renamed_title: "renamed",
  cross_referenced: "cross-referenced",
};

function itemOfComment(comment: Comment): Item {
  const node = entity("IssueComment", comment);
  return { id: comment.id, typename: "IssueComment", createdAt: comment.createdAt, node };
}

function itemOfEvent(viewing: ResolverContext, issue: Issue, event: IssueEvent): readonly Item[] {
  const shape = shapeOf(viewing, issue, event.detail);
  if (shape === undefined) return [];
  const fields = {
    id: event.nodeId,
    createdAt: event.createdAt,
    referencedAt: event.createdAt,
    actor: () => accountById(viewing.core, event.actorId),
    ...shape.fields,
  };
  const node = composite(fields, shape.typename);
  return [{ id: event.id, typename: shape.typename, createdAt: event.createdAt, node }];
}

interface Shape {
  readonly typename: string;
  readonly fields: CompositeFields;
}

function shapeOf(viewing: ResolverContext, issue: Issue, detail: EventDetail): Shape | undefined {
  const { core } = viewing;
  const subject = issueOrPull(core, issue);
  switch (detail.event) {
    case "labeled":
    case "unlabeled": {
      const typename = detail.event === "labeled" ? "LabeledEvent" : "UnlabeledEvent";
      return { typename, fields: { label: () => labelOf(core, issue, detail.label), labelable: subject } };
    }
    case "assigned":
    case "unassigned": {
      const typename = detail.event === "assigned" ? "AssignedEvent" : "UnassignedEvent";
      const assignee = () => accountById(core, detail.assigneeId);
      const user = () => entity("User", assignee().value);
      return { typename, fields: { assignable: subject, assignee, user } };
    }
    case "closed": {
      const stateReason = detail.stateReason && toEnum(detail.stateReason);
      const page = issuePath(core, issue);
      const links = { resourcePath: page, url: core.site.web + page };
      const closer = () => closerOf(viewing, detail.closer);
      return { typename: "ClosedEvent", fields: { closable: subject, closer, stateReason, ...links } };
    }
    case "reopened": {
      const stateReason = detail.stateReason && toEnum(detail.stateReason);
      return { typename: "ReopenedEvent", fields: { closable: subject, stateReason } };
    }
    case "renamed": {
      const fields = { subject, previousTitle: detail.from, currentTitle: detail.to };
      return { typename: "RenamedTitleEvent", fields };
    }
    case "locked": {
      const lockReason = detail.lockReason && toEnum(detail.lockReason);
      return { typename: "LockedEvent", fields: { lockable: subject, lockReason } };
    }
    case "unlocked":
      return { typename: "UnlockedEvent", fields: { lockable: subject } };
    case "comment_deleted": {
      const { authorId } = detail;
      const deletedCommentAuthor = authorId === undefined ? null : () => accountById(core, authorId);
      return { typename: "CommentDeletedEvent", fields: { deletedCommentAuthor } };
    }
    case "transferred":
      return { typename: "TransferredEvent", fields: { issue: subject, fromRepository: null } };
    case "merged":
      return { typename: "MergedEvent", fields: { commit: () => commitById(core, issue, detail.commitSha) } };
    case "added_to_merge_queue":
      return { typename: "AddedToMergeQueueEvent", fields: { pullRequest: subject } };
    case "removed_from_merge_queue":
      return {
        typename: "RemovedFromMergeQueueEvent",
        fields: { pullRequest: subject, reason: detail.reason },
      };
    case "milestoned":
    case "demilestoned": {
      const typename = detail.event === "milestoned" ? "MilestonedEvent" : "DemilestonedEvent";
      return { typename, fields: { milestoneTitle: detail.title, subject } };
    }
    case "review_requested":
    case "review_request_removed": {
      const isRequest = detail.event === "review_requested";
      const typename = isRequest ? "ReviewRequestedEvent" : "ReviewRequestRemovedEvent";
      const requestedReviewer = () => accountById(core, detail.reviewerId);
      return { typename, fields: { requestedReviewer, pullRequest: subject } };
    }
    case "pinned":
    case "unpinned":
      return {
        typename: detail.event === "pinned" ? "PinnedEvent" : "UnpinnedEvent",
        fields: { issue: subject },
      };
    case "referenced":
      return { typename: "ReferencedEvent", fields: commitReference(viewing, issue, detail) };
    case "cross-referenced":
      return crossReference(viewing, issue, detail.sourceIssueId);
    case "ready_for_review":
    case "convert_to_draft": {
      const typename = detail.event === "ready_for_review" ? "ReadyForReviewEvent" : "ConvertToDraftEvent";
      return { typename, fields: { pullRequest: subject } };
    }
    case "sub_issue_added":
    case "sub_issue_removed": {
      const typename = detail.event === "sub_issue_added" ? "SubIssueAddedEvent" : "SubIssueRemovedEvent";
      return { typename, fields: { subIssue: () => otherIssue(viewing, detail.otherIssueId) } };
    }
    case "parent_issue_added":
    case "parent_issue_removed": {
      const typename =
        detail.event === "parent_issue_added" ? "ParentIssueAddedEvent" : "ParentIssueRemovedEvent";
      return { typename, fields: { parent: () => otherIssue(viewing, detail.otherIssueId) } };
    }
    case "blocked_by_added":
    case "blocked_by_removed": {
      if (!isSince(core.release, enterpriseSince.dependencies)) return undefined;
      const typename = detail.event === "blocked_by_added" ? "BlockedByAddedEvent" : "BlockedByRemovedEvent";
      return { typename, fields: { blockingIssue: () => otherIssue(viewing, detail.otherIssueId) } };
    }
    case "blocking_added":
    case "blocking_removed": {
      if (!isSince(core.release, enterpriseSince.dependencies)) return undefined;
      const typename = detail.event === "blocking_added" ? "BlockingAddedEvent" : "BlockingRemovedEvent";
      return { typename, fields: { blockedIssue: () => otherIssue(viewing, detail.otherIssueId) } };
    }
    default:
      return unreachable(detail);
  }
}

function commitById(core: HubCore, issue: Issue, sha: string) {
  return objectAt(core, repositoryOfRecord(core, issue), sha);
}

/** The current label, or its last state if it has been deleted since. */
function labelOf(core: HubCore, issue: Issue, label: { readonly name: string; readonly color: string }) {
  const known = labelByName(core.state, issue.repositoryId, label.name);
  return known === undefined ? composite({ ...label, description: null }) : entity("Label", known);
}

/** The issue at the other end of an edge, if it still exists and the viewer may read it. */
function otherIssue(viewing: ResolverContext, issueId: number) {
  const other = issueById(viewing.core.state, issueId);
  return other === undefined ? null : visibleIssue(viewing, other);
}
