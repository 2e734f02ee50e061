/** A flood of deliveries about the same issues is processed in few passes, and nothing else waits for them. */
import { expect, onTestFinished, test, vi } from "vitest";
import { Flood } from "../../../src/dispatcher/reconcile/flood.ts";
import { fakeClock } from "../../github/world.ts";
import { openDesk } from "../../support/dispatch-desk.ts";
import { task } from "../../support/issues.ts";

const clock = fakeClock(0);

/** Notes a pass that took this long, and resolves to how long the next one of `next` waits. */
async function restAfter(
  flood: Flood,
  deliveries: number,
  tookMs: number,
  next = "R_flooded",
): Promise<number> {
  const beganAt = clock.now();
  clock.jump(tookMs);
  flood.notePass("R_flooded", deliveries, beganAt);
  const endedAt = clock.now();
  await flood.rest(next);
  return clock.now() - endedAt;
}

test("after a pass with 200 deliveries the next one of its repository waits as long as that pass took", async () => {
  expect(await restAfter(new Flood(clock), 200, 120)).toBe(120);
});

test("a repository waits at most a quarter of a second, however long the pass took", async () => {
  expect(await restAfter(new Flood(clock), 2_000, 30_000)).toBe(250);
});

test("after a pass with fewer deliveries nothing waits", async () => {
  expect(await restAfter(new Flood(clock), 199, 120)).toBe(0);
});

test("other repositories do not wait", async () => {
  expect(await restAfter(new Flood(clock), 2_000, 120, "R_other")).toBe(0);
});

test("a pass that comes later than that does not wait, and neither does the one after it", async () => {
  const flood = new Flood(clock);
  flood.notePass("R_flooded", 2_000, clock.now() - 120);
  clock.jump(121);
  const before = clock.now();
  await flood.rest("R_flooded");
  await flood.rest("R_flooded");
  expect(clock.now()).toBe(before);
});

test("a clock that was set back makes no pass wait longer", async () => {
  const flood = new Flood(clock);
  flood.notePass("R_flooded", 2_000, clock.now() - 120);
  clock.jump(-3_600_000);
  const before = clock.now();
  await flood.rest("R_flooded");
  expect(clock.now() - before).toBe(250);
});

test("what arrives after a flood is read in the next pass, once that has waited", async () => {
  const { github, clock, dispatcher, deliver, later, stop } = await openDesk();
  onTestFinished(stop);
  const sleep = vi.spyOn(clock, "sleep");
  onTestFinished(() => sleep.mockRestore());
  /** Sleeps that nothing can end early; the dispatcher's own debounce is shorter. */
  const rests = () => sleep.mock.calls.filter(([ms, signal]) => signal === undefined && ms > 5);
  github.put(task(12));
  await dispatcher.pause();
  for (let n = 0; n < 200; n++) await deliver(["I_12"]);
  dispatcher.resume();
  await vi.waitFor(() => expect(rests()).toHaveLength(1));
  const readDuring = github.reads.length;
  github.change("I_12", { title: "Changed after the flood" });
  await deliver(["I_12"]);
  expect(github.reads).toHaveLength(readDuring);
  await later(250);
  expect(github.reads.length).toBeGreaterThan(readDuring);
});
