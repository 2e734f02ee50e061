/** Tests dependencies and assignees over GraphQL. */
import { beforeEach, describe, expect, test } from "vitest";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});

const block =
  "mutation($input: AddBlockedByInput!) { addBlockedBy(input: $input) { issue { number } blockingIssue { number } } }";
const look = /* GraphQL */ `
  query($id: ID!, $after: String) {
    node(id: $id) {
      ... on Issue {
        blockedBy(first: 2, after: $after) {
          totalCount nodes { number state repository { nameWithOwner } } pageInfo { hasNextPage endCursor }
        }
        blocking(first: 2) { totalCount nodes { number } }
        issueDependenciesSummary { blockedBy totalBlockedBy blocking totalBlocking }
      }
    }
  }
`;

describe("dependencies over GraphQL", () => {
  test("an edge shows on both sides, and a closed blocker counts in the totals only", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    const question = await openIssue(scene, scene.alice, "Question");
    const edge = { issueId: task, blockingIssueId: question };
    const { data } = await scene.ask(scene.alice, block, { input: edge });
    expect(data).toEqual({ addBlockedBy: { issue: { number: 1 }, blockingIssue: { number: 2 } } });
    await scene.ask(
      scene.alice,
      `mutation { closeIssue(input: { issueId: "${question}" }) { clientMutationId } }`,
    );
    const blocked = await scene.ask(scene.alice, look, { id: task });
    expect(valueAt(blocked.data, "node")).toMatchObject({
      blockedBy: { totalCount: 1, nodes: [{ number: 2, state: "CLOSED" }] },
      blocking: { totalCount: 0, nodes: [] },
      issueDependenciesSummary: { blockedBy: 0, totalBlockedBy: 1, blocking: 0, totalBlocking: 0 },
    });
    const blocking = await scene.ask(scene.alice, look, { id: question });
    expect(valueAt(blocking.data, "node.blocking")).toEqual({ totalCount: 1, nodes: [{ number: 1 }] });
    const free =
      "mutation($input: RemoveBlockedByInput!) { removeBlockedBy(input: $input) { issue { blockedBy(first: 1) { totalCount } } } }";
    const freed = await scene.ask(scene.alice, free, { input: edge });
    expect(valueAt(freed.data, "removeBlockedBy.issue.blockedBy.totalCount")).toBe(0);
    expect((await scene.ask(scene.alice, free, { input: edge })).errors).toMatchObject([
      { type: "NOT_FOUND" },
    ]);
  });

  test("adding an edge twice is unprocessable", async () => {
    const input = {
      issueId: await openIssue(scene, scene.alice, "Task"),
      blockingIssueId: await openIssue(scene, scene.alice, "Question"),
    };
    await scene.ask(scene.alice, block, { input });
    const { data, errors } = await scene.ask(scene.alice, block, { input });
    expect(data).toEqual({ addBlockedBy: null });
    expect(errors).toMatchObject([{ type: "UNPROCESSABLE", path: ["addBlockedBy"] }]);
  });

  test("a blocker that the viewer may not read is a null node and still counts", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    const secret = await openIssue(scene, scene.maria, "Secret", scene.vault.nodeId);
    const open = await openIssue(scene, scene.alice, "Open");
    for (const blockingIssueId of [secret, open])
      await scene.ask(scene.maria, block, { input: { issueId: task, blockingIssueId } });
    for (const actor of [scene.alice, scene.app]) {
      const { data, errors } = await scene.ask(actor, look, { id: task });
      expect(errors).toEqual([]);
      expect(valueAt(data, "node.blockedBy")).toMatchObject({
        totalCount: 2,
        nodes: [null, { number: 2, repository: { nameWithOwner: "acme/demo" } }],
      });
      expect(valueAt(data, "node.issueDependenciesSummary.totalBlockedBy")).toBe(2);
    }
    const seen = await scene.ask(scene.maria, look, { id: task });
    expect(valueAt(seen.data, "node.blockedBy.nodes.0.repository.nameWithOwner")).toBe("acme/vault");
  });

  test("the timelines of both ends show who added and removed an edge", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    const question = await openIssue(scene, scene.alice, "Question");
    const input = { issueId: task, blockingIssueId: question };
    await scene.ask(scene.alice, block, { input });
    const free =
      "mutation($input: RemoveBlockedByInput!) { removeBlockedBy(input: $input) { clientMutationId } }";
    await scene.ask(scene.maria, free, { input });
    const timeline = async (id: string, types: string, other: string) => {
      const parts = ["Added", "Removed"].map(
        (what) => `... on ${types}${what}Event { actor { login } ${other} { number } }`,
      );
      const query = `query($id: ID!) { node(id: $id) { ... on Issue { timelineItems(first: 9) { nodes { __typename ${parts.join(" ")} } } } } }`;
      return valueAt((await scene.ask(scene.alice, query, { id })).data, "node.timelineItems.nodes");
    };
    expect(await timeline(task, "BlockedBy", "blockingIssue")).toEqual([
      { __typename: "BlockedByAddedEvent", actor: { login: "alice" }, blockingIssue: { number: 2 } },
      { __typename: "BlockedByRemovedEvent", actor: { login: "maria" }, blockingIssue: { number: 2 } },
    ]);
    expect(await timeline(question, "Blocking", "blockedIssue")).toEqual([
      { __typename: "BlockingAddedEvent", actor: { login: "alice" }, blockedIssue: { number: 1 } },
      { __typename: "BlockingRemovedEvent", actor: { login: "maria" }, blockedIssue: { number: 1 } },
    ]);
  });

  test("blockers are paged in the order in which they were added", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    for (const title of ["a", "b", "c"])
      await scene.ask(scene.alice, block, {
        input: { issueId: task, blockingIssueId: await openIssue(scene, scene.alice, title) },
      });
    const first = await scene.ask(scene.alice, look, { id: task });
    expect(valueAt(first.data, "node.blockedBy")).toMatchObject({
      totalCount: 3,
      nodes: [{ number: 2 }, { number: 3 }],
      pageInfo: { hasNextPage: true },
    });
    const after = valueAt(first.data, "node.blockedBy.pageInfo.endCursor");
    const second = await scene.ask(scene.alice, look, { id: task, after });
    expect(valueAt(second.data, "node.blockedBy")).toMatchObject({
      nodes: [{ number: 4 }],
      pageInfo: { hasNextPage: false },
    });
  });

  test("a node id of another type is not an issue", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    const { errors } = await scene.ask(scene.alice, block, {
      input: { issueId: task, blockingIssueId: scene.demo.nodeId },
    });
    expect(errors).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});

