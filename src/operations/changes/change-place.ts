/** Writes and reads cursors of changes: `c1f09a2.512.90`. Cursors of notes begin with another letter. */
import { z } from "zod";
import type { ChangePlace, Reached } from "./change-board.ts";

/** Everything of a version. */
export const wholeVersion = Number.MAX_SAFE_INTEGER;

const number = String.raw`\d{1,15}`;
const reached = String.raw`${number}(?:\+${number})?`;
const form = new RegExp(
  String.raw`^(c[0-9a-f]{6})\.(${reached})\.(${number})(?:\.(${reached}))?(?:~([0-9a-f]{16}))?$`,
);

/** The removed issues are named apart only if fewer of them have been seen than of the cards, or more. */
export function formatChangePlace({ epoch, cards, gone, line, sight }: ChangePlace): string {
  const [first, last] = [formatReached(cards), formatReached(gone)];
  const seenBy = sight === undefined ? "" : `~${sight}`;
  return `${epoch}.${first}.${line}${first === last ? "" : `.${last}`}${seenBy}`;
}

function formatReached({ version, row }: Reached): string {
  return row === wholeVersion ? `${version}` : `${version}+${row}`;
}

/** Undefined for anything else, such as a cursor of notes. */
export function parseChangePlace(written: string): ChangePlace | undefined {
  const [, epoch, cards, line, gone = cards, sight] = form.exec(written) ?? [];
  if (epoch === undefined || cards === undefined || gone === undefined) return undefined;
  const seenBy = sight === undefined ? {} : { sight };
  return { epoch, cards: parseReached(cards), gone: parseReached(gone), line: Number(line), ...seenBy };
}

function parseReached(written: string): Reached {
  const [version, row] = written.split("+");
  return { version: Number(version), row: row === undefined ? wholeVersion : Number(row) };
}

export const changesSince = z.string().transform((written, context): ChangePlace | "now" => {
  if (written === "now") return written;
  const place = parseChangePlace(written);
  if (place !== undefined) return place;
  context.addIssue(
    `${JSON.stringify(written.slice(0, 60))} is not a cursor of changes, such as c1f09a2.512.90, and not "now".`,
  );
  return z.NEVER;
});
