/**
 * A cluster while its processes, PostgreSQL, GitHub and the deliveries fail: one seed for half a minute.
 * SIGNALBOX_CLUSTER_SEEDS and SIGNALBOX_CLUSTER_SECONDS play others, and longer ones (`npm run long`).
 */
import { describe, expect, test } from "vitest";
import { noPostgres } from "../support/postgres.ts";
import { play } from "./play.ts";

const seeds = (process.env.SIGNALBOX_CLUSTER_SEEDS ?? "6").split(" ").map(Number);
const seconds = Number(process.env.SIGNALBOX_CLUSTER_SECONDS ?? 30);
/** A busy machine may take long to start, to become quiet and to stop. */
const aroundMs = 420_000;

describe.skipIf(noPostgres)("a cluster whose parts fail", () => {
  for (const seed of seeds)
    test(`loses nothing, says nothing twice and serves everyone again, with seed ${seed}`, {
      timeout: seconds * 1_000 + aroundMs,
    }, async () => {
      const happened: string[] = [];
      const report = await play({ seed, seconds }, ({ mishap, about }) =>
        happened.push(`${mishap}: ${about}`),
      );
      console.info(`Cluster, ${JSON.stringify(report)}`);
      expect({ happened, wrong: report.wrong }).toEqual({ happened, wrong: [] });
      expect(report.mishaps).toBeGreaterThan(1);
      expect(report.deliveries.acknowledged).toBeGreaterThan(seconds);
    });
});
