import { expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { retryWhileUnavailable } from "../../../src/server/worker/retry-while-unavailable.ts";

const away = new Error("away");
const warnings: string[] = [];
const slept: number[] = [];
const drawn: number[] = [];
const needs = {
  isUnavailable: (thrown: unknown) => thrown === away,
  clock: { sleep: async (ms: number) => void slept.push(ms) },
  random: () => drawn.shift() ?? 0,
  logger: { ...silentLogger, warn: (_: object, message: string) => void warnings.push(message) },
};

function failing(times: number, thrown: Error) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw thrown;
    return attempts;
  };
}

test("work that fails because PostgreSQL is unavailable is retried until it succeeds, and logged once", async () => {
  const { signal } = new AbortController();
  drawn.push(0, 0.25, 0.5);
  expect(await retryWhileUnavailable(failing(3, away), { ...needs, signal })).toBe(4);
  // Workers that lost the same database do not come back to it all at once.
  expect(slept.splice(0)).toEqual([500, 625, 750]);
  expect(warnings.splice(0)).toEqual(["PostgreSQL is unavailable, will retry"]);
});

test("any other failure is thrown at once, and so is the last one after an abort", async () => {
  const { signal } = new AbortController();
  const other = new Error("another failure");
  await expect(retryWhileUnavailable(failing(1, other), { ...needs, signal })).rejects.toBe(other);
  await expect(
    retryWhileUnavailable(failing(9, away), { ...needs, signal: AbortSignal.abort() }),
  ).rejects.toBe(away);
  expect(warnings).toEqual([]);
});
