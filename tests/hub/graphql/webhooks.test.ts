/** Tests the webhooks of changes over GraphQL: the same as of changes over REST. */
import { beforeEach, describe, expect, test } from "vitest";
import { pendingDeliveries } from "../../../src/hub/state/deliveries.ts";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});

/** Events and actions of pending deliveries, in order. */
function told(): readonly string[] {
  const deliveries = pendingDeliveries(scene.core.state, scene.app.app.id, 0, 100);
  return deliveries.map(({ event, action }) => `${event}.${action}`);
}

describe("webhooks after mutations", () => {
  test("opening with a label, commenting and closing send webhooks in order", async () => {
    const made = await scene.ask(
      scene.alice,
      `mutation { createLabel(input: { repositoryId: "${scene.demo.nodeId}", name: "task", color: "00ff00" }) { label { id } } }`,
    );
    const opened = await scene.ask(
      scene.alice,
      "mutation($input: CreateIssueInput!) { createIssue(input: $input) { issue { id } } }",
      {
        input: {
          repositoryId: scene.demo.nodeId,
          title: "Task",
          labelIds: [valueAt(made.data, "createLabel.label.id")],
          assigneeIds: [scene.alice.user.nodeId],
        },
      },
    );
    const id = valueAt(opened.data, "createIssue.issue.id");
    await scene.ask(
      scene.alice,
      `mutation { addComment(input: { subjectId: "${id}", body: "Done" }) { clientMutationId }
        closeIssue(input: { issueId: "${id}" }) { clientMutationId } }`,
    );
    expect(told()).toEqual([
      "label.created",
      "issues.opened",
      "issues.labeled",
      "issues.assigned",
      "issue_comment.created",
      "issues.closed",
    ]);
  });

  test("an edge sends a webhook to both sides, and a refused mutation sends none", async () => {
    const task = await openIssue(scene, scene.alice, "Task");
    const question = await openIssue(scene, scene.alice, "Question");
    const block = `mutation { addBlockedBy(input: { issueId: "${task}", blockingIssueId: "${question}" }) { clientMutationId } }`;
    await scene.ask(scene.mallory, block);
    await scene.ask(scene.alice, block);
    await scene.ask(scene.alice, block);
    expect(told().slice(2)).toEqual([
      "issue_dependencies.blocked_by_added",
      "issue_dependencies.blocking_added",
    ]);
  });
});
