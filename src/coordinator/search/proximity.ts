/**
 * How close a passage keeps the words that stand side by side in the question. A newcomer would count words alone;
 * "task actor" and a task in one sentence, an actor in another, are different subjects.
 */
import type { Asked } from "./asked.ts";

/** Steps of distance and what finding a pair that close counts. */
const steps = [
  { within: 2, counts: 1 },
  { within: 5, counts: 0.5 },
  { within: 12, counts: 0.2 },
] as const;
/** A word that stands in more places than this is looked for in the first ones. */
const maxPlaces = 50;

/** The share of the question's pairs that stand together in these terms, 0 to 1. */
export function proximity(question: Asked, terms: readonly string[]): number {
  const places = placesOf(question, terms);
  let total = 0;
  let found = 0;
  for (const { first, second, weight } of question.pairs) {
    total += weight;
    const gap = gapBetween(places.get(first) ?? [], places.get(second) ?? []);
    found += weight * (steps.find(({ within }) => gap <= within)?.counts ?? 0);
  }
  return total === 0 ? 0 : found / total;
}

function placesOf(question: Asked, terms: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, term] of terms.entries()) {
    if (!question.terms.has(term)) continue;
    const list = places.get(term);
    if (list === undefined) places.set(term, [place]);
    else if (list.length < maxPlaces) list.push(place);
  }
  return places;
}

/** The smallest distance, where standing in the question's order counts one less. Both lists ascend. */
function gapBetween(first: readonly number[], second: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let from = 0;
  for (const place of first) {
    while (from < second.length && (second[from] ?? 0) < place) from++;
    const after = second[from];
    const before = second[from - 1];
    if (after !== undefined) least = Math.min(least, after - place);
    if (before !== undefined) least = Math.min(least, place - before + 1);
  }
  return least;
}
