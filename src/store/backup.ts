/**
 * A copy of the index to one file, while a server may be writing it. A newcomer would copy the file: what was committed
 * last is in the log beside it. Deliveries that wait are left out, as their payloads are elsewhere: whoever starts on
 * the copy asks GitHub's log for them, and the sweep finds what they told of.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { UserError } from "../base/errors.ts";
import { openForReading } from "./database/database.ts";
import { databaseIn, requireIndex } from "./home.ts";

/** More pages than an index has. */
const allPages = 0x7fffffff;

/**
 * @param target absolute path; only its owner may read it
 * @returns its size in bytes
 * @throws UserError when `target` exists or there is no index in `home`
 */
export async function backUp(home: string, target: string): Promise<number> {
  const path = databaseIn(home);
  requireIndex(path);
  if (existsSync(target)) throw new UserError(`${target} exists, and a backup overwrites nothing.`);
  const draft = `${target}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, "", { mode: 0o600 });
  const source = openForReading(path);
  try {
    // In one step: a writer beside it would make it begin anew at each.
    await backup(source, draft, { rate: allPages });
    finish(draft);
    renameSync(draft, target);
    return statSync(target).size;
  } finally {
    source.close();
    rmSync(draft, { force: true });
  }
}

function finish(draft: string): void {
  const copy = new DatabaseSync(draft, { enableForeignKeyConstraints: true });
  try {
    // One file, without a log beside it. Segments of the same number may be others where it is restored.
    copy.exec(`PRAGMA journal_mode = DELETE;
      DELETE FROM delivery WHERE state = 'pending'; DELETE FROM segment;`);
  } finally {
    copy.close();
  }
}
