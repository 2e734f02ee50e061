/**
 * An agent deletes what signalbox wrote, as soon as it is written: the state that it carries is there again, and the attack
 * costs the installation a few of its requests, not a tenth of the hour's.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openTask, questionText } from "../support/freeing.ts";
import { ours } from "../support/votes-story.ts";

let bus: TestBus;
const rounds = 8;
let asked = 0;
let count = 0;
beforeAll(async () => {
  bus = await startBus();
  bus.hub.observe((seen) => {
    if (seen.kind === "response") count += 1;
  });
});
afterAll(() => bus.stop());

async function deleteOurs(issue: number): Promise<void> {
  const { octokit, repository, comments } = bus.as("bob");
  for (const { id, author } of await comments(issue))
    if (author === botLogin) await octokit.rest.issues.deleteComment({ ...repository, comment_id: id });
}

/** An open question with a status of ours. */
async function shownQuestion(): Promise<number> {
  asked += 1;
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const title = `Q: Which kind of token for part ${asked}?`;
  const question = await alice.open(title, questionText(task, `Either, for ${asked}.`), ["kind:question"]);
  await bus.settled();
  await alice.comment(question, "/urgency important");
  await bus.settled();
  expect(await ours(bus, question)).toHaveLength(1);
  return question;
}

test.each([
  ["in the same second", 0],
  ["a second later", 1_100],
  ["half a minute later", 31_000],
])("a status is deleted %s, and then the issue changes: it is written once more", async (_, after) => {
  const question = await shownQuestion();
  bus.clock.advance(after);
  await deleteOurs(question);
  await bus.settled();
  const before = count;
  await bus.as("maria").comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect(count - before).toBeLessThan(30);
  expect(await bus.as("maria").see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await ours(bus, question)).toHaveLength(1);
  expect((await ours(bus, question))[0]).toContain("**Answered** by `maria`");
});

test("it deletes every status that is written, again and again: each costs as much as the first", async () => {
  const question = await shownQuestion();
  const before = count;
  for (let round = 0; round < rounds; round += 1) {
    await deleteOurs(question);
    await bus.as("alice").comment(question, round % 2 === 0 ? "/urgency blocking" : "/urgency important");
    await bus.settled();
    bus.clock.advance(1_100);
  }
  expect(count - before).toBeLessThan(rounds * 20);
  bus.clock.advance(31_000);
  await bus.as("maria").comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect(await bus.as("maria").see(question)).toMatchObject({ state: "closed", reason: "completed" });
  // What it carries is lost with it in a rebuild, so that it waits for an hour at most, and never for a day.
  bus.clock.advance(61 * 60_000);
  await bus.settled();
  expect(await ours(bus, question)).toContainEqual(expect.stringContaining("**Answered** by `maria`"));
});
