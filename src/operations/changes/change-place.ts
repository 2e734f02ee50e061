/**
 * Writes and reads cursors of changes: `c1f09a2.512.90`, and where installations are counted apart
 * `c1f09a2.512.90_4711.33.8`. Cursors of notes begin with another letter.
 */
import { z } from "zod";
import type { InstallationId } from "../../engine/model/fact.ts";
import { type ChangePart, type ChangePlace, commonPart, type Reached } from "./change-board.ts";

/** Everything of a version. */
export const wholeVersion = Number.MAX_SAFE_INTEGER;

const number = String.raw`\d{1,15}`;
const reached = String.raw`${number}(?:\+${number})?`;
const form = new RegExp(String.raw`^(c[0-9a-f]{6}|${number})\.(${reached})\.(${number})(?:\.(${reached}))?$`);
const sightForm = /^[0-9a-f]{16}$/;

export function formatChangePlace({ epoch, parts, sight }: ChangePlace): string {
  const written = [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(([id, part]) => `${id === commonPart ? epoch : id}.${formatPart(part)}`);
  return `${written.join("_")}${sight === undefined ? "" : `~${sight}`}`;
}

/** The removed issues are named apart only if fewer of them have been seen than of the cards, or more. */
function formatPart({ cards, gone, line }: ChangePart): string {
  const first = formatReached(cards);
  const last = formatReached(gone);
  return `${first}.${line}${first === last ? "" : `.${last}`}`;
}

function formatReached({ version, row }: Reached): string {
  return row === wholeVersion ? `${version}` : `${version}+${row}`;
}

/** Undefined for anything else, such as a cursor of notes. */
export function parseChangePlace(written: string): ChangePlace | undefined {
  const [listed = "", sight, ...tooMany] = written.split("~");
  if (tooMany.length > 0 || (sight !== undefined && !sightForm.test(sight))) return undefined;
  const [first, ...others] = listed.split("_").map(parsePart);
  if (first === undefined || !first.name.startsWith("c")) return undefined;
  const parts = new Map<InstallationId, ChangePart>([[commonPart, first.part]]);
  for (const other of others) {
    if (other === undefined || other.name.startsWith("c")) return undefined;
    parts.set(Number(other.name), other.part);
  }
  return { epoch: first.name, parts, ...(sight === undefined ? {} : { sight }) };
}

function parsePart(written: string): { readonly name: string; readonly part: ChangePart } | undefined {
  const [, name, cards, line, gone = cards] = form.exec(written) ?? [];
  if (name === undefined || cards === undefined || gone === undefined) return undefined;
  return { name, part: { cards: parseReached(cards), gone: parseReached(gone), line: Number(line) } };
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
