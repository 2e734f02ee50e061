/** Pacing by a clock that jumps over sleeps, so that an hour of limits takes no time. */
import { describe, expect, test } from "vitest";
import type { StoredBackoff } from "../../../src/dispatcher/ports/account.ts";
import { createBudget } from "../../../src/github/transport/budget.ts";
import { fakeClock } from "../world.ts";

describe("the budget", () => {
  test("the budget gives turns a second apart, even to callers that ask at once", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    await Promise.all([budget.turn(1), budget.turn(1), budget.turn(2)]);
    expect(clock.slept).toEqual([1000]);
  });

  test("B15 a clock set back by an hour does not cause a wait of an hour", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    await budget.turn(1);
    clock.jump(-3_600_000);
    await budget.turn(1);
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(30_000);
  });

  test("C03 consecutive limits are counted, those met at once as one, until there was none for a quarter of an hour", () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "off");
    budget.hold(1, clock.now() + 60_000);
    budget.hold(1, clock.now() + 60_000);
    expect(budget.strikes(1)).toBe(0);
    clock.jump(60_000);
    expect(budget.strikes(1)).toBe(1);
    budget.hold(1, clock.now() + 120_000);
    expect(budget.strikes(1)).toBe(1);
    clock.jump(120_000 + 14 * 60_000);
    expect(budget.strikes(1)).toBe(2);
    clock.jump(60_000);
    expect([budget.strikes(1), budget.strikes(2)]).toEqual([0, 0]);
  });

  test("the budget holds an installation as long as GitHub said, and paces nothing when off", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "off");
    budget.hold(1, clock.now() + 60_000);
    budget.hold(1, clock.now() + 30_000);
    expect(budget.heldUntil(1)).toBe(clock.now() + 60_000);
    expect(budget.heldUntil(2)).toBeUndefined();
    clock.jump(60_000);
    expect(budget.heldUntil(1)).toBeUndefined();
    await budget.turn(1);
    await budget.turn(1);
    expect(clock.slept).toEqual([]);
  });

  test("C03 what GitHub asked of an earlier process counts for this one, with the number of times in a row", () => {
    const clock = fakeClock();
    const kept: StoredBackoff[] = [];
    const budget = createBudget(clock, "github", { known: [], keep: (backoff) => kept.push(backoff) });
    budget.hold(1, clock.now() + 60_000);
    clock.jump(61_000);
    budget.hold(1, clock.now() + 120_000);
    const known = kept.slice(-1);
    const next = createBudget(clock, "github", { known, keep: () => {} });
    expect([next.heldUntil(1), next.heldUntil(2)]).toEqual([clock.now() + 120_000, undefined]);
    clock.jump(121_000);
    expect([next.heldUntil(1), next.strikes(1)]).toEqual([undefined, 2]);
  });

  test("B15 a wait begun by a clock that was ahead lasts its own length once the clock is right, across restarts", () => {
    const clock = fakeClock();
    const kept: StoredBackoff[] = [];
    const ahead = 10 * 3_600_000;
    clock.jump(ahead);
    const budget = createBudget(clock, "github", { known: [], keep: (backoff) => kept.push(backoff) });
    budget.hold(1, clock.now() + 60_000);
    clock.jump(-ahead);
    expect(budget.heldUntil(1)).toBe(clock.now() + 60_000);
    clock.jump(61_000);
    expect(budget.heldUntil(1)).toBeUndefined();
    const next = createBudget(clock, "github", { known: kept.slice(0, 1), keep: (each) => kept.push(each) });
    expect(next.heldUntil(1)).toBe(clock.now() + 60_000);
    clock.jump(30_000);
    const third = createBudget(clock, "github", { known: kept.slice(-1), keep: () => {} });
    expect(third.heldUntil(1)).toBe(clock.now() + 30_000);
  });

  test("C03 no wait is longer than GitHub can ask for, whatever was kept or asked", () => {
    const clock = fakeClock();
    const day = 86_400_000;
    const known = [{ installationId: 1, since: clock.now(), forMs: day, count: 1 }];
    const budget = createBudget(clock, "github", { known, keep: () => {} });
    budget.hold(2, clock.now() + day);
    const longest = clock.now() + 61 * 60_000;
    expect([budget.heldUntil(1), budget.heldUntil(2)]).toEqual([longest, longest]);
  });

  test("a wait that GitHub asked another process for is taken over, and never shortened by an older one", () => {
    const clock = fakeClock();
    const kept: StoredBackoff[] = [];
    const budget = createBudget(clock, "off", { known: [], keep: (backoff) => kept.push(backoff) });
    budget.learn({ installationId: 1, since: clock.now(), forMs: 60_000, count: 2 });
    budget.learn({ installationId: 1, since: clock.now(), forMs: 30_000, count: 1 });
    expect(budget.heldUntil(1)).toBe(clock.now() + 60_000);
    expect(budget.strikes(1)).toBe(1);
    expect(kept).toEqual([]);
  });
});
