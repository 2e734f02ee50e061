import { enterpriseSince } from "../../release.ts";

/**
 * What GitHub's schema has today and the published package (15.26.1, last released in February 2025) lacks:
 * issue types, dependencies, what an issue is a duplicate of, actors as assignees. Without these, queries of
 * `gh` are refused.
 */
const issueTypes = /* GraphQL */ `
enum IssueTypeColor { BLUE GRAY GREEN ORANGE PINK PURPLE RED YELLOW }
type IssueType implements Node { id: ID! name: String! description: String color: IssueTypeColor! isEnabled: Boolean! }
type IssueTypeEdge { cursor: String! node: IssueType }
type IssueTypeConnection { nodes: [IssueType] edges: [IssueTypeEdge] pageInfo: PageInfo! totalCount: Int! }
extend type Issue { issueType: IssueType }
extend type Repository { issueTypes(after: String, before: String, first: Int, last: Int): IssueTypeConnection }
extend input CreateIssueInput { issueTypeId: ID }
extend input UpdateIssueInput { issueTypeId: ID }
input UpdateIssueIssueTypeInput { issueId: ID! issueTypeId: ID clientMutationId: String }
type UpdateIssueIssueTypePayload { issue: Issue clientMutationId: String }
extend type Mutation { updateIssueIssueType(input: UpdateIssueIssueTypeInput!): UpdateIssueIssueTypePayload }
`;

const dependencies = /* GraphQL */ `
type IssueDependenciesSummary { blockedBy: Int! blocking: Int! totalBlockedBy: Int! totalBlocking: Int! }
type AssigneeEdge { cursor: String! node: Assignee }
type AssigneeConnection { nodes: [Assignee] edges: [AssigneeEdge] pageInfo: PageInfo! totalCount: Int! }
type ActorEdge { cursor: String! node: Actor }
type ActorConnection { nodes: [Actor] edges: [ActorEdge] pageInfo: PageInfo! totalCount: Int! }
enum RepositorySuggestedActorFilter { CAN_BE_ASSIGNED CAN_BE_AUTHOR }
extend type Issue {
  duplicateOf: Issue
  blockedBy(after: String, before: String, first: Int, last: Int): IssueConnection!
  blocking(after: String, before: String, first: Int, last: Int): IssueConnection!
  issueDependenciesSummary: IssueDependenciesSummary!
  assignedActors(after: String, before: String, first: Int, last: Int): AssigneeConnection!
}
type BlockedByAddedEvent implements Node { id: ID! actor: Actor createdAt: DateTime! blockingIssue: Issue }
type BlockedByRemovedEvent implements Node { id: ID! actor: Actor createdAt: DateTime! blockingIssue: Issue }
type BlockingAddedEvent implements Node { id: ID! actor: Actor createdAt: DateTime! blockedIssue: Issue }
type BlockingRemovedEvent implements Node { id: ID! actor: Actor createdAt: DateTime! blockedIssue: Issue }
extend union IssueTimelineItems = BlockedByAddedEvent | BlockedByRemovedEvent | BlockingAddedEvent | BlockingRemovedEvent
extend union PullRequestTimelineItems = BlockedByAddedEvent | BlockedByRemovedEvent | BlockingAddedEvent | BlockingRemovedEvent
extend enum IssueTimelineItemsItemType {
  BLOCKED_BY_ADDED_EVENT BLOCKED_BY_REMOVED_EVENT BLOCKING_ADDED_EVENT BLOCKING_REMOVED_EVENT
}
extend enum PullRequestTimelineItemsItemType {
  BLOCKED_BY_ADDED_EVENT BLOCKED_BY_REMOVED_EVENT BLOCKING_ADDED_EVENT BLOCKING_REMOVED_EVENT
}
extend type PullRequest { assignedActors(after: String, before: String, first: Int, last: Int): AssigneeConnection! }
extend type Repository {
  suggestedActors(
    after: String, before: String, capabilities: [RepositorySuggestedActorFilter!]!, first: Int, last: Int, query: String
  ): ActorConnection!
}
extend enum SearchType { ISSUE_ADVANCED }
input AddBlockedByInput { issueId: ID! blockingIssueId: ID! clientMutationId: String }
input RemoveBlockedByInput { issueId: ID! blockingIssueId: ID! clientMutationId: String }
input ReplaceActorsForAssignableInput {
  assignableId: ID! actorIds: [ID!] actorLogins: [String!] clientMutationId: String
}
type AddBlockedByPayload { issue: Issue blockingIssue: Issue clientMutationId: String }
type RemoveBlockedByPayload { issue: Issue blockingIssue: Issue clientMutationId: String }
type ReplaceActorsForAssignablePayload { assignable: Assignable clientMutationId: String }
extend type Mutation {
  addBlockedBy(input: AddBlockedByInput!): AddBlockedByPayload
  removeBlockedBy(input: RemoveBlockedByInput!): RemoveBlockedByPayload
  replaceActorsForAssignable(input: ReplaceActorsForAssignableInput!): ReplaceActorsForAssignablePayload
}
`;

/** Each with the first enterprise host that has it. What came between is counted to the later part. */
export const extensions = [
  { since: enterpriseSince["issue types"], sdl: issueTypes },
  { since: enterpriseSince.dependencies, sdl: dependencies },
] as const;
