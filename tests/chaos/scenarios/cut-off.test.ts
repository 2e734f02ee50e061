/** A worker that reaches GitHub, and PostgreSQL no more. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { noPostgres } from "../../support/postgres.ts";
import { writtenLate } from "../invariants.ts";
import { countOf, takingsOf, writtenByReplaced } from "../watch.ts";
import { eventually, healthOf, installationOf, isShort, opened, ownerOf, peopleIn } from "./opened.ts";

const [repository, servedWithinMs] = ["acme/demo", 15_000];

describe.skipIf(isShort || noPostgres)("a worker cut off from PostgreSQL", () => {
  test("ends its tenure before another begins one, and writes nothing after that", {
    timeout: 300_000,
  }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    const end = peopleIn(stage, repository);
    const installation = await installationOf(stage, repository);
    const owner = await ownerOf(stage, installation);
    await eventually(() => expect(owner.github.passed.filter(({ isWrite }) => isWrite)).not.toEqual([]));
    owner.postgres.cut();
    const cutAt = Date.now();
    const next = await eventually(async () => {
      const now = await ownerOf(stage, installation);
      expect(now.name).not.toBe(owner.name);
      return now;
    });
    const takenAt = (await takingsOf(stage.cluster.url)).findLast(({ who }) => who === next.name)?.at;
    expect((takenAt ?? Infinity) - cutAt).toBeLessThan(servedWithinMs);
    await wait(5_000);
    owner.postgres.mend();
    await eventually(async () => expect(await healthOf(owner)).toMatchObject({ status: "ready" }));
    await eventually(async () => expect((await healthOf(owner)).fencesLost).toBeGreaterThan(0));
    await wait(5_000);
    await end();
    const lastOf = (from: readonly { readonly isWrite: boolean; readonly at: number }[]) =>
      from.findLast(({ isWrite }) => isWrite)?.at ?? 0;
    expect(lastOf(owner.github.passed)).toBeLessThan(takenAt ?? 0);
    expect(lastOf(next.github.passed)).toBeGreaterThan(takenAt ?? 0);
    expect(await writtenLate(stage)).toEqual([]);
    expect(await countOf(stage.cluster.url, writtenByReplaced)).toBe(0);
  });
});
