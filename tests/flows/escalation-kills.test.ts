/**
 * Kills the server around the moment in which it opens an issue: there is one escalation, whatever the server
 * remembers. Where SIGNALBOX_EVERY_STEP is set (`npm run long`), it is killed at each occurrence of a step, elsewhere at
 * the first two.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { questionBody, taskBody } from "../support/story.ts";

let bus: MortalBus;
beforeAll(async () => {
  bus = await startMortalBus();
});
afterAll(() => bus.stop());

async function raisedUntilSettled(): Promise<number> {
  let deaths = 0;
  for (; !(await bus.settled()); deaths++) await bus.raise();
  return deaths;
}

const rounds = process.env.SIGNALBOX_EVERY_STEP === undefined ? 2 : Number.POSITIVE_INFINITY;

const steps: readonly DurableStep[] = ["effects marked as sending", "effects sent"];

test.each(steps)("B10 an escalation is opened once, killed at: %s", { timeout: 120_000 }, async (step) => {
  for (let occurrence = 1; occurrence <= rounds; occurrence++) {
    const alice = bus.as("alice");
    const task = await alice.open("Sign in", taskBody("People can."), ["kind:task"]);
    const asked = await alice.open("Q: Which?", questionBody(`#${task}`), ["kind:question"]);
    await raisedUntilSettled();
    await bus.doom(step, occurrence);
    await bus.pass(31 * 60_000);
    const deaths = await raisedUntilSettled();
    const all = await alice.octokit.paginate("GET /repos/{owner}/{repo}/issues", alice.repository);
    const raised = all.filter(({ body }) => body?.includes(`### Regarding\n\n#${asked}\n`));
    expect(raised.map(({ state }) => state)).toEqual(["open"]);
    expect((await alice.see(asked)).labels).toContain("escalated");
    if (deaths > 0) continue;
    expect(occurrence, "it comes to the step").toBeGreaterThan(1);
    await bus.spare();
    break;
  }
});
