/** Finds the pages from which an earlier answer of ours came, to compare them again before it is repeated. */
import type { Knowledge } from "../context/library.ts";
import { readFromOf } from "./copies.ts";
import { pagesSaying } from "./read-from.ts";

/**
 * @param precedent the number of the question that was answered
 * @returns paths, as the store has them; none if people decided, or nothing says it any more
 */
export function pagesBehind(
  precedent: number,
  { known, index }: Pick<Knowledge, "known" | "index">,
): readonly string[] {
  const numbered = (wanted: number) => known.find(({ number }) => number === wanted);
  const question = numbered(precedent);
  const from = question && readFromOf(question, numbered);
  return from?.source === "pages" ? pagesSaying(from.words, index.passages) : [];
}
