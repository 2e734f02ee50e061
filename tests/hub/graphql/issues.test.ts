/** Tests issues over GraphQL: what a mutation writes, a query reads back. */
import { beforeEach, describe, expect, test } from "vitest";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});

const read = /* GraphQL */ `
  query($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      issue(number: $number) {
        id number title body state stateReason closed closedAt lastEditedAt
        author { __typename login ... on User { databaseId } ... on Bot { id databaseId } }
        editor { login }
        labels(first: 10) { totalCount nodes { name color } }
        assignees(first: 10) { nodes { login } }
        comments(first: 10) { totalCount nodes { body author { login } } }
        timelineItems(first: 20) { nodes { __typename ... on LabeledEvent { label { name } actor { login } } } }
        issueDependenciesSummary { blockedBy totalBlockedBy blocking totalBlocking }
        reactionGroups { content reactors(first: 1) { totalCount } }
        viewerCanUpdate viewerDidAuthor isPinned parent { id } issueType { name }
      }
    }
  }
`;
const demo = { owner: "acme", name: "demo", number: 1 };

describe("issues over GraphQL", () => {
  test("a new issue is read back completely", async () => {
    await openIssue(scene, scene.alice, "Which port?");
    const { data, errors } = await scene.ask(scene.alice, read, demo);
    expect(errors).toEqual([]);
    expect(valueAt(data, "repository.issue")).toMatchObject({
      number: 1,
      title: "Which port?",
      body: "About Which port?",
      state: "OPEN",
      stateReason: null,
      author: { __typename: "User", login: "alice", databaseId: scene.alice.user.id },
      labels: { totalCount: 0, nodes: [] },
      issueDependenciesSummary: { blockedBy: 0, totalBlockedBy: 0, blocking: 0, totalBlocking: 0 },
      viewerDidAuthor: true,
    });
    expect(valueAt(data, "repository.issue.reactionGroups")).toHaveLength(8);
  });

  test("an App's issue has a Bot as its author, whose login has no suffix", async () => {
    await openIssue(scene, scene.app, "From the App");
    const { data } = await scene.ask(scene.alice, read, demo);
    expect(valueAt(data, "repository.issue.author")).toMatchObject({ __typename: "Bot", login: "signalbox" });
    const viewer = await scene.ask(scene.app, "{ viewer { login } }");
    expect(viewer.data).toEqual({ viewer: { login: "signalbox[bot]" } });
  });

  test("editing a body shows who and when; changing only the title does not", async () => {
    const id = await openIssue(scene, scene.alice, "Old");
    const update =
      "mutation($input: UpdateIssueInput!) { updateIssue(input: $input) { issue { title lastEditedAt editor { login } } } }";
    const renamed = await scene.ask(scene.maria, update, { input: { id, title: "New" } });
    expect(valueAt(renamed.data, "updateIssue.issue")).toEqual({
      title: "New",
      lastEditedAt: null,
      editor: null,
    });
    const edited = await scene.ask(scene.maria, update, { input: { id, body: "Other" } });
    expect(valueAt(edited.data, "updateIssue.issue")).toMatchObject({ editor: { login: "maria" } });
  });

  test.each([
    ["NOT_PLANNED", false, "NOT_PLANNED"],
    ["COMPLETED", false, "COMPLETED"],
    ["DUPLICATE", true, "DUPLICATE"],
    ["DUPLICATE", false, "NOT_PLANNED"],
  ])("an issue closed as %s, queried with enableDuplicate %s, shows %s", async (reason, enable, shown) => {
    const id = await openIssue(scene, scene.alice, "Close me");
    const close = `mutation { closeIssue(input: { issueId: "${id}", stateReason: ${reason} }) {
      issue { state stateReason(enableDuplicate: ${enable}) } } }`;
    const { data } = await scene.ask(scene.alice, close);
    expect(valueAt(data, "closeIssue.issue")).toEqual({ state: "CLOSED", stateReason: shown });
    const reopen = `mutation { reopenIssue(input: { issueId: "${id}" }) { issue { state stateReason } } }`;
    const reopened = await scene.ask(scene.alice, reopen);
    expect(valueAt(reopened.data, "reopenIssue.issue")).toEqual({ state: "OPEN", stateReason: "REOPENED" });
  });

  test("labels are added, removed and cleared by node id, with timeline events", async () => {
    const id = await openIssue(scene, scene.alice, "Label me");
    const ids: string[] = [];
    for (const name of ["task", "blocked"]) {
      const made = await scene.ask(
        scene.alice,
        `mutation { createLabel(input: { repositoryId: "${scene.demo.nodeId}", name: "${name}", color: "00ff00" }) { label { id } } }`,
      );
      ids.push(String(valueAt(made.data, "createLabel.label.id")));
    }
    const change = (mutation: string, labelIds?: readonly string[]) =>
      scene.ask(
        scene.alice,
        `mutation($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) {
          ${mutation}(input: $input) { clientMutationId labelable { labels(first: 5) { nodes { name } } } } }`,
        { input: { labelableId: id, ...(labelIds ? { labelIds } : {}), clientMutationId: "7" } },
      );
    const added = await change("addLabelsToLabelable", ids);
    expect(valueAt(added.data, "addLabelsToLabelable")).toEqual({
      clientMutationId: "7",
      labelable: { labels: { nodes: [{ name: "task" }, { name: "blocked" }] } },
    });
    const removed = await change("removeLabelsFromLabelable", ids.slice(0, 1));
    expect(valueAt(removed.data, "removeLabelsFromLabelable.labelable.labels.nodes")).toEqual([
      { name: "blocked" },
    ]);
    const cleared = await change("clearLabelsFromLabelable");
    expect(valueAt(cleared.data, "clearLabelsFromLabelable.labelable.labels.nodes")).toEqual([]);
    const timeline = await scene.ask(
      scene.alice,
      `{ node(id: "${id}") { ... on Issue { timelineItems(first: 9, itemTypes: [LABELED_EVENT]) { totalCount
         nodes { ... on LabeledEvent { label { name } actor { login } } } } } } }`,
    );
    expect(valueAt(timeline.data, "node.timelineItems")).toEqual({
      totalCount: 2,
      nodes: [
        { label: { name: "task" }, actor: { login: "alice" } },
        { label: { name: "blocked" }, actor: { login: "alice" } },
      ],
    });
  });

  test("a deleted issue is not found, and its number stays unused", async () => {
    const id = await openIssue(scene, scene.alice, "Gone soon");
    const remove = `mutation { deleteIssue(input: { issueId: "${id}" }) { repository { name } } }`;
    const refused = await scene.ask(scene.alice, remove);
    expect(refused.errors).toMatchObject([{ type: "FORBIDDEN", path: ["deleteIssue"] }]);
    const done = await scene.ask(scene.maria, remove);
    expect(done.data).toEqual({ deleteIssue: { repository: { name: "demo" } } });
    const gone = await scene.ask(scene.alice, read, demo);
    expect(gone.data).toEqual({ repository: { issue: null } });
    expect(gone.errors).toMatchObject([
      { type: "NOT_FOUND", message: "Could not resolve to an Issue with the number of 1." },
    ]);
  });
});
