/**
 * Issues in GraphQL. A blocker in a repository that the viewer cannot see is a null node and still counts, so
 * `totalCount` and the summary may exceed the nodes. The hub has no projects: those fields return what GitHub
 * returns for a repository that uses none.
 */
import { can, needs } from "../../ops/access/access.ts";
import { pullsClosing } from "../../ops/pulls/closing-issues.ts";
import { associationOf } from "../../present/issues/issue.ts";
import { dependenciesSummary } from "../../state/issues/dependencies.ts";
import { editsOfIssue } from "../../state/issues/edits.ts";
import { typeOfIssue } from "../../state/issues/issue-types.ts";
import { assigneesOfIssue, type Issue, issueById } from "../../state/issues/issues.ts";
import { labelsOfIssue } from "../../state/issues/labels.ts";
import { milestoneById } from "../../state/issues/milestones.ts";
import { isPinned } from "../../state/issues/pins.ts";
import { parentOf, subIssuesOf, subIssuesSummary } from "../../state/issues/sub-issues.ts";
import type { Args } from "../executor/args.ts";
import { account, type Composite, composite, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { type Field, type Fields, objectType, type ResolverContext } from "../executor/object-type.ts";
import { commentListing } from "../listing/comment-listing.ts";
import { blockedByListing, blockingListing, visibleIssue } from "../listing/dependency-listing.ts";
import { userContentEdits } from "../listing/edits.ts";
import { sortLabels } from "../listing/label-order.ts";
import { milestoneNode } from "../listing/milestones.ts";
import { connection, emptyConnection, listingOf } from "../listing/paging/connection.ts";
import { participantsOf } from "../listing/participants.ts";
import { reactionConnection, reactionGroups } from "../listing/reactions.ts";
import { timelineItems } from "../listing/timeline.ts";
import { accountById, int32, issuePath, plainText, repositoryOfRecord } from "../records.ts";
import {
  viewerCan,
  viewerCanClose,
  viewerCanEdit,
  viewerCanReopen,
  viewerDidAuthor,
} from "../viewer-rights.ts";

const none: Field<Issue> = (_issue, args) => emptyConnection(args);

const text: Fields<Issue> = {
  id: (issue) => issue.nodeId,
  databaseId: (issue) => int32(issue.id),
  fullDatabaseId: (issue) => String(issue.id),
  number: (issue) => issue.number,
  title: (issue) => issue.title,
  body: (issue) => issue.body ?? "",
  bodyText: (issue) => plainText(issue.body ?? ""),
  author: (issue, _args, { core }) => accountById(core, issue.authorId),
  authorAssociation: (issue, _args, { core }) =>
    associationOf(core, repositoryOfRecord(core, issue), issue.authorId),
  editor: (issue, _args, { core }) => issue.editorId && accountById(core, issue.editorId),
  lastEditedAt: (issue) => issue.lastEditedAt,
  includesCreatedEdit: (issue, _args, { core }) => editsOfIssue(core.state, issue.id).length > 0,
  userContentEdits,
  createdViaEmail: () => false,
  createdAt: (issue) => issue.createdAt,
  publishedAt: (issue) => issue.createdAt,
  updatedAt: (issue) => issue.updatedAt,
  url: (issue, _args, { core }) => core.site.web + issuePath(core, issue),
  resourcePath: (issue, _args, { core }) => issuePath(core, issue),
  bodyUrl: (issue, _args, { core }) => `${core.site.web}${issuePath(core, issue)}#issue-${issue.id}`,
  repository: (issue, _args, { core }) => entity("Repository", repositoryOfRecord(core, issue)),
};

const state: Fields<Issue> = {
  state: (issue) => toEnum(issue.state),
  stateReason: (issue, args) => stateReason(issue, args),
  closed: (issue) => issue.state === "closed",
  closedAt: (issue) => issue.closedAt,
  locked: (issue) => issue.locked,
  activeLockReason: (issue) => issue.lockReason && toEnum(issue.lockReason),
  isPinned: (issue, _args, { core }) => isPinned(core.state, issue.id),
  issueType: (issue, _args, { core }) => {
    const type = typeOfIssue(core.state, issue);
    return type === undefined ? null : entity("IssueType", type);
  },
  duplicateOf: ({ duplicateOfId }, _args, viewing) => {
    const original = duplicateOfId === null ? undefined : issueById(viewing.core.state, duplicateOfId);
    return original === undefined ? null : visibleIssue(viewing, original);
  },
  milestone: ({ milestoneId }, _args, { core }) => {
    const milestone = milestoneId === null ? undefined : milestoneById(core.state, milestoneId);
    return milestone === undefined ? null : milestoneNode(core, milestone);
  },
  projectCards: none,
  projectItems: none,
  projectsV2: none,
  closedByPullRequestsReferences: (issue, args, { core, actor }) => {
    const isReadable = can(core.state, actor, repositoryOfRecord(core, issue), needs.readPulls);
    const found = isReadable ? pullsClosing(core.state, issue) : [];
    const wanted = args.flag("includeClosedPrs")
      ? found
      : found.filter((pull) => pull.issue.state === "open");
    return connection(listingOf(wanted), args, (pull) => entity("PullRequest", pull));
  },
};

const people: Fields<Issue> = {
  assignees: (issue, args, { core }) =>
    connection(listingOf(assigneesOfIssue(core.state, issue.id)), args, (user) => entity("User", user)),
  assignedActors: (issue, args, { core }) =>
    connection(listingOf(assigneesOfIssue(core.state, issue.id)), args, account),
  participants: (issue, args, { core }) =>
    connection(listingOf(participantsOf(core, issue)), args, (user) => entity("User", user)),
  viewerDidAuthor: (issue, _args, viewing) => viewerDidAuthor(viewing, issue),
  viewerCanUpdate: (issue, _args, viewing) => viewerCanEdit(viewing, issue),
  viewerCanClose: (issue, _args, viewing) => viewerCanClose(viewing, issue),
  viewerCanReopen: (issue, _args, viewing) => viewerCanReopen(viewing, issue),
  viewerCanDelete: (issue, _args, viewing) => viewerCan(viewing, issue, "deleteIssues"),
  viewerCanLabel: (issue, _args, viewing) => viewerCan(viewing, issue, "triage"),
  viewerCanReact: (issue, _args, viewing) => viewerCan(viewing, issue, "participate"),
};

const relations: Fields<Issue> = {
  labels: (issue, args, { core }) =>
    connection(listingOf(sortLabels(labelsOfIssue(core.state, issue.id), args)), args, (label) =>
      entity("Label", label),
    ),
  comments: (issue, args, { core }) =>
    connection(commentListing(core.state, issue, args), args, (comment) => entity("IssueComment", comment)),
  blockedBy: (issue, args, viewing) =>
    connection(blockedByListing(viewing.core.state, issue), args, (one) => visibleIssue(viewing, one)),
  blocking: (issue, args, viewing) =>
    connection(blockingListing(viewing.core.state, issue), args, (one) => visibleIssue(viewing, one)),
  issueDependenciesSummary: (issue, _args, viewing) => summary(issue, viewing),
  parent: (issue, _args, viewing) => {
    const parent = parentOf(viewing.core.state, issue.id);
    return parent === undefined ? null : visibleIssue(viewing, parent);
  },
  subIssues: (issue, args, viewing) =>
    connection(listingOf(subIssuesOf(viewing.core.state, issue.id)), args, (one) =>
      visibleIssue(viewing, one),
    ),
  subIssuesSummary: (issue, _args, { core }) => composite({ ...subIssuesSummary(core.state, issue.id) }),
  trackedIssues: none,
  trackedInIssues: none,
  reactionGroups: (issue, _args, viewing) => reactionGroups(viewing, "issue", issue.id),
  reactions: (issue, args, viewing) => reactionConnection(viewing, "issue", issue.id, args),
  timelineItems: (issue, args, viewing) => timelineItems(viewing, issue, args),
};

/** Pull requests have most of these, too. */
export const issueFields: Fields<Issue> = { ...text, ...state, ...people, ...relations };

export const issueType = objectType("Issue", issueFields);

/** Clients older than the reason "duplicate" see "not planned" unless they request it. */
function stateReason({ stateReason: reason }: Issue, args: Args): string | null {
  const knowsDuplicates = args.flag("enableDuplicate");
  if (reason === "duplicate" && !knowsDuplicates) return toEnum("not_planned");
  return reason && toEnum(reason);
}

function summary(issue: Issue, { core }: ResolverContext): Composite {
  return composite({ ...dependenciesSummary(core.state, issue.id) });
}
