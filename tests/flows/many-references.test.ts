/**
 * Tests bodies that reference more issues than signalbox reads or GitHub accepts: this is reported at once,
 * and unblocks nothing.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask, questionText } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
beforeEach(async () => {
  bus = await startBus();
  alice = bus.as("alice");
});
afterEach(() => bus.stop());

const names = (numbers: readonly number[]): string => numbers.map((number) => `#${number}`).join(", ");
const textOn = async (issue: number): Promise<string> =>
  (await alice.comments(issue)).map(({ body }) => body).join("\n");

test("N08 E06 a task that names 201 blockers waits for the last of them, and says which list was not read", {
  timeout: 120_000,
}, async () => {
  await bus.stopServer();
  const parts = await Promise.all(
    Array.from({ length: 201 }, (_, n) => alice.open(`Part ${n}`, "Something else.")),
  );
  const [last = 0, ...others] = parts.toReversed();
  await Promise.all(others.map((blocker) => alice.close(blocker)));
  const task = await openTask(alice, { blockedBy: names([...others, last]) });
  await bus.startServer();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "needs-fix", "status:blocked"]);
  expect(await textOn(task)).toContain(`\`#${last}\` is the first one too many`);
  await bus.sweep();
  expect((await alice.see(task)).labels).toContain("status:blocked");
});

test("N08 a command in a comment that is too long to be read is refused, and its author is told once", async () => {
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  const bob = bus.as("bob");
  await bob.comment(question, `/answer Opaque tokens.\n${"a\n".repeat(20_000)}`);
  await bob.comment(question, `A log:\n${"/tmp/a\n".repeat(9_000)}${"\n".repeat(12_000)}end`);
  await bus.settled();
  await bus.sweep();
  expect((await alice.see(question)).state).toBe("open");
  const told = (await alice.comments(question)).filter(({ body }) => body.includes("20000 lines"));
  expect(told.map(({ body }) => body)).toEqual([
    expect.stringContaining(
      "**`/answer` had no effect.** The comment has more than 20000 lines, so none of it was read.",
    ),
  ]);
});

test("N08 E06 a question that names 51 tasks creates no edge, and its author is told the first one beyond the limit", async () => {
  const task = await openTask(alice);
  const many = [task, ...Array.from({ length: 50 }, (_, n) => 1_000 + n)];
  const body = questionText(names(many));
  const question = await alice.open("Q: Which kind of token for all?", body, ["kind:question"]);
  await bus.settled();
  expect(await alice.blockers(task)).toEqual([]);
  expect((await alice.see(question)).labels).toContain("needs-fix");
  expect(await textOn(question)).toContain("`#1049` is the first one too many");
});
