/** A rolling release from an older commit under load, without injected faults. It needs a clone with its history. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { describeUnless } from "../../support/unless-skipped.ts";
import {
  contradictions,
  lostDeliveries,
  orderMismatches,
  snapshotOf,
  staleWrites,
  unfinishedWork,
} from "../invariants.ts";
import { checkOut, missingHistory } from "../previous-release.ts";
import { createRollingRelease, previousOf } from "../rolling-release.ts";
import { repositories, startSystem } from "../system.ts";
import { eventually, runWorkload, whenIdle, whySkipped } from "./scenario.ts";

const timeout = 300_000;
const restMs = 400;
/** The first is excluded by the migration to schema 5, the second by none so far. */
const older = { excluded: "769c5b34", replaced: "dbd8adef" } as const;

for (const [end, ref] of Object.entries(older))
  describeUnless(whySkipped ?? missingHistory(ref), "a release under load", () => {
    test(`an older release that is ${end} leaves no violation, and no process`, { timeout }, async () => {
      const system = await startSystem({ webs: 1, workers: 2, previous: await checkOut(ref) });
      onTestFinished(async () => void (await system.close()));
      const ends = repositories.map((repository) => runWorkload(system, repository, restMs));
      const rolling = createRollingRelease(system, () => {});
      await wait(5_000);
      await rolling.run(15_000);
      await wait(5_000);
      for (const endWork of ends) await endWork();
      await eventually(async () => expect(contradictions(await snapshotOf(system))).toEqual([]), 120_000);
      await whenIdle(system);
      expect(rolling.violations()).toEqual([]);
      expect(previousOf(system)).toEqual([]);
      expect(system.isPreviousExcluded()).toBe(end === "excluded");
      for (const invariant of [lostDeliveries, unfinishedWork, staleWrites, orderMismatches])
        expect(await invariant(system)).toEqual([]);
      const own = system.processes().filter(({ release }) => release === "this");
      expect(own.flatMap((each) => each.errors())).toEqual([]);
      if (end === "replaced") expect(system.errors().kinds).toEqual([]);
    });
  });
