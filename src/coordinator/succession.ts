/**
 * Whether one record says that it took another's place, or is said to. A newcomer would go by the older record's status
 * alone; many teams write the new record, name the old one in it, and never open the old one again.
 */
import type { StoreDocument } from "./passage/passage.ts";

const readLines = 60;
const takes = /\b(?:supersedes|superseding|replaces|obsoletes)\b/i;
const gives = /\b(?:superseded|replaced|obsoleted|deprecated) (?:by|in favou?r of)\b/i;

/** Only what a line near the top of either says counts: further down records speak of others' fates. */
export function tookPlaceOf(newer: StoreDocument, older: StoreDocument): boolean {
  return says(newer, takes, older.path) || says(older, gives, newer.path);
}

function says({ path, text }: StoreDocument, verb: RegExp, other: string): boolean {
  if (path === other) return false;
  const lines = text.split(/\r\n|\n|\r/, readLines).map((line) => line.slice(0, 400));
  return lines.some((line) => {
    const at = line.search(verb);
    return at >= 0 && isNamed(line.slice(at), other);
  });
}

/** By its file's name, or by its number: `ADR-7`, `#7`, `[7]`. */
function isNamed(words: string, path: string): boolean {
  const name = (path.split("/").at(-1) ?? path).replace(/\.\w{1,8}$/, "");
  if (name.length > 3 && words.includes(name)) return true;
  const [, number] = /^(?:adr[-_]?)?(\d{1,5})(?!\d)/i.exec(name) ?? [];
  const named = [...words.matchAll(/(?:\badr[-_ ]?|#|\[)(\d{1,5})(?!\d)/gi)].map(([, its]) => Number(its));
  return number !== undefined && named.includes(Number(number));
}
