/** Tests a person's decision and its reason, from the escalation to everyone who reads it later. */
import { afterEach, expect, test } from "vitest";
import { openBoardHere } from "../../src/cli/local-index/board.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const minutes = 60_000;
const wording = "Which token do sessions of the web client use while nobody is logged in?";

async function asks(who: Actor, title: string, options?: string): Promise<{ task: number; asked: number }> {
  const task = await who.open("Sign in", form({ Goal: "People can sign in." }), ["kind:task"]);
  const asked = await who.open(
    `Q: ${title}`,
    form({
      "Blocking task": `#${task}`,
      Category: "architecture",
      Urgency: "blocking",
      Context: "Both kinds of token would do for the web client, and we tried neither.",
      ...(options === undefined ? {} : { Options: options }),
    }),
    ["kind:question"],
  );
  await bus.settled();
  return { task, asked };
}

/** Lets the deadline of a question pass. Resolves to the escalation's number. */
async function overdue(who: Actor): Promise<number> {
  bus.clock.advance(31 * minutes);
  await bus.settled();
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: "kind:escalation",
    state: "open",
  });
  expect(data).toHaveLength(1);
  return data[0]?.number ?? 0;
}

const said = async (who: Actor, issue: number): Promise<string> =>
  (await who.comments(issue)).map(({ body }) => body).join("\n\n");

test("N12 an escalation without options is decided in a person's own words, and not by a number", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const { task, asked } = await asks(alice, "Which token?");
  const raised = await overdue(maria);
  expect((await alice.see(raised)).labels).not.toContain("needs-fix");

  await maria.comment(raised, "/decide 1");
  await bus.settled();
  expect((await alice.see(asked)).state).toBe("open");
  expect(await said(maria, raised)).toContain("Comment `/answer <your decision>`");

  await maria.comment(raised, "/decide because Opaque tokens in a table.");
  await bus.settled();
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(raised)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await said(alice, asked)).toContain("> Opaque tokens in a table.");
  expect((await alice.see(task)).labels).toContain("status:ready");
});

test("N13 a reason given after because reaches the question, the notice, the brief, the record and the next asker", async () => {
  bus = await startBus({ startsServer: false });
  bus.hub.setPermissions({
    contents: "write",
    issues: "write",
    metadata: "read",
    checks: "write",
    pull_requests: "write",
  });
  await bus.startServer();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const { task, asked } = await asks(alice, wording, "- Opaque tokens\n- Signed tokens");
  const raised = await overdue(maria);
  await maria.comment(raised, "/decide 2 because the table would be read on every request");
  await bus.settled();
  const because = /Because:\s+> the table would be read on every request/;
  expect(await said(alice, asked)).toMatch(because);
  expect(await said(alice, task)).toMatch(because);

  const board = await openBoardHere(bus.databaseUrl, bus.home);
  const id = (await board.board.card("acme", "demo", task))?.id ?? "";
  expect((await board.board.brief(id))?.decisions).toContainEqual(
    expect.objectContaining({ because: "the table would be read on every request" }),
  );
  await board.close();

  await bus.sweep();
  const { data } = await maria.octokit.rest.repos.getContent({
    ...maria.repository,
    path: `docs/adr/question-${asked}.md`,
  });
  const record = "content" in data ? Buffer.from(data.content, "base64").toString() : "";
  expect(record).toMatch(/## Rationale\s+> the table would be read on every request/);

  const again = await asks(bob, wording, "- Opaque tokens\n- Signed tokens");
  await bus.settled();
  const { data: answers } = await maria.octokit.rest.issues.listForRepo({
    ...maria.repository,
    labels: "kind:answer",
    state: "all",
  });
  expect(answers[0]?.body).toContain(`#${again.asked}`);
  expect(answers[0]?.body).toContain("the table would be read on every request");
});
