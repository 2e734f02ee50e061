/** The files of a pull request are read once for each head. */
import { expect, test } from "vitest";
import { createReadPulls } from "../../../src/dispatcher/locks/read-pulls.ts";
import type { OpenPull, StoredPull } from "../../../src/dispatcher/ports/pulls.ts";
import { demo } from "../../support/issues.ts";

const open = (number: number, more: Partial<OpenPull> = {}): OpenPull => ({
  number,
  headSha: `head-${number}`,
  base: "main",
  closes: [],
  changedFiles: 1,
  ...more,
});

function rig(listed: readonly OpenPull[], paths: readonly string[] = ["a.ts"]) {
  const read: number[] = [];
  const dropped: number[] = [];
  const stored = new Map<number, StoredPull>();
  const tracker = {
    openPulls: async () => listed,
    pullFiles: async (_: unknown, number: number) => {
      read.push(number);
      return { paths, count: paths.length };
    },
  };
  const store = {
    savePull: async (_: string, pull: StoredPull) => void stored.set(pull.number, pull),
    dropPulls: async (_: string, numbers: readonly number[]) => void dropped.push(...numbers),
  };
  return { read, dropped, stored, readPulls: createReadPulls(tracker, store) };
}

test("AG52 a head that is known is not read again, a new one is, and what is no longer open is dropped", async () => {
  const before = await rig([open(1), open(2), open(3)]).readPulls(demo, []);
  const shown = before.map((pull) => ({ ...pull, shown: "success.1" }));
  const { read, dropped, readPulls } = rig([open(1, { closes: [12] }), open(2, { headSha: "pushed" })]);
  const after = await readPulls(demo, shown);
  expect([read, dropped]).toEqual([[2], [3]]);
  expect(after).toMatchObject([{ number: 1, closes: [12], shown: "success.1" }, { headSha: "pushed" }]);
  expect(after[1]?.shown).toBeUndefined();
});

test("K05 AG52 a list that GitHub cut off is kept as such; one that a push made too short is read again", async () => {
  const cut = Array.from({ length: 3_000 }, (_, at) => `f${at}`);
  const [large] = await rig([open(1, { changedFiles: 3_001 })], cut).readPulls(demo, []);
  expect(large).toMatchObject({ isWhole: false });
  const again = rig([open(1, { changedFiles: 3_001 })], cut);
  await again.readPulls(demo, large === undefined ? [] : [large]);
  expect(again.read).toEqual([]);
  const [short] = await rig([open(1, { changedFiles: 2 })]).readPulls(demo, []);
  const third = rig([open(1, { changedFiles: 2 })]);
  await third.readPulls(demo, short === undefined ? [] : [short]);
  expect(third.read).toEqual([1]);
});

test("AG52 a pull request that is retargeted changes other files at the same head, and is read again", async () => {
  const before = await rig([open(1), open(2)]).readPulls(demo, []);
  const { read, readPulls } = rig([open(1, { base: "develop" }), open(2, { changedFiles: 2 })]);
  await readPulls(demo, before);
  expect(read).toEqual([1, 2]);
});
