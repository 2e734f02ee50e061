/**
 * A cluster while its processes, PostgreSQL, GitHub and the deliveries fail: one seed for half a minute.
 * SIGNALBOX_CLUSTER_SEEDS and SIGNALBOX_CLUSTER_SECONDS set others, and longer runs (`npm run long`).
 */
import { describe, expect, test } from "vitest";
import { noPostgres } from "../support/postgres.ts";
import { run } from "./run.ts";

const seeds = (process.env.SIGNALBOX_CLUSTER_SEEDS ?? "6").split(" ").map(Number);
const seconds = Number(process.env.SIGNALBOX_CLUSTER_SECONDS ?? 30);
/** A busy machine may take long to start, to become idle and to stop. */
const overheadMs = 420_000;

describe.skipIf(noPostgres)("a cluster whose parts fail", () => {
  for (const seed of seeds)
    test(`loses nothing, writes nothing twice and serves all installations again, with seed ${seed}`, {
      timeout: seconds * 1_000 + overheadMs,
    }, async () => {
      const events: string[] = [];
      const report = await run(
        { seed, seconds },
        { onEvent: ({ kind, details }) => events.push(`${kind}: ${details}`) },
      );
      console.info(`Cluster, ${JSON.stringify(report)}`);
      expect({ events, violations: report.violations }).toEqual({ events, violations: [] });
      expect(report.faults).toBeGreaterThan(1);
      expect(report.deliveries.acknowledged).toBeGreaterThan(seconds);
    });
});
