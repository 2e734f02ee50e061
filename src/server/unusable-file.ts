/** What SQLite says of a file that it can do nothing with, put for whoever can mend it. */
import { UserError } from "../base/errors.ts";

/** SQLite's codes: the file is damaged, or no database at all. */
const damaged: ReadonlySet<number> = new Set([11, 26]);
/** SQLite's codes: the file may not be written, or not be opened. */
const closed: ReadonlySet<number> = new Set([8, 14]);

/**
 * @param what what the file is, to begin the message with
 * @param cure what to do about a damaged one, as a sentence
 * @returns undefined when `thrown` says something else
 */
export function unusableFile(thrown: unknown, what: string, cure: string): UserError | undefined {
  const code = sqliteCodeOf(thrown);
  if (damaged.has(code)) return new UserError(`${what} is damaged. ${cure}`, { cause: thrown });
  if (!closed.has(code)) return undefined;
  return new UserError(
    `${what} cannot be opened or written. See whose it is, or name another data folder with --home or SIGNALBOX_HOME.`,
    { cause: thrown },
  );
}

/** Without the details that SQLite adds in the higher bits. */
function sqliteCodeOf(thrown: unknown): number {
  const code = thrown instanceof Error && "errcode" in thrown ? thrown.errcode : undefined;
  return typeof code === "number" ? code & 0xff : 0;
}
