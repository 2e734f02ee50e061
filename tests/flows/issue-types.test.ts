/**
 * Tests an organisation's native issue types: kinds are mirrored to them, and a contradicting type is
 * reported.
 */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const at = (actor: Actor, issue: number) => ({ ...actor.repository, issue_number: issue });
const typeOf = async (actor: Actor, issue: number): Promise<string | undefined> =>
  (await actor.octokit.rest.issues.get(at(actor, issue))).data.type?.name;
const retype = (actor: Actor, issue: number, type: string | null) =>
  actor.octokit.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", { ...at(actor, issue), type });

test("D14 a kind is mirrored to the organisation's type of that name; a contradicting type is reported and kept", async () => {
  bus = await startBus({ seed: { ...demoSeed, issueTypes: { acme: ["Bug", "task"] } } });
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect(await typeOf(alice, task)).toBe("task");
  expect(await typeOf(alice, question)).toBeUndefined();

  await retype(alice, task, null);
  await bus.settled();
  expect(await typeOf(alice, task)).toBe("task");

  await retype(alice, question, "task");
  await bus.settled();
  expect(await typeOf(alice, question)).toBe("task");
  expect((await alice.see(question)).labels).toContain("needs-fix");
  expect((await alice.comments(question)).map(({ body }) => body).join()).toMatch(
    /label says question but the issue type says Task/,
  );
  await retype(alice, question, null);
  await bus.settled();
  expect((await alice.see(question)).labels).not.toContain("needs-fix");
});
