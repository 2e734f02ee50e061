/** Expired rows are deleted at the start and every few hours, data of removed repositories later, and a failure is retried. */
import { expect, test } from "vitest";
import { type Logger, silentLogger } from "../../../src/base/logger.ts";
import { forgetOld } from "../../../src/server/maintenance/retention.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("expired rows are deleted at the start and every six hours, also after a failure, until the process stops", async () => {
  const clock = manualClock(1_000_000_000);
  const stopping = new AbortController();
  const asked: string[] = [];
  let isBroken = true;
  const daysBack = (before: number): number => Math.round((clock.peek() - before) / 86_400_000);
  const store = {
    prune: async (before: number, signal?: AbortSignal) => {
      asked.push(`deliveries ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      if (isBroken) throw new Error("database is locked");
      return 1;
    },
    pruneOrders: async (before: number, signal?: AbortSignal) => {
      asked.push(`orders ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return 0;
    },
    pruneSessions: async (before: number, signal?: AbortSignal) => {
      asked.push(`sessions ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return 0;
    },
    pruneNotes: async (before: number, signal?: AbortSignal) => {
      asked.push(`notes ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return 0;
    },
    pruneGrants: async (before: number, signal?: AbortSignal) => {
      asked.push(`grants ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return 0;
    },
    pruneLedger: async (before: number, signal?: AbortSignal) => {
      asked.push(`ledger ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return 0;
    },
    pruneRemoved: async (before: number, signal?: AbortSignal) => {
      asked.push(`removed ${daysBack(before)}`);
      expect(signal).toBe(stopping.signal);
      return [{ id: "R_api", name: "acme/api", issues: 12 }];
    },
  };
  const retention = { deliveriesMs: 7 * 86_400_000, ledgerMs: 30 * 86_400_000, removedMs: 14 * 86_400_000 };
  const lines: unknown[] = [];
  const logger: Logger = { ...silentLogger, info: (fields, words) => void lines.push({ ...fields, words }) };
  const ended = forgetOld({ store, clock, logger }, retention, stopping.signal);
  const advance = async (ms: number): Promise<readonly string[]> => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return asked.splice(0);
  };
  expect(await advance(0)).toEqual(["deliveries 7"]);
  isBroken = false;
  // Until then one that was added again while no server ran is on the list of its installation.
  expect(await advance(9 * 60_000)).toEqual([]);
  expect(await advance(60_000)).toEqual(["removed 14"]);
  const rows = ["deliveries 7", "orders 7", "sessions 7", "notes 7", "grants 0", "ledger 30"];
  expect(await advance(350 * 60_000)).toEqual(rows);
  expect(await advance(11 * 60_000)).toEqual(["removed 14"]);
  expect(lines).toContainEqual({
    repository: "acme/api",
    issues: 12,
    words: "data of a removed repository deleted",
  });
  stopping.abort();
  await ended;
});
