import { describe, expect, test } from "vitest";
import { createSharedClock } from "../../../src/server/cluster/shared-clock.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");
const tenMinutesMs = 600_000;

/** A machine whose clock is ahead of PostgreSQL's, and a shared clock on it. */
function machine(aheadMs: number) {
  const wall = { postgres: noon, aheadMs };
  const sleep = async (): Promise<void> => {};
  const clock = createSharedClock({ now: () => wall.postgres + wall.aheadMs, sleep });
  /** @param ms how long the question and the answer are on their way */
  const compare = (ms: readonly [number, number] = [0, 0]): Promise<void> =>
    clock.compare(async () => {
      wall.postgres += ms[0];
      const read = wall.postgres;
      wall.postgres += ms[1];
      return read;
    });
  return { wall, clock, compare };
}

describe("the time that several machines share", () => {
  test.each([tenMinutesMs, -tenMinutesMs, 101, -101])(
    "is PostgreSQL's on a machine that is %d ms ahead",
    async (aheadMs) => {
      const { clock, wall, compare } = machine(aheadMs);
      expect(clock.now()).toBe(noon + aheadMs);
      await compare();
      expect(clock.now()).toBe(noon);
      expect(clock.aheadMs()).toBe(aheadMs);
      wall.postgres += 1_000;
      expect(clock.now()).toBe(noon + 1_000);
    },
  );

  test("does not jump for what a slow answer may explain", async () => {
    const { clock, wall, compare } = machine(80);
    await compare([0, 3_000]);
    await compare([3_000, 0]);
    expect(clock.now()).toBe(wall.postgres + 80);
    expect(clock.aheadMs()).toBe(0);
  });

  test("follows a clock that is set right, and stays as it is where PostgreSQL does not answer", async () => {
    const { clock, wall, compare } = machine(tenMinutesMs);
    await compare([20, 40]);
    expect(clock.aheadMs()).toBe(tenMinutesMs + 10);
    wall.aheadMs = 0;
    await expect(clock.compare(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(clock.aheadMs()).toBe(tenMinutesMs + 10);
    await compare();
    expect(clock.now()).toBe(wall.postgres);
    expect(clock.aheadMs()).toBe(0);
  });
});
