/**
 * What GitHub's schema has today and the published package (15.26.1, last released in February 2025) lacks:
 * issue types, dependencies, what an issue is a duplicate of, actors as assignees. Without these, queries of
 * `gh` are refused.
 */
export const extension = /* GraphQL */ `
enum IssueTypeColor { BLUE GRAY GREEN ORANGE PINK PURPLE RED YELLOW }
type IssueType implements Node { id: ID! name: String! description: String color: IssueTypeColor! isEnabled: Boolean! }
type IssueTypeEdge { cursor: String! node: IssueType }
type IssueTypeConnection { nodes: [IssueType] edges: [IssueTypeEdge] pageInfo: PageInfo! totalCount: Int! }
type IssueDependenciesSummary { blockedBy: Int! blocking: Int! totalBlockedBy: Int! totalBlocking: Int! }
type AssigneeEdge { cursor: String! node: Assignee }
type AssigneeConnection { nodes: [Assignee] edges: [AssigneeEdge] pageInfo: PageInfo! totalCount: Int! }
type ActorEdge { cursor: String! node: Actor }
type ActorConnection { nodes: [Actor] edges: [ActorEdge] pageInfo: PageInfo! totalCount: Int! }
enum RepositorySuggestedActorFilter { CAN_BE_ASSIGNED CAN_BE_AUTHOR }
extend type Issue {
  issueType: IssueType
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
  issueTypes(after: String, before: String, first: Int, last: Int): IssueTypeConnection
  suggestedActors(
    after: String, before: String, capabilities: [RepositorySuggestedActorFilter!]!, first: Int, last: Int, query: String
  ): ActorConnection!
}
extend enum SearchType { ISSUE_ADVANCED }
extend input CreateIssueInput { issueTypeId: ID }
extend input UpdateIssueInput { issueTypeId: ID }
input AddBlockedByInput { issueId: ID! blockingIssueId: ID! clientMutationId: String }
input RemoveBlockedByInput { issueId: ID! blockingIssueId: ID! clientMutationId: String }
input UpdateIssueIssueTypeInput { issueId: ID! issueTypeId: ID clientMutationId: String }
input ReplaceActorsForAssignableInput {
  assignableId: ID! actorIds: [ID!] actorLogins: [String!] clientMutationId: String
}
type AddBlockedByPayload { issue: Issue blockingIssue: Issue clientMutationId: String }
type RemoveBlockedByPayload { issue: Issue blockingIssue: Issue clientMutationId: String }
type UpdateIssueIssueTypePayload { issue: Issue clientMutationId: String }
type ReplaceActorsForAssignablePayload { assignable: Assignable clientMutationId: String }
extend type Mutation {
  addBlockedBy(input: AddBlockedByInput!): AddBlockedByPayload
  removeBlockedBy(input: RemoveBlockedByInput!): RemoveBlockedByPayload
  updateIssueIssueType(input: UpdateIssueIssueTypeInput!): UpdateIssueIssueTypePayload
  replaceActorsForAssignable(input: ReplaceActorsForAssignableInput!): ReplaceActorsForAssignablePayload
}
`;
