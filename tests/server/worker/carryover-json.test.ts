/** What a tenure leaves to the next one, which may be of another release. */
import { expect, test } from "vitest";
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

test("without a carryover, or with one that cannot be read, an installation was never swept", () => {
  for (const text of [undefined, "no JSON", "{}"]) expect(read(text, 2_000).lastSweep).toBeUndefined();
});
