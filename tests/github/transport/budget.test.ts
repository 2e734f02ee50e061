/** Pacing by a clock that jumps over sleeps, so that an hour of limits takes no time. */
import { describe, expect, test } from "vitest";
import { createBudget } from "../../../src/github/transport/budget.ts";
import { fakeClock } from "../world.ts";

describe("the budget", () => {
  test("C19 the budget has room for 80 comments a minute and 500 an hour", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    const start = clock.now();
    const perMinute: number[] = [];
    for (let minute = 0; minute < 8; minute++) {
      const { creations } = budget.room(1).people;
      perMinute.push(creations);
      await budget.turn(1, creations);
      clock.jump(start + (minute + 1) * 61_000 - clock.now());
    }
    expect(perMinute).toEqual([80, 80, 80, 80, 80, 80, 20, 0]);
    const { nextAt } = budget.room(1).people;
    clock.jump(nextAt - clock.now());
    expect(budget.room(1).people.creations).toBeGreaterThan(0);
  });

  test("C19 the budget reserves a fifth for comments that people wait for", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    await budget.turn(1, budget.room(1).others.creations);
    expect(budget.room(1)).toMatchObject({ people: { creations: 16 }, others: { creations: 0 } });
    clock.jump(budget.room(1).others.nextAt - clock.now());
    expect(budget.room(1).others.creations).toBeGreaterThan(0);
  });

  test("C19 the budget keeps counting after a restart", () => {
    const clock = fakeClock();
    const hour = Array.from({ length: 500 }, (_, i) => ({
      installationId: 1,
      at: clock.now() - 3_599_000 + i,
    }));
    const budget = createBudget(clock, "github", hour);
    expect(budget.room(1).people.creations).toBe(0);
    expect(budget.room(2).people.creations).toBe(80);
    clock.jump(budget.room(1).people.nextAt - clock.now());
    expect(budget.room(1).people.creations).toBe(1);
  });

  test("the budget counts each installation separately", async () => {
    const budget = createBudget(fakeClock(), "github");
    await budget.turn(1, 80);
    expect([budget.room(1).people.creations, budget.room(2).people.creations]).toEqual([0, 80]);
  });

  test("the budget gives turns a second apart, even to callers that ask at once", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    await Promise.all([budget.turn(1, 0), budget.turn(1, 0), budget.turn(2, 0)]);
    expect(clock.slept).toEqual([1000]);
  });

  test("B15 a clock set back by an hour does not cause a wait of an hour", async () => {
    const clock = fakeClock();
    const budget = createBudget(clock, "github");
    await budget.turn(1, 0);
    clock.jump(-3_600_000);
    await budget.turn(1, 0);
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
    await budget.turn(1, 1_000);
    await budget.turn(1, 1_000);
    expect(clock.slept).toEqual([]);
    expect(budget.room(1).others.creations).toBe(Number.POSITIVE_INFINITY);
  });
});
