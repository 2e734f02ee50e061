import { expect, test } from "vitest";
import { createGitHubWatch } from "../../../src/server/metrics/github-watch.ts";

function watching() {
  let now = 1_000;
  const watch = createGitHubWatch({ now: () => now });
  const tell = (status: number | undefined, afterMs = 0) => {
    now += afterMs;
    watch.githubAnswered({ api: "rest", status, installation: 7, quota: undefined });
  };
  const pass = (ms: number) => {
    now += ms;
    return watch.failingSince();
  };
  return { tell, pass };
}

test("GitHub counts as failing once several requests in a row have, since the first of them", () => {
  const { tell, pass } = watching();
  expect(pass(0)).toBeUndefined();
  tell(undefined);
  expect(pass(2_000)).toBeUndefined();
  tell(502);
  expect(pass(999)).toBeUndefined();
  expect(pass(1)).toBe(1_000);
  tell(undefined, 30_000);
  expect(pass(0)).toBe(1_000);
});

test("requests that fail at once tell nothing, however long ago; nor do refusals", () => {
  const { tell, pass } = watching();
  tell(undefined);
  tell(undefined, 199);
  expect(pass(60_000)).toBeUndefined();
  for (const status of [200, 304, 401, 403, 404, 429]) tell(status, 1_000);
  expect(pass(10_000)).toBeUndefined();
});

test("any answer ends it, and another failure begins anew", () => {
  const { tell, pass } = watching();
  tell(undefined);
  tell(undefined, 5_000);
  expect(pass(0)).toBe(1_000);
  tell(404);
  expect(pass(0)).toBeUndefined();
  tell(503, 1_000);
  tell(503, 4_000);
  expect(pass(0)).toBe(7_000);
});

test("a process that has asked nothing for longer than a sweep takes says nothing", () => {
  const { tell, pass } = watching();
  tell(undefined);
  tell(undefined, 4_000);
  expect(pass(360_000)).toBe(1_000);
  expect(pass(1)).toBeUndefined();
});
