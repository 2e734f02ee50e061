/** An issue as GitHub's GraphQL API answers, for tests of what is read from it. */

export const aliceNode = { __typename: "User", id: "U_alice", login: "alice" };
const noLinks = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };

/** @param more fields in place of these */
export function issueNode(id: string, more: object = {}) {
  return {
    id,
    number: 12,
    title: "A task",
    body: "text",
    state: "OPEN",
    stateReason: null,
    locked: false,
    createdAt: "2026-11-21T01:00:00Z",
    updatedAt: "2026-11-21T02:00:00Z",
    closedAt: null,
    lastEditedAt: null,
    author: aliceNode,
    editor: null,
    repository: { id: "R_demo", name: "demo", owner: { login: "acme" } },
    labels: { nodes: [] },
    assignees: { nodes: [] },
    timelineItems: { nodes: [] },
    assigning: { nodes: [] },
    deletions: { nodes: [] },
    renamings: { nodes: [] },
    blockedBy: noLinks,
    blocking: noLinks,
    comments: { pageInfo: { hasPreviousPage: false, startCursor: null }, nodes: [] },
    ...more,
  };
}
