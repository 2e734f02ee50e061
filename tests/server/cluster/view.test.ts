import { expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import { createClusterView } from "../../../src/server/cluster/view.ts";
import type { KnownProcess } from "../../../src/store/shape/processes.ts";

/** A view of one worker, read at 100,000; PostgreSQL answers as long as `isAway` is false. */
async function viewOf(seenAt: number) {
  const wall = { now: 100_000, isAway: false };
  const worker: KnownProcess = {
    id: "w",
    role: "worker",
    release: "1.2.3",
    startedAt: 0,
    seenAt,
    report: "{}",
  };
  const view = createClusterView({
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
  await view.refresh();
  const degradedAt = (now: number): readonly string[] => {
    wall.now = now;
    return view.seen().degraded;
  };
  return { wall, view, degradedAt };
}

test("a worker is gone 15 s after it was last heard from, before the next reading says so", async () => {
  const { degradedAt } = await viewOf(90_000);
  expect(degradedAt(104_900)).toEqual([]);
  expect(degradedAt(105_000)).toEqual(["no worker runs"]);
});

test("while PostgreSQL cannot be read, nothing is said of workers who may have written since", async () => {
  const { wall, view, degradedAt } = await viewOf(98_000);
  wall.isAway = true;
  await view.refresh();
  expect(degradedAt(114_000)).toEqual([]);
  expect(degradedAt(116_000)).toEqual(["PostgreSQL could not be read for 16 s"]);
});
