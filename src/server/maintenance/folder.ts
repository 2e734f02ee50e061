/**
 * Creates a folder that only its owner can access, or explains why that is impossible. Do not let `mkdir` create
 * parents: for a folder below /proc, Node then retries forever and ignores signals.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf, UserError } from "../../base/errors.ts";

/**
 * @param path absolute
 * @param what the folder's role, to begin the message with
 * @param advice what would work, as a sentence
 * @throws UserError if it cannot be created or written to
 */
export function makeFolder(path: string, what: string, advice: string): void {
  try {
    makeWithParents(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (thrown) {
    throw unwritable(path, what, advice, thrown);
  }
}

export function unwritable(path: string, what: string, advice: string, thrown: unknown): UserError {
  const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : messageOf(thrown);
  return new UserError(`${what} ${path} cannot be created or written (${why}). ${advice}`, { cause: thrown });
}

function makeWithParents(path: string): void {
  if (isFolder(path)) return;
  if (existsSync(path)) throw new Error(`${path} is not a folder`);
  makeWithParents(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw thrown;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