describe("assignees over GraphQL", () => {
  const assigned = "assignable { ... on Issue { assignees(first: 5) { nodes { login } } } }";

  test("people are assigned and unassigned by node id, and replaced by login", async () => {
    const id = await openIssue(scene, scene.alice, "Task");
    const change = async (mutation: string, input: string) =>
      valueAt(
        (
          await scene.ask(
            scene.alice,
            `mutation { ${mutation}(input: { assignableId: "${id}", ${input} }) { ${assigned} } }`,
          )
        ).data,
        `${mutation}.assignable.assignees.nodes`,
      );
    const ids = `assigneeIds: ["${scene.alice.user.nodeId}"]`;
    expect(await change("addAssigneesToAssignable", ids)).toEqual([{ login: "alice" }]);
    expect(await change("replaceActorsForAssignable", 'actorLogins: ["maria"]')).toEqual([
      { login: "maria" },
    ]);
    expect(await change("replaceActorsForAssignable", `actorIds: ["${scene.alice.user.nodeId}"]`)).toEqual([
      { login: "alice" },
    ]);
    expect(await change("removeAssigneesFromAssignable", ids)).toEqual([]);
  });

  test("a user without a role cannot be assigned", async () => {
    const id = await openIssue(scene, scene.alice, "Task");
    const { errors } = await scene.ask(
      scene.alice,
      `mutation { replaceActorsForAssignable(input: { assignableId: "${id}", actorLogins: ["mallory"] }) { ${assigned} } }`,
    );
    expect(errors).toMatchObject([{ type: "UNPROCESSABLE", message: "Assignees is invalid" }]);
  });
});
