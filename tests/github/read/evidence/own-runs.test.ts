/** When our check run is known without listing it. */
import { expect, test } from "vitest";
import { createOwnRuns } from "../../../../src/github/read/evidence/own-runs.ts";

const place = { repositoryId: "R_demo", headSha: "a".repeat(40) };
const run = { id: 10, headSha: place.headSha, shows: "success.1", isAnnotated: false };

function withClock() {
  let now = 1_000_000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { runs: createOwnRuns({ now: () => now }), pass, now: () => now };
}

test("a run, or that there is none, is known once, on its commit", () => {
  const { runs, now } = withClock();
  runs.remember(place, run, now());
  expect(runs.take({ ...place, headSha: "b" })).toBeUndefined();
  expect(runs.take(place)?.run).toEqual(run);
  expect(runs.take(place)).toBeUndefined();
  const other = { ...place, repositoryId: "R_other" };
  runs.remember(other, undefined, now());
  expect(runs.take(other)).toMatchObject({ run: undefined });
});

test("a reading counts for a minute, and not if it began before a write", () => {
  const { runs, pass, now } = withClock();
  runs.remember(place, run, now());
  pass(60_000);
  expect(runs.take(place)).toBeUndefined();
  const began = now();
  pass(10);
  runs.take(place);
  runs.remember(place, undefined, began);
  expect(runs.take(place)).toBeUndefined();
  pass(10);
  runs.remember(place, run, now());
  expect(runs.take(place)?.run).toEqual(run);
});
