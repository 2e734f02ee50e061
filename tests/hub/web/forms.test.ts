/** What a person does on the hub's pages is what the API does, with that person's rights. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { enterAs, type Visitor } from "../../support/visitor.ts";

let bus: TestHub;
let number: number;
let at: string;
beforeAll(async () => {
  bus = await startTestHub();
  const { body } = await bus.as("bob")("POST", "/repos/acme/demo/issues", { title: "A task", body: "Do it" });
  number = body.number;
  at = `/acme/demo/issues/${number}`;
});
afterAll(() => bus.close());

const signIn = async (login: string): Promise<Visitor> => enterAs(bus.hub.entryLink(at), login);
const issue = async () => (await bus.as("maria")("GET", `/repos/acme/demo/issues/${number}`)).body;
const comments = async (): Promise<readonly { body: string; user: { login: string } }[]> =>
  (await bus.as("maria")("GET", `/repos/acme/demo/issues/${number}/comments`)).body;

describe("comment", () => {
  test("a comment is written as the person signed in, and the App is told", async () => {
    const alice = await signIn("alice");
    await alice.get(at);
    const { html, path } = await alice.post(`${at}/comments`, {
      body: "Line one\r\nline two",
      act: "comment",
    });
    expect(path).toMatch(/#issuecomment-\d+$/);
    expect(html).toMatch(/Line one<br>\s*line two/);
    expect((await comments()).at(-1)).toMatchObject({ body: "Line one\nline two", user: { login: "alice" } });
    const told = (await bus.inOrder()).at(-1);
    expect(told?.payload).toMatchObject({ action: "created", sender: { login: "alice" } });
  });

  test("an empty comment is refused with GitHub's reason", async () => {
    const alice = await signIn("alice");
    await alice.get(at);
    const before = (await comments()).length;
    const { status, html } = await alice.post(`${at}/comments`, { body: "  ", act: "comment" });
    expect(status).toBe(422);
    expect(html).toContain("Body cannot be blank");
    expect(await comments()).toHaveLength(before);
  });

  test("what a refused person wrote is shown to be copied", async () => {
    const maria = bus.as("maria");
    const mallory = await signIn("mallory");
    await mallory.get(at);
    await maria("PUT", `/repos/acme/demo/issues/${number}/lock`, {});
    expect((await mallory.get(at)).html).not.toContain("<textarea");
    const { status, html } = await mallory.post(`${at}/comments`, {
      body: "<b>My long thoughts",
      act: "comment",
    });
    expect(status).toBe(403);
    expect(html).toContain("<pre>&lt;b&gt;My long thoughts</pre>");
    await maria("DELETE", `/repos/acme/demo/issues/${number}/lock`);
  });
});

describe("close and reopen", () => {
  test("closing writes the comment first, keeps the reason, and can be undone", async () => {
    const maria = await signIn("maria");
    await maria.get(at);
    await maria.post(`${at}/comments`, { body: "Not now", act: "drop" });
    expect(await issue()).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      closed_by: { login: "maria" },
    });
    expect((await comments()).at(-1)?.body).toBe("Not now");
    const { html } = await maria.post(`${at}/comments`, { body: "", act: "reopen" });
    expect(html).toContain("Close as completed");
    expect(await issue()).toMatchObject({ state: "open" });
    await maria.post(`${at}/comments`, { body: "", act: "close" });
    expect(await issue()).toMatchObject({ state: "closed", state_reason: "completed" });
    await maria.post(`${at}/comments`, { body: "", act: "reopen" });
  });

  test("who may not close sees no button for it, and is refused all the same", async () => {
    const mallory = await signIn("mallory");
    const { html } = await mallory.get(at);
    expect(html).toContain('value="comment"');
    expect(html).not.toContain('value="close"');
    expect((await mallory.post(`${at}/comments`, { body: "", act: "close" })).status).toBe(403);
    expect(await issue()).toMatchObject({ state: "open" });
  });
});

describe("assign", () => {
  test("people with write access are assigned and unassigned", async () => {
    const alice = await signIn("alice");
    const { html } = await alice.get(at);
    expect(html).toMatch(/<option selected>alice<\/option>/);
    expect(html).not.toContain("<option>mallory</option>");
    await alice.post(`${at}/assignees`, { login: "alice" });
    await alice.post(`${at}/assignees`, { login: "bob" });
    expect((await issue()).assignees.map(({ login }: { login: string }) => login)).toEqual(["alice", "bob"]);
    await alice.post(`${at}/assignees`, { login: "alice", act: "remove" });
    expect((await issue()).assignees.map(({ login }: { login: string }) => login)).toEqual(["bob"]);
  });

  test("who may not assign sees no form for it, and is refused all the same", async () => {
    const mallory = await signIn("mallory");
    expect((await mallory.get(at)).html).not.toContain("/assignees");
    expect((await mallory.post(`${at}/assignees`, { login: "alice" })).status).toBe(403);
  });
});

test("a form works for the issue of its own page alone, as everything is looked up again", async () => {
  const mallory = await signIn("mallory");
  await mallory.get(at);
  expect((await mallory.post("/acme/demo/issues/999/comments", { body: "x" })).status).toBe(404);
  expect((await mallory.post("/acme/other/issues/1/comments", { body: "x" })).status).toBe(404);
});
