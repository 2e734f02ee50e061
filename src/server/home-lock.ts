/**
 * One process a data folder. A newcomer would write a file with a process id, which outlives a killed process; SQLite's
 * lock on a file of its own is given back by the operating system, whatever ends us.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "../base/errors.ts";

/**
 * Takes the lock `name` in `home`, or refuses at once.
 * @returns gives the lock back
 * @throws UserError when another process holds it
 */
export function lockHome(home: string, name: "server" | "hub"): () => void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(home, `${name}.lock`));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === sqliteBusy)
      throw new UserError(
        `Another signalbox runs with the data folder ${home}. Stop it, or use another: SIGNALBOX_HOME=/path/to/folder`,
      );
    throw thrown;
  }
  return () => database.close();
}

const sqliteBusy = 5;
