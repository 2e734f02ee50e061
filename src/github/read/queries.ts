/**
 * The GraphQL documents for reading. Each target has its own alias, so that an error's path says which it
 * belongs to. Keep `totalCount`: it alone reveals blockers that GitHub does not show us.
 */
import { currentSchema, type SchemaFeatures } from "../transport/schema-features.ts";

const actor = "{ __typename login ... on Node { id } }";

const commentParts = `fragment CommentParts on IssueComment {
  id url body createdAt lastEditedAt createdViaEmail isMinimized author ${actor} editor ${actor}
}`;

export const linked = `{
    id number title state stateReason(enableDuplicate: true) closedAt
    repository { id name isPrivate owner { login } }
  }`;

/** Who closed and reopened it, and whose pull request closed it. */
export const closings = `timelineItems(last: 6, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
    nodes {
      __typename
      ... on ClosedEvent { createdAt actor ${actor} closer { __typename ... on PullRequest { author ${actor} } } }
      ... on ReopenedEvent { createdAt actor ${actor} }
    }
  }`;

/** How many deleted comments are read of an issue. */
export const deletionEvents = 50;

/** How many events about assignments are read of an issue. */
export const assignmentEvents = 20;

/**
 * Who is assigned, since when, and who assigned or unassigned them
 * (https://docs.github.com/en/graphql/reference/objects#unassignedevent).
 */
export const assigned = `assignees(first: 100) { nodes ${actor} }
  assigning: timelineItems(last: ${assignmentEvents}, itemTypes: [ASSIGNED_EVENT, UNASSIGNED_EVENT]) {
    nodes {
      __typename
      ... on AssignedEvent { id createdAt actor ${actor} assignee { ... on User { id } } }
      ... on UnassignedEvent { id createdAt actor ${actor} assignee { ... on User { id } } }
    }
  }`;

const linkParts = `fragment LinkParts on IssueConnection {
  totalCount pageInfo { hasNextPage endCursor }
  nodes ${linked}
}`;

/**
 * More than the pull requests in progress for one issue: a single one from the repository itself is enough.
 */
const linkedPulls = `closedByPullRequestsReferences(first: 20) { nodes { number state createdAt updatedAt headRefName isCrossRepository author ${actor} } }`;

/** What a host can be asked for, and by whom. */
interface Dialect extends Pick<SchemaFeatures, "has"> {
  /** A caller has no right to ask for roles, and shows what GitHub calls an author; the App never asks for that. */
  readonly isCaller?: boolean;
}

const issueParts = ({ has, isCaller = false }: Dialect): string => `fragment IssueParts on Issue {
  id number title body state stateReason(enableDuplicate: true) locked
  createdAt updatedAt closedAt lastEditedAt author ${actor} editor ${actor}
  ${isCaller ? "authorAssociation" : ""} repository { id name owner { login } }
  ${has("duplicates") ? `duplicateOf ${linked}` : ""}
  ${has("issue types") ? "issueType { name }" : ""}
  labels(first: 100) { nodes { name } }
  ${assigned}
  ${closings}
  renamings: timelineItems(last: 1, itemTypes: [RENAMED_TITLE_EVENT]) {
    nodes { ... on RenamedTitleEvent { createdAt currentTitle actor ${actor} } }
  }
  deletions: timelineItems(last: ${deletionEvents}, itemTypes: [COMMENT_DELETED_EVENT]) {
    nodes { ... on CommentDeletedEvent { createdAt actor ${actor} deletedCommentAuthor ${actor} } }
  }
  ${has("dependencies") ? "blockedBy(first: 100) { ...LinkParts } blocking(first: 100) { ...LinkParts }" : ""}
  ${has("sub-issues") ? `subIssues(first: 100) { ...LinkParts } parent ${linked}` : ""}
  ${has("linked pull requests") ? linkedPulls : ""}
}
${has("dependencies") || has("sub-issues") ? linkParts : ""}`;

/** Which comments we reacted to: shows a new index which users we turned down. */
const reactions = "reactionGroups { content viewerHasReacted }";

const pageParts = (isFirst: boolean): string =>
  `pageInfo { hasPreviousPage startCursor } nodes { ...CommentParts ${isFirst ? reactions : ""} }`;

