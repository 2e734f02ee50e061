/** A worker that can reach GitHub but no longer PostgreSQL. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf, takeoversOf, writtenByReplacedWorkers } from "../fence-triggers.ts";
import { staleWrites } from "../invariants.ts";
import {
  eventually,
  healthOf,
  installationOf,
  ownerOf,
  readinessOf,
  runWorkload,
  startedSystem,
  whySkipped,
} from "./scenario.ts";

const repository = "acme/demo";
const servedWithinMs = 15_000;

describeUnless(whySkipped, "a worker cut off from PostgreSQL", () => {
  test("ends its tenure before another begins one, and writes nothing after that", {
    timeout: 300_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    const end = runWorkload(system, repository);
    const installation = await installationOf(system, repository);
    const owner = await ownerOf(system, installation);
    await eventually(() =>
      expect(owner.githubProxy.requests.filter(({ isWrite }) => isWrite)).not.toEqual([]),
    );
    owner.postgresProxy.pause();
    const cutAt = Date.now();
    const next = await eventually(async () => {
      const now = await ownerOf(system, installation);
      expect(now.name).not.toBe(owner.name);
      return now;
    });
    const takenAt = (await takeoversOf(system.postgres.url)).findLast(({ who }) => who === next.name)?.at;
    expect((takenAt ?? Infinity) - cutAt).toBeLessThan(servedWithinMs);
    // PostgreSQL may have answered something else after the last heartbeat.
    await eventually(async () => expect(await readinessOf(owner)).toBe(503), 10_000);
    expect(await healthOf(owner)).toMatchObject({ status: "failing", failing: [{ part: "index" }] });
    await wait(5_000);
    expect(await readinessOf(owner)).toBe(503);
    owner.postgresProxy.resume();
    await eventually(async () => expect(await healthOf(owner)).toMatchObject({ status: "ready" }));
    expect(await readinessOf(owner)).toBe(200);
    await eventually(async () => expect((await healthOf(owner)).fencesLost).toBeGreaterThan(0));
    await wait(5_000);
    await end();
    const lastOf = (from: readonly { readonly isWrite: boolean; readonly at: number }[]) =>
      from.findLast(({ isWrite }) => isWrite)?.at ?? 0;
    expect(lastOf(owner.githubProxy.requests)).toBeLessThan(takenAt ?? 0);
    expect(lastOf(next.githubProxy.requests)).toBeGreaterThan(takenAt ?? 0);
    expect(await staleWrites(system)).toEqual([]);
    expect(await countOf(system.postgres.url, writtenByReplacedWorkers)).toBe(0);
  });
});
