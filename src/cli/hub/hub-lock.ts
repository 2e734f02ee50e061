/**
 * Allows one hub per data folder, by an SQLite lock on its own file. The operating system releases that lock
 * however the process ends; a file with a process ID would outlive a killed process.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "../../base/errors.ts";
import { makeDataFolder } from "../../server/maintenance/data-folder.ts";
import { unusableFile } from "../../server/maintenance/unusable-file.ts";

/**
 * Takes the hub's lock in `home`, or fails immediately.
 * @returns releases the lock
 * @throws UserError if another process holds it
 */
export function lockHub(home: string): () => void {
  makeDataFolder(home);
  const file = join(home, "hub.lock");
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === sqliteBusy)
      throw new UserError(
        `Another hub is using the data folder ${home}. Stop it, or use another: SIGNALBOX_HOME=/path/to/folder`,
      );
    throw unusableFile(thrown, `The lock ${file}`, "Delete it: it contains no data.") ?? thrown;
  }
  return () => database.close();
}

const sqliteBusy = 5;
