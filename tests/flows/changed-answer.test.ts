/** Tests what people are told when an answer is replaced, and where they find the full text. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { visibleLength } from "../support/visible.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const first = `SQLite: one file, ${"and it survives kill -9 in the middle of a burst ".repeat(9)}.`;
const second = `PostgreSQL, ${"as two servers will share what one of them brings in ".repeat(9)}.`;

test("N14 a changed decision is announced with the earlier one, and a truncated text links to the whole", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const task = await alice.open("Store deliveries", form({ Goal: "They survive a crash." }), ["kind:task"]);
  const sections = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "blocking" };
  const question = await alice.open("Q: Which store?", form({ ...sections, Context: "Both work." }), [
    "kind:question",
  ]);
  await bus.settled();
  await bob.comment(question, `/answer ${first}`);
  await bus.settled();
  await maria.comment(question, `/answer ${second}`);
  await bus.settled();
  const escalation = question + 1;
  await maria.comment(escalation, "/decide 2 because we go to two machines in March");
  await bus.settled();

  const [ready = "", changed = ""] = (await alice.comments(task)).map(({ body }) => body);
  expect(ready).toMatch(/^@alice, this task is ready: `bob` answered #2 Which store\?\n\n> SQLite/);
  expect(changed).toMatch(/^@alice, the answer to #2 Which store\? has changed, [^\n]*\n\n> PostgreSQL/);
  expect(changed).toMatch(
    /\n\nIt was "SQLite: one file, [^\n]*"\. Decided by `maria` in #3, because "we go to/,
  );
  for (const text of [ready, changed]) expect(visibleLength(text)).toBeLessThanOrEqual(300);

  const { data } = await alice.octokit.rest.issues.listComments({
    ...alice.repository,
    issue_number: question,
  });
  const addressOf = (words: string): string =>
    data.find(({ body }) => body?.startsWith(`/answer ${words}`))?.html_url ?? "nowhere";
  expect(ready).toContain(`([all of it](${addressOf("SQLite")}))`);
  expect(changed).toContain(`([all of it](${addressOf("PostgreSQL")}))`);
  expect(changed).toContain(`([all of it](${addressOf("SQLite")}))`);
});