/**
 * Who removed which edge: of a task, those to its blockers; of a question, those to the tasks that it
 * blocked.
 */
/** How many removed dependencies are read of an issue. */
export const removalEvents = 50;

const removedEdges = `removals: timelineItems(last: ${removalEvents}, itemTypes: [BLOCKED_BY_REMOVED_EVENT, BLOCKING_REMOVED_EVENT]) {
    nodes {
      __typename
      ... on BlockedByRemovedEvent { createdAt actor ${actor} other: blockingIssue ${linked} }
      ... on BlockingRemovedEvent { createdAt actor ${actor} other: blockedIssue ${linked} }
    }
  }`;

const pullParts = `... on PullRequest {
    author ${actor} editor ${actor} lastEditedAt merged headRefOid baseRefName
    closingIssuesReferences(first: 10) { totalCount nodes { number repository { id } } }
  }`;

/** The targets to read, by alias: `i0`, `i1`, … */
export type IssueTarget =
  | ({ readonly id: string } & Depth)
  | ({ readonly owner: string; readonly name: string; readonly number: number } & Depth);

interface Depth {
  readonly comments: number;
  /** Whether nothing is known of it: GitHub's record of removed edges then replaces our persisted state. */
  readonly isFirst?: boolean;
  /** Whether it matters who removed its dependencies. */
  readonly asksForRemovals?: boolean | undefined;
}

