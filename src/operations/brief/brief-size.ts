/**
 * Shortens a value until it fits a number of bytes. All texts and lists shrink alike, and what is left out is
 * counted in its place: cutting the end of the page would remove the handovers.
 */
/** How many characters of a text and items of a list to keep, from the largest limits down. */
const sizes = [
  { characters: 4_000, items: 50 },
  { characters: 1_500, items: 30 },
  { characters: 600, items: 15 },
  { characters: 250, items: 8 },
  { characters: 100, items: 4 },
] as const;

type Size = (typeof sizes)[number];

/** A value with shortened texts and lists. */
export interface Cut<T> {
  readonly value: T;
  /** How many items were left out, by the list's path: `handovers.0.changes`. */
  readonly omitted: Readonly<Record<string, number>>;
}

/** The largest cut that `measure` puts at `bytes` or less; otherwise the smallest cut. */
export function fitted<T>(value: T, bytes: number, measure: (cut: Cut<T>) => number): Cut<T> {
  let smaller = cutTo(value, sizes[0]);
  for (const size of sizes) {
    smaller = cutTo(value, size);
    if (measure(smaller) <= bytes) break;
  }
  return smaller;
}

function cutTo<T>(value: T, size: Size): Cut<T> {
  const omitted: Record<string, number> = {};
  return { value: shorter(value, size, "", omitted), omitted };
}

function shorter<T>(value: T, size: Size, place: string, omitted: Record<string, number>): T;
function shorter(value: unknown, size: Size, place: string, omitted: Record<string, number>): unknown {
  if (typeof value === "string") return shortened(value, size.characters);
  if (typeof value !== "object" || value === null) return value;
  const below = (key: string | number): string => (place === "" ? String(key) : `${place}.${key}`);
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, shorter(item, size, below(key), omitted)]),
    );
  if (value.length > size.items) omitted[place] = value.length - size.items;
  return value.slice(0, size.items).map((item, at) => shorter(item, size, below(at), omitted));
}

function shortened(text: string, characters: number): string {
  const left = text.length - characters;
  return left <= 0 ? text : `${text.slice(0, characters).toWellFormed()} … (${left} characters cut)`;
}
