import { expect, test } from "vitest";
import { createSharedClock } from "../../../src/server/cluster/shared-clock.ts";
import { unresponsiveFaults } from "../../../src/server/cluster/unresponsive-database.ts";

test("a database that has not answered for 12 s counts as unavailable until it answers again", async () => {
  let now = 1_000_000;
  const clock = createSharedClock({ now: () => now, sleep: async () => {} });
  // The machine's clock is ten minutes ahead.
  const compare = (): Promise<void> => clock.compare(async () => now - 600_000);
  await compare();
  now += 11_900;
  expect(unresponsiveFaults(clock)).toEqual([]);
  await expect(clock.compare(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  now += 100;
  expect(unresponsiveFaults(clock)).toEqual([
    { part: "index", error: "PostgreSQL unavailable: it does not respond", since: 400_000 },
  ]);
  await compare();
  expect(unresponsiveFaults(clock)).toEqual([]);
});
