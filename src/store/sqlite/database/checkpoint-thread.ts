/**
 * The thread of `checkpointer.ts`: copies the log into the database on request and reports how far it got.
 */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const path: unknown = workerData;
if (parentPort !== null && typeof path === "string") {
  const port = parentPort;
  // A second connection may not wait for the writer: what it cannot copy now, the next checkpoint copies.
  const database = new DatabaseSync(path, { timeout: 0 });
  database.exec("PRAGMA wal_autocheckpoint = 0");
  port.on("message", (request: unknown) => {
    if (request === "checkpoint") port.postMessage(checkpoint(database));
    else {
      database.close();
      port.close();
    }
  });
}

/** @returns whether it ran without an error, such as a full disk */
function checkpoint(database: DatabaseSync): boolean {
  try {
    // Not RESTART, which takes the writer's lock: the event loop would block on it.
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    return true;
  } catch {
    return false;
  }
}
