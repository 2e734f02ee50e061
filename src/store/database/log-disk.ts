/**
 * Brings what SQLite has logged to the disk, off the event loop. SQLite's own `synchronous = FULL` waits for the disk
 * inside each commit, and every connection waits with it; here a commit writes the log, and this makes the same log
 * durable before anybody hears of the commit. A newcomer would sync the database: in WAL mode a commit is in its log.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

export interface LogDisk {
  /** Resolves when all that was committed before the call survives a power cut. */
  readonly sync: () => Promise<void>;
  /** The same at once, for closing. */
  readonly syncNow: () => void;
  readonly close: () => void;
}

/** The log of a database in WAL mode, which has to be open: its log is made with it. */
export function logDiskOf(databasePath: string): LogDisk {
  const file = openSync(`${databasePath}-wal`, "r+");
  let underWay = 0;
  let isClosed = false;
  const release = (): void => {
    if (isClosed && underWay === 0) closeSync(file);
  };
  return {
    sync: () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      underWay += 1;
      fdatasync(file, (error) => {
        underWay -= 1;
        release();
        if (error === null) resolve();
        else reject(error);
      });
      return promise;
    },
    syncNow: () => fdatasyncSync(file),
    close: () => {
      isClosed = true;
      release();
    },
  };
}

/** For a database that nothing of survives anyway. */
export const noDisk: LogDisk = { sync: async () => {}, syncNow: () => {}, close: () => {} };
