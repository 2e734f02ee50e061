/** Issues of which a role cannot be read: the quota of an hour is not spent on asking for it. */
import { afterEach, expect, test } from "vitest";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { completed, mallory, task } from "../support/issues.ts";

const minuteMs = 60_000;
let desk: PassContext;
afterEach(() => desk.stop());

const labels = (): readonly string[] => desk.github.issues.get("I_12")?.labels ?? [];
const readsOf = (id: string): number =>
  desk.github.reads.flat().filter(({ target }) => "id" in target && target.id === id).length;

async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 1_000) {
    desk.clock.advance(1_000);
    await desk.settled();
  }
}

test("a task whose blocker was closed by an account of unknown role is read less and less often, and at once again after", async () => {
  desk = await openDesk();
  desk.github.put(task(12));
  desk.github.put(task(40));
  desk.github.block("I_12", "I_40");
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  desk.github.roles.set("mallory", "unknown");
  desk.github.close("I_40", completed, mallory);
  await desk.deliver(["I_40"]);
  await desk.settled();
  expect(labels()).toContain("status:blocked");

  const before = readsOf("I_12");
  await pass(60 * minuteMs);
  const inAnHour = readsOf("I_12") - before;
  expect(inAnHour).toBeGreaterThanOrEqual(6);
  expect(inAnHour).toBeLessThan(30);

  desk.github.roles.set("mallory", "write");
  await pass(11 * minuteMs);
  expect(labels()).toContain("status:ready");

  desk.github.change("I_40", { issueState: { state: "open", reopened: true } });
  await desk.deliver(["I_40"]);
  await desk.settled();
  desk.github.roles.set("mallory", "unknown");
  await pass(2 * minuteMs);
  desk.github.close("I_40", completed, mallory);
  await desk.deliver(["I_40"]);
  await desk.settled();
  expect(labels()).toContain("status:blocked");
  desk.github.roles.set("mallory", "write");
  await pass(4_000);
  expect(labels()).toContain("status:ready");
}, 60_000);

test("events about the issue do not make its next read later: only reads that were waited for do", async () => {
  desk = await openDesk();
  desk.github.put(task(12));
  desk.github.put(task(40));
  desk.github.block("I_12", "I_40");
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  desk.github.roles.set("mallory", "unknown");
  desk.github.close("I_40", completed, mallory);
  await desk.deliver(["I_40"]);
  for (let event = 0; event < 10; event++) {
    await pass(1_000);
    await desk.deliver(["I_12"]);
  }
  await pass(30_000);
  expect(labels()).toContain("status:blocked");
  desk.github.roles.set("mallory", "write");
  await pass(minuteMs);
  expect(labels()).toContain("status:ready");
}, 60_000);
