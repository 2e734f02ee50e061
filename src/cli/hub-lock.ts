/**
 * One hub a data folder. A newcomer would write a file with a process id, which outlives a killed process; SQLite's
 * lock on a file of its own is given back by the operating system, whatever ends us.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "../base/errors.ts";
import { makeHome } from "../server/data-folder.ts";
import { unusableFile } from "../server/unusable-file.ts";

/**
 * Takes the hub's lock in `home`, or refuses at once.
 * @returns gives the lock back
 * @throws UserError when another process holds it
 */
export function lockHub(home: string): () => void {
  makeHome(home);
  const file = join(home, "hub.lock");
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === sqliteBusy)
      throw new UserError(
        `Another hub runs with the data folder ${home}. Stop it, or use another: SIGNALBOX_HOME=/path/to/folder`,
      );
    throw unusableFile(thrown, `The lock ${file}`, "Delete it: it holds nothing.") ?? thrown;
  }
  return () => database.close();
}

const sqliteBusy = 5;
