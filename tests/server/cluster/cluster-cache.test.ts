import { expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import { createClusterCache } from "../../../src/server/cluster/cluster-cache.ts";
import type { KnownProcess } from "../../../src/store/shape/processes.ts";

/** A cache with one worker, read at 100,000; PostgreSQL answers as long as `isAway` is false. */
async function cacheOf(seenAt: number) {
  const wall = { now: 100_000, isAway: false };
  const worker: KnownProcess = {
    id: "w",
    role: "worker",
    release: "1.2.3",
    startedAt: 0,
    seenAt,
    report: "{}",
  };
  const cache = createClusterCache({
    tables: {
      processes: {
        now: async () => wall.now,
        saveHeartbeat: async () => {},
        remove: async () => {},
        alive: async () => (wall.isAway ? Promise.reject(new Error("away")) : [worker]),
        limited: async () => ({ installations: 0, until: undefined }),
        installationStatuses: async () => new Map(),
      },
      pauses: { read: async () => nothingPaused, change: async () => {} },
      oldestDue: async () => undefined,
    },
    clock: { now: () => wall.now },
    logger: silentLogger,
  });
  await cache.refresh();
  const degradedAt = (now: number): readonly string[] => {
    wall.now = now;
    return cache.status().degraded;
  };
  return { wall, cache, degradedAt };
}

test("a worker is gone 15 s after it was last heard from, before the next refresh shows it", async () => {
  const { degradedAt } = await cacheOf(90_000);
  expect(degradedAt(104_900)).toEqual([]);
  expect(degradedAt(105_000)).toEqual(["no worker runs"]);
});

test("while PostgreSQL cannot be read, no worker counts as gone: it may have sent heartbeats since", async () => {
  const { wall, cache, degradedAt } = await cacheOf(98_000);
  wall.isAway = true;
  await cache.refresh();
  expect(degradedAt(114_000)).toEqual([]);
  expect(degradedAt(116_000)).toEqual(["PostgreSQL could not be read for 16 s"]);
});
