/** What a tenure leaves to the next one, which may be of another release. */
import { expect, test } from "vitest";
import { nothingSpent } from "../../../src/dispatcher/ports/carryover.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import {
  parseCarryover,
  type StoredCarryover,
  serializeCarryover,
} from "../../../src/server/worker/carryover-json.ts";

const lastSweep = { at: 1_000, everyMs: 300_000, share: 0.9 };
const carryover: StoredCarryover = {
  activeAt: 900,
  lastSweep,
  listDueAt: 5_000,
  heardSince: 800,
  comparedUntil: undefined,
  spent: {
    accounts: [{ of: "R_1 U_1", minutes: [{ at: 850, points: 3 }] }],
    strangers: [{ of: "R_1", minutes: [{ at: 850, points: 3 }] }],
  },
  pullsListed: [{ repository: "R_1", listedAt: 700, listAt: 4_000 }],
  pauses: nothingPaused,
  unconsidered: ["R_1"],
};
const read = (text: string | undefined, now: number) => parseCarryover(text, 7, nothingPaused, now);

test("the next tenure reads what the last one left", () => {
  expect(read(serializeCarryover(carryover), 2_000)).toEqual(carryover);
});

test("the stored text names the last sweep as every release does", () => {
  expect(JSON.parse(serializeCarryover(carryover))).toMatchObject({ round: lastSweep });
});

test("a last sweep in the future, by a worker whose clock was ahead, counts as one of now", () => {
  expect(read(serializeCarryover(carryover), 400).lastSweep).toEqual({ ...lastSweep, at: 400 });
});

test("G19 points in the future, counted by a worker whose clock was ahead, count as used now", () => {
  const minutes = [{ at: 400, points: 3 }];
  expect(read(serializeCarryover(carryover), 400).spent).toEqual({
    accounts: [{ of: "R_1 U_1", minutes }],
    strangers: [{ of: "R_1", minutes }],
  });
});

test("a list of pull requests that a worker whose clock was ahead read counts as one of now", () => {
  expect(read(serializeCarryover(carryover), 400).pullsListed).toEqual([
    { repository: "R_1", listedAt: 400, listAt: 4_000 },
  ]);
});

test("a carryover of a release that left no points is read all the same", () => {
  const { spent: _, ...earlier } = JSON.parse(serializeCarryover(carryover));
  expect(read(JSON.stringify(earlier), 2_000)).toEqual({ ...carryover, spent: nothingSpent });
});

test("without a carryover, or with one that cannot be read, an installation was never swept", () => {
  for (const text of [undefined, "no JSON", "{}"]) expect(read(text, 2_000).lastSweep).toBeUndefined();
});
