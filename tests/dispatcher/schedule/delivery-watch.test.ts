/** Since when we have heard everything, through outages, pauses and jumps of the clock. */
import { describe, expect, test } from "vitest";
import { DeliveryWatch } from "../../../src/dispatcher/schedule/delivery-watch.ts";
import type { RepositoryId } from "../../../src/engine/model/fact.ts";
import { demo, start } from "../../support/issues.ts";
import { type ManualClock, manualClock } from "../../support/manual-clock.ts";

const minute = 60_000;
const { id, installationId } = demo;
const elsewhere = installationId + 1;

interface Ear {
  readonly clock: ManualClock;
  readonly deliveryWatch: DeliveryWatch;
  /** In minutes since the start. */
  readonly since: () => number | undefined;
  readonly pause: (is: boolean) => void;
  readonly setAhead: (ms: number) => void;
}

function listen(earlier?: number, clock = manualClock(start)): Ear {
  const paused = new Set<RepositoryId>();
  let aheadMs = 0;
  const deliveryWatch = new DeliveryWatch(
    {
      index: { repositories: () => [demo], repository: (wanted) => (wanted === id ? demo : undefined) },
      tracker: { aheadMs: () => aheadMs },
      clock,
    },
    { isPaused: (wanted) => paused.has(wanted), claimsPause: () => undefined },
    earlier,
  );
  return {
    clock,
    deliveryWatch,
    since: () => {
      const at = deliveryWatch.since(id);
      return at === undefined ? undefined : Math.round((at - start) / minute);
    },
    pause: (is) => void (is ? paused.add(id) : paused.delete(id)),
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}

describe("AG20 listening", () => {
  test("begins when GitHub first answers", () => {
    const { deliveryWatch, since, clock } = listen();
    expect(since()).toBeUndefined();
    clock.advance(5 * minute);
    deliveryWatch.answered(installationId);
    clock.advance(60 * minute);
    deliveryWatch.answered(installationId);
    expect(since()).toBe(5);
  });

  test("an outage ends it, and it begins again with the first answer; a short one does not count", () => {
    const { deliveryWatch, since, clock } = listen();
    deliveryWatch.answered(installationId);
    deliveryWatch.failed(installationId);
    expect(since()).toBeUndefined();
    clock.advance(minute / 2);
    deliveryWatch.answered(installationId);
    expect(since()).toBe(0);
    for (const of of [installationId, undefined]) {
      deliveryWatch.failed(of);
      clock.advance(minute);
      deliveryWatch.failed(of);
      clock.advance(29 * minute);
      deliveryWatch.answered(elsewhere);
      if (of === installationId) expect(since()).toBeUndefined();
      deliveryWatch.answered(installationId);
      expect(since()).toBe(of === undefined ? 61 : 31);
    }
  });

  test("an outage of another installation changes nothing", () => {
    const { deliveryWatch, since, clock } = listen();
    deliveryWatch.answered(installationId);
    deliveryWatch.failed(elsewhere);
    clock.advance(60 * minute);
    expect(since()).toBe(0);
  });

  test("a pause ends it, also one that no decision met", async () => {
    const { deliveryWatch, since, clock, pause } = listen();
    const stop = new AbortController();
    deliveryWatch.answered(installationId);
    const routine = deliveryWatch.run(stop.signal);
    pause(true);
    expect(since()).toBeUndefined();
    clock.advance(20 * minute);
    pause(false);
    expect(since()).toBe(20);
    pause(true);
    await ticked(clock);
    pause(false);
    clock.advance(5 * minute);
    expect(since()).toBe(26);
    stop.abort();
    await routine;
  });

  test.each([
    ["a machine that slept", 120, 0],
    ["a clock that was set forward", 120, 120],
  ])("%s begins it again, by GitHub's clock", async (_, jump, ahead) => {
    const { deliveryWatch, since, clock, setAhead } = listen();
    const stop = new AbortController();
    deliveryWatch.answered(installationId);
    const routine = deliveryWatch.run(stop.signal);
    for (let n = 0; n < 10; n++) await ticked(clock);
    expect(since()).toBe(0);
    clock.advance(jump * minute);
    setAhead(ahead * minute);
    await ticked(clock);
    expect(since()).toBe(11 + jump - ahead);
    stop.abort();
    await routine;
  });

  test("a clock that was set back changes nothing, as GitHub's counts", () => {
    const { deliveryWatch, since, clock, setAhead } = listen();
    clock.advance(10 * minute);
    deliveryWatch.answered(installationId);
    clock.advance(-120 * minute);
    setAhead(-120 * minute);
    expect(since()).toBe(10);
  });

  test("goes on from an earlier process, which counts gaps and ended pauses for all repositories", () => {
    const before = listen();
    const { clock, deliveryWatch, pause, since } = before;
    deliveryWatch.answered(installationId);
    clock.advance(10 * minute);
    expect(deliveryWatch.heardSince(installationId)).toBe(start);
    pause(true);
    expect(since()).toBeUndefined();
    expect(deliveryWatch.heardSince(installationId)).toBe(start);
    clock.advance(10 * minute);
    pause(false);
    expect(since()).toBe(20);
    const next = listen(deliveryWatch.heardSince(installationId), clock);
    clock.advance(10 * minute);
    expect(next.since()).toBe(20);
    next.deliveryWatch.failed(installationId);
    expect(next.deliveryWatch.heardSince(installationId)).toBeUndefined();
  });
});

/** A minute passes, and the routine has seen it. */
async function ticked(clock: ManualClock): Promise<void> {
  clock.advance(minute);
  await new Promise((resolve) => setImmediate(resolve));
}