export interface Query {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Issues by node id or by number, with the last of their comments, and our own known comments by id. */
export function issuesQuery(
  targets: readonly IssueTarget[],
  own: readonly string[],
  dialect: Dialect = currentSchema,
): Query {
  const variables: Record<string, unknown> = { own };
  const declared = ["$own: [ID!]!"];
  const fields = targets.map((target, i) => {
    const asksForRemovals = target.isFirst === true || target.asksForRemovals === true;
    const removed = asksForRemovals && dialect.has("removed edges") ? removedEdges : "";
    const parts = `{ ...IssueParts ${removed} comments(last: ${target.comments}) { ${pageParts(target.isFirst === true)} } }`;
    if ("id" in target) {
      variables[`id${i}`] = target.id;
      declared.push(`$id${i}: ID!`);
      return `i${i}: node(id: $id${i}) { ... on Issue ${parts} }`;
    }
    variables[`owner${i}`] = target.owner;
    variables[`name${i}`] = target.name;
    variables[`number${i}`] = target.number;
    declared.push(`$owner${i}: String!`, `$name${i}: String!`, `$number${i}: Int!`);
    return `i${i}: repository(owner: $owner${i}, name: $name${i}) {
      issue: issueOrPullRequest(number: $number${i}) { ... on Issue ${parts} ${pullParts} }
    }`;
  });
  const known = "own: nodes(ids: $own) { ... on IssueComment { issue { id } ...CommentParts } }";
  const document = `query Issues(${declared.join(", ")}) {
  ${[...fields, known].join("\n  ")}
}
${issueParts(dialect)}
${commentParts}`;
  return { document, variables };
}

/**
 * A page of all issues of a repository. It may reach 64,800 of GitHub's 500,000 nodes a query with a hundred
 * issues: each counts as 1 and has up to 100 labels, 100 assignees, 6, 20, 50 and 50 events, three times 100
 * links and 20 pull requests. Comments are only counted: with them it would not fit.
 */
export function issuePageQuery(dialect: Pick<SchemaFeatures, "has"> = currentSchema): string {
  return `query IssuePage($id: ID!, $first: Int!, $after: String) {
  repository: node(id: $id) { ... on Repository {
    issues(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes { ...IssueParts ${dialect.has("removed edges") ? removedEdges : ""} comments { totalCount } }
    }
  } }
}
${issueParts(dialect)}`;
}

/** What of issues has no version, by id, with their version. A hundred issues take 4 points. */
export function unversionedQuery({ has }: Pick<SchemaFeatures, "has"> = currentSchema): string {
  return `query Unversioned($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Issue {
    id updatedAt
    ${has("duplicates") ? `duplicateOf ${linked}` : ""}
    ${has("dependencies") ? "blockedBy(first: 100) { ...LinkParts } blocking(first: 100) { ...LinkParts }" : ""}
    ${has("sub-issues") ? `subIssues(first: 100) { ...LinkParts } parent ${linked}` : ""}
    ${has("linked pull requests") ? linkedPulls : ""}
  } }
}
${has("dependencies") || has("sub-issues") ? linkParts : ""}`;
}

/** A page of a repository's open issues with one label, as a caller reads them. */
export function labelledIssuesQuery(dialect: Dialect): string {
  return `query LabelledIssues($owner: String!, $name: String!, $label: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    issues(first: 100, after: $after, states: OPEN, labels: [$label], orderBy: { field: CREATED_AT, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes { ...IssueParts comments(last: 20) { ${pageParts(false)} } }
    }
  }
}
${issueParts(dialect)}
${commentParts}`;
}

/** A page of one side of an issue's dependencies. */
export function linksQuery(side: "blockedBy" | "blocking"): string {
  return `query Links($id: ID!, $after: String) {
  issue: node(id: $id) { ... on Issue { links: ${side}(first: 100, after: $after) { ...LinkParts } } }
}
${linkParts}`;
}

/** A page of an issue's comments, from the newest backwards. */
export const commentsQuery = `query Comments($id: ID!, $before: String) {
  issue: node(id: $id) { ... on Issue { repository { id } comments(last: 100, before: $before) { ${pageParts(true)} } } }
}
${commentParts}`;

/** Comments by id, with the issue of each, as `issuesQuery` asks for them besides issues. */
export const knownCommentsQuery = `query KnownComments($own: [ID!]!) {
  own: nodes(ids: $own) { ... on IssueComment { issue { id } ...CommentParts } }
}
${commentParts}`;

/** What older node ids are called today. A hundred take one point. */
export const newerIdsQuery = "query NewerIds($ids: [ID!]!) { nodes(ids: $ids) { id } }";

/** GitHub keeps each version of a body whole, the newest first, the text as created among them. */
export const firstTextQuery = `query FirstText($id: ID!) {
  issue: node(id: $id) { ... on Issue {
    includesCreatedEdit userContentEdits(last: 1) { nodes { diff } }
    timelineItems(first: 1, itemTypes: [RENAMED_TITLE_EVENT]) { nodes { ... on RenamedTitleEvent { previousTitle } } }
  } }
}`;

/** A page of a repository's issues, the newest first, with the fields needed to recognise our own. */
export const newestIssuesQuery = `query NewestIssues($id: ID!, $after: String) {
  repository: node(id: $id) { ... on Repository {
    issues(first: 50, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes { id number body createdAt lastEditedAt author ${actor} editor ${actor} }
    }
  } }
}`;

/** GitHub limits an organisation to twenty-five. */
const issueTypes = "issueTypes(first: 50) { nodes { id name isEnabled } }";

export const issueTypesQuery = `query IssueTypes($id: ID!) {
  repository: node(id: $id) { ... on Repository { ${issueTypes} } }
}`;

/** The fields that reveal changes in repositories. Hosts of any age know all fields but the issue types. */
export function surveyQuery(asksForTypes: boolean): string {
  return `query Survey($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Repository {
    name isPrivate isArchived owner { login }
    defaultBranchRef { name target { oid } }
    changed: issues(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { updatedAt } }
    open: issues(states: OPEN) { totalCount }
    labels(first: 100) { nodes { id name } }${asksForTypes ? ` ${issueTypes}` : ""}
  } }
}`;
}

export const accountsQuery = `query Accounts($ids: [ID!]!) {
  nodes(ids: $ids) { __typename id ... on Actor { login } }
}`;

/** The node ids of labels, by alias `l0`, `l1`, …, with the repository's current name. */
export function labelsQuery(repositoryId: string, names: readonly string[]): Query {
  const declared = names.map((_, i) => `, $name${i}: String!`).join("");
  const fields = names.map((_, i) => `l${i}: label(name: $name${i}) { id }`).join(" ");
  return {
    document: `query Labels($id: ID!${declared}) {
  repository: node(id: $id) { ... on Repository { name owner { login } ${fields} } }
}`,
    variables: { id: repositoryId, ...Object.fromEntries(names.map((name, i) => [`name${i}`, name])) },
  };
}
