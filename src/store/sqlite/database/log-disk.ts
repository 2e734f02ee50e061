/**
 * Syncs SQLite's write-ahead log off the event loop. `synchronous = FULL` would sync inside each commit and
 * block every connection; here the commit writes the log, and this makes it durable before any caller is
 * notified. In WAL mode a commit is in the log, so syncing the database file would not help.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

export interface LogDisk {
  /** Resolves once everything that was committed before the call survives a power failure. */
  readonly sync: () => Promise<void>;
  /** The synchronous variant, for closing. */
  readonly syncNow: () => void;
  readonly close: () => void;
}

/** The log of a database in WAL mode. Open the database first: SQLite creates the log with it. */
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
      // A second time, the number may be that of another file.
      if (isClosed) return;
      isClosed = true;
      release();
    },
  };
}

/** The variant for a database in memory. */
export const noDisk: LogDisk = { sync: async () => {}, syncNow: () => {}, close: () => {} };
