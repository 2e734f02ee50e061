/** Tests comments that came as a reply to a notification's mail: only GraphQL tells. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
  await world.as("alice")("POST", `${repo}/issues`, { title: "Which store?" });
});
afterAll(() => world.close());

const path = `/_hub${repo}/issues/1/mail`;

test("a reply by mail is a comment that GraphQL shows as created by mail, and whose delivery does not tell", async () => {
  const { status, body: mailed } = await world.as("bob")("POST", path, { body: "/answer Files" });
  expect(status).toBe(201);
  const { body: typed } = await world.as("bob")("POST", `${repo}/issues/1/comments`, { body: "Really" });
  const query = "query($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { body createdViaEmail } } }";
  const variables = { ids: [mailed.node_id, typed.node_id] };
  const { body: answer } = await world.as("bob")("POST", "/graphql", { query, variables });
  expect(answer.data.nodes).toEqual([
    { body: "/answer Files", createdViaEmail: true },
    { body: "Really", createdViaEmail: false },
  ]);
  await world.hub.idle();
  const told = world.received.filter((one) => nameOf(one) === "issue_comment.created");
  expect(told.map(({ payload }) => Object.keys(payload.comment).toSorted())).toEqual([
    Object.keys(typed).toSorted(),
    Object.keys(typed).toSorted(),
  ]);
});

test("a reply by mail has its author's rights, and needs a text and an issue", async () => {
  const reply = (actor: string, at: string, body: object) => world.as(actor)("POST", at, body);
  expect((await reply("bob", path, { body: "  " })).status).toBe(422);
  expect((await reply("bob", path, { text: "Hello" })).status).toBe(422);
  expect((await reply("bob", path.replace("/1/", "/99/"), { body: "Hello" })).status).toBe(404);
  expect((await world.as("bob")("PUT", `${repo}/issues/1/lock`)).status).toBe(204);
  expect((await reply("mallory", path, { body: "Hello" })).status).toBe(403);
});
