/** Explains SQLite's errors about an unusable file to the person who can fix it. */
import { UserError } from "../../base/errors.ts";

/** SQLite's codes for a file that is damaged or not a database. */
const damaged: ReadonlySet<number> = new Set([11, 26]);
/** SQLite's codes for a file that cannot be written or opened. */
const closed: ReadonlySet<number> = new Set([8, 14]);

/**
 * @param what the file's role, to begin the message with
 * @param cure what to do about a damaged one, as a sentence
 * @returns undefined for any other error
 */
export function unusableFile(thrown: unknown, what: string, cure: string): UserError | undefined {
  const code = sqliteCodeOf(thrown);
  if (damaged.has(code)) return new UserError(`${what} is damaged. ${cure}`, { cause: thrown });
  if (!closed.has(code)) return undefined;
  return new UserError(
    `${what} cannot be opened or written. Check its permissions, or choose another data folder with --home or SIGNALBOX_HOME.`,
    { cause: thrown },
  );
}

/** The primary error code, without the details that SQLite adds in the higher bits. */
export function sqliteCodeOf(thrown: unknown): number {
  const code = thrown instanceof Error && "errcode" in thrown ? thrown.errcode : undefined;
  return typeof code === "number" ? code & 0xff : 0;
}
