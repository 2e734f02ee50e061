/** Homes for stores under test, deleted after the test. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/base/clock.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import type { Store, StoreOptions } from "../../src/store/store.ts";
import { start } from "../support/issues.ts";

/** Starts at `start`. */
export const fixedClock: Clock = { now: () => start, sleep: async () => {} };

export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "signalbox-store-"));
  // The thread that checkpoints may be closing its files still.
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
  return home;
}

/** What a process killed at this moment would leave behind: the files as they are, without a clean close. */
export function leftBehindBy(home: string): string {
  const copy = newHome();
  cpSync(home, copy, { recursive: true });
  return copy;
}

export function openTestStore(home: string, options: Pick<StoreOptions, "onStep"> = {}): Store {
  const store = openStore(home, { clock: fixedClock, ...options });
  onTestFinished(() => store.close());
  return store;
}
