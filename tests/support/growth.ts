/**
 * Keeps a database from growing, as a full disk does: SQLite itself then fails with SQLITE_FULL wherever a write needs
 * another page. The limit is of a connection and not of the file, so it has to be set on those of the server.
 */
import { DatabaseSync } from "node:sqlite";
import { vi } from "vitest";

export interface Growth {
  readonly stop: () => void;
  readonly allow: () => void;
  readonly end: () => void;
}

const maxPages = 0xffff_fffe;

/** Call it before the server opens its database. @param path of the database */
export function watchGrowth(path: () => string): Growth {
  const prepared = vi.spyOn(DatabaseSync.prototype, "prepare");
  const limit = (pagesOf: (database: DatabaseSync) => number): void => {
    for (const database of new Set(prepared.mock.contexts))
      if (database instanceof DatabaseSync && database.isOpen && database.location() === path())
        database.exec(`PRAGMA max_page_count = ${pagesOf(database)}`);
  };
  return {
    stop: () => limit(pagesIn),
    allow: () => limit(() => maxPages),
    end: () => prepared.mockRestore(),
  };
}

/** Takes every free page of a database that may not grow. Returns how to give them back. */
export function takeFreePages(path: string): () => void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA max_page_count = ${maxPages}`);
  database.exec("CREATE TABLE filler (bytes BLOB NOT NULL)");
  database.exec(`PRAGMA max_page_count = ${pagesIn(database)}`);
  const insert = database.prepare("INSERT INTO filler VALUES (zeroblob(3000))");
  for (let isFull = false; !isFull; )
    try {
      insert.run();
    } catch (thrown) {
      if (!String(thrown).includes("full")) throw thrown;
      isFull = true;
    }
  return () => {
    database.exec(`PRAGMA max_page_count = ${maxPages}; DROP TABLE filler`);
    database.close();
  };
}

function pagesIn(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA page_count").get()?.page_count);
}
