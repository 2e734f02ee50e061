/**
 * Copies the index to one file, even while a server writes to it; a plain file copy would miss the commits in
 * the write-ahead log. Deliveries that wait are left out because their payloads are in the journal: a server
 * started on the copy fetches them from GitHub's delivery log, and the sweep covers the rest.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { UserError } from "../../base/errors.ts";
import { openForReading } from "./database/database.ts";
import { databaseIn, requireIndex } from "./home.ts";

/** More pages than any index has. */
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
    // In one step: with several, every concurrent write would restart the backup.
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
    // A copy that is restored goes on from an earlier note, so places in the original mean nothing there.
    copy.exec("UPDATE note_epoch SET id = 'n' || lower(hex(randomblob(3)))");
    // Produces one file without a write-ahead log. Places in journal segments go: where the copy is restored,
    // the same segment numbers may belong to other files.
    copy.exec(`PRAGMA journal_mode = DELETE;
      DELETE FROM delivery WHERE state = 'pending'; DELETE FROM segment;`);
  } finally {
    copy.close();
  }
}
