/** Tests comments and reactions over GraphQL. */
import { beforeEach, describe, expect, test } from "vitest";
import { eventsOfIssue, insertEvent } from "../../../src/hub/state/issues/events.ts";
import { issueByNumber } from "../../../src/hub/state/issues/issues.ts";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
let issue: string;
beforeEach(async () => {
  scene = openScene();
  issue = await openIssue(scene, scene.alice, "Talk here");
});

const add =
  "mutation($input: AddCommentInput!) { addComment(input: $input) { commentEdge { cursor node { id url body author { login } } } subject { id } } }";

async function comment(body: string, actor = scene.alice): Promise<string> {
  const { data } = await scene.ask(actor, add, { input: { subjectId: issue, body } });
  return String(valueAt(data, "addComment.commentEdge.node.id"));
}

const page = /* GraphQL */ `
  query($id: ID!, $first: Int, $last: Int, $after: String, $before: String) {
    node(id: $id) { ... on Issue { comments(first: $first, last: $last, after: $after, before: $before) {
      totalCount
      nodes { body }
      edges { cursor }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } } }
  }
`;

describe("comments over GraphQL", () => {
  test("addComment returns the comment's edge, whose URL is on the issue's page", async () => {
    const { data } = await scene.ask(scene.mallory, add, { input: { subjectId: issue, body: "Hello" } });
    expect(valueAt(data, "addComment.commentEdge.node")).toMatchObject({
      body: "Hello",
      author: { login: "mallory" },
      url: expect.stringMatching(/\/acme\/demo\/issues\/1#issuecomment-\d+$/),
    });
    expect(valueAt(data, "addComment.subject.id")).toBe(issue);
  });

  test("an edited comment shows its editor and keeps its author", async () => {
    const id = await comment("First");
    const update =
      "mutation($input: UpdateIssueCommentInput!) { updateIssueComment(input: $input) { issueComment { body author { login } editor { login } includesCreatedEdit lastEditedAt } } }";
    const { data } = await scene.ask(scene.maria, update, { input: { id, body: "Second" } });
    expect(valueAt(data, "updateIssueComment.issueComment")).toEqual({
      body: "Second",
      author: { login: "alice" },
      editor: { login: "maria" },
      includesCreatedEdit: true,
      lastEditedAt: expect.stringMatching(/Z$/),
    });
    const refused = await scene.ask(scene.mallory, update, { input: { id, body: "Third" } });
    expect(refused.data).toEqual({ updateIssueComment: null });
    expect(refused.errors).toMatchObject([
      {
        type: "FORBIDDEN",
        message: "mallory does not have the correct permissions to execute `UpdateIssueComment`",
      },
    ]);
  });

  test("a comment is minimised with a reason and shown again", async () => {
    const id = await comment("Old news");
    const fold = `mutation { minimizeComment(input: { subjectId: "${id}", classifier: OUTDATED }) {
      minimizedComment { isMinimized minimizedReason } } }`;
    const folded = await scene.ask(scene.maria, fold);
    expect(valueAt(folded.data, "minimizeComment.minimizedComment")).toEqual({
      isMinimized: true,
      minimizedReason: "outdated",
    });
    const unfold = `mutation { unminimizeComment(input: { subjectId: "${id}" }) { unminimizedComment { isMinimized } } }`;
    const shown = await scene.ask(scene.maria, unfold);
    expect(valueAt(shown.data, "unminimizeComment.unminimizedComment")).toEqual({ isMinimized: false });
  });

  test("a deleted comment is no longer a node", async () => {
    const id = await comment("Delete me");
    const remove = `mutation { deleteIssueComment(input: { id: "${id}" }) { clientMutationId } }`;
    expect((await scene.ask(scene.alice, remove)).data).toEqual({
      deleteIssueComment: { clientMutationId: null },
    });
    const { data, errors } = await scene.ask(scene.alice, `{ node(id: "${id}") { id } }`);
    expect(data).toEqual({ node: null });
    expect(errors).toMatchObject([
      { type: "NOT_FOUND", message: `Could not resolve to a node with the global id of '${id}'` },
    ]);
  });

  test("pages are consistent in both directions, even when rows are deleted between them", async () => {
    const ids: string[] = [];
    for (const body of ["a", "b", "c", "d", "e"]) ids.push(await comment(body));
    const read = async (variables: Readonly<Record<string, unknown>>) =>
      valueAt((await scene.ask(scene.alice, page, { id: issue, ...variables })).data, "node.comments");
    const first = await read({ first: 2 });
    expect(first).toMatchObject({
      totalCount: 5,
      nodes: [{ body: "a" }, { body: "b" }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const end = valueAt(first, "pageInfo.endCursor");
    await scene.ask(
      scene.alice,
      `mutation { deleteIssueComment(input: { id: "${ids[0]}" }) { clientMutationId } }`,
    );
    expect(await read({ first: 2, after: end })).toMatchObject({
      nodes: [{ body: "c" }, { body: "d" }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
    const last = await read({ last: 1 });
    expect(last).toMatchObject({ nodes: [{ body: "e" }], pageInfo: { hasNextPage: false } });
    const start = valueAt(last, "pageInfo.startCursor");
    expect(await read({ last: 2, before: start })).toMatchObject({
      nodes: [{ body: "c" }, { body: "d" }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
  });

  test("an invalid cursor is refused by name", async () => {
    const { errors } = await scene.ask(scene.alice, page, { id: issue, first: 1, after: "bm9uZQ==" });
    expect(errors).toMatchObject([
      {
        type: "INVALID_CURSOR_ARGUMENTS",
        message: "`bm9uZQ==` does not appear to be a valid cursor.",
        path: ["node", "comments"],
      },
    ]);
  });

  test("a deletion stays in the timeline with the comment's author, unless an older release recorded it", async () => {
    const id = await comment("Gone soon.");
    await scene.ask(
      scene.maria,
      `mutation { deleteIssueComment(input: { id: "${id}" }) { clientMutationId } }`,
    );
    const { state } = scene.core;
    const issueId = issueByNumber(state, scene.demo.id, 1)?.id ?? 0;
    const [event] = eventsOfIssue(state, issueId, { offset: 0, limit: 10 });
    if (event !== undefined)
      insertEvent(state, { ...event, detail: { event: "comment_deleted" } }, event.createdAt);
    const { data, errors } = await scene.ask(
      scene.alice,
      `{ node(id: "${issue}") { ... on Issue { timelineItems(first: 9, itemTypes: [COMMENT_DELETED_EVENT]) {
         nodes { ... on CommentDeletedEvent { actor { login } deletedCommentAuthor { login } } } } } } }`,
    );
    expect(errors).toEqual([]);
    expect(valueAt(data, "node.timelineItems.nodes")).toEqual([
      { actor: { login: "maria" }, deletedCommentAuthor: { login: "alice" } },
      { actor: { login: "maria" }, deletedCommentAuthor: null },
    ]);
  });

  test("a reaction is counted once, shown to its author, and removed", async () => {
    const react = (mutation: "addReaction" | "removeReaction") =>
      scene.ask(
        scene.alice,
        `mutation { ${mutation}(input: { subjectId: "${issue}", content: EYES }) {
          reaction { content user { login } } reactionGroups { content viewerHasReacted users(first: 1) { totalCount } } } }`,
      );
    await react("addReaction");
    const again = await react("addReaction");
    expect(valueAt(again.data, "addReaction.reaction")).toEqual({
      content: "EYES",
      user: { login: "alice" },
    });
    expect(valueAt(again.data, "addReaction.reactionGroups")).toContainEqual({
      content: "EYES",
      viewerHasReacted: true,
      users: { totalCount: 1 },
    });
    const taken = await react("removeReaction");
    expect(valueAt(taken.data, "removeReaction.reactionGroups")).toContainEqual({
      content: "EYES",
      viewerHasReacted: false,
      users: { totalCount: 0 },
    });
    expect((await react("removeReaction")).errors).toMatchObject([{ type: "UNPROCESSABLE" }]);
  });
});
