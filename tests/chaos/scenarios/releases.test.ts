/** An older release and this one together under load, without any fault. It needs a clone with its history. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { noPostgres } from "../../support/postgres.ts";
import { contradictions, disordered, lost, sightsOf, unfinished, writtenLate } from "../invariants.ts";
import { checkOut, missingHistory } from "../previous-release.ts";
import { createRollingRelease, previousOf } from "../rolling-release.ts";
import { openStage, repositories } from "../stage.ts";
import { eventually, isShort, peopleIn, quietly } from "./opened.ts";

const [timeout, restMs] = [300_000, 400];
/** The first is excluded by the migration to schema 5, the second by none so far. */
const older = { excluded: "769c5b34", replaced: "dbd8adef" } as const;

for (const [end, ref] of Object.entries(older))
  describe.skipIf(isShort || noPostgres || missingHistory(ref))("a release under load", () => {
    test(`an older release that is ${end} leaves nothing wrong, and no process`, { timeout }, async () => {
      const stage = await openStage({ webs: 1, workers: 2, previous: await checkOut(ref) });
      onTestFinished(async () => void (await stage.close()));
      const ends = repositories.map((repository) => peopleIn(stage, repository, restMs));
      const rolling = createRollingRelease(stage, () => {});
      await wait(5_000);
      await rolling.run(15_000);
      await wait(5_000);
      for (const endWork of ends) await endWork();
      await eventually(async () => expect(contradictions(await sightsOf(stage))).toEqual([]), 120_000);
      await quietly(stage);
      expect(rolling.wrong()).toEqual([]);
      expect(previousOf(stage)).toEqual([]);
      expect(stage.isPreviousExcluded()).toBe(end === "excluded");
      for (const invariant of [lost, unfinished, writtenLate, disordered])
        expect(await invariant(stage)).toEqual([]);
      const own = stage.everybody().filter(({ release }) => release === "this");
      expect(own.flatMap((each) => each.errors())).toEqual([]);
      if (end === "replaced") expect(stage.errors().kinds).toEqual([]);
    });
  });
