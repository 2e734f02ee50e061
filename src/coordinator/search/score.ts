/**
 * First look: BM25F over every passage, and the documents that stand out. A newcomer would rank documents by their
 * best passage alone; a page that returns to the subject five times is about it.
 */
import { type Index, idf } from "./index.ts";
import type { QuestionTerms } from "./question-terms.ts";

export interface Candidate {
  readonly path: string;
  /** Numbers of its passages, best first; at most `keptPassages`. */
  readonly best: readonly number[];
  /** Scores of those passages. */
  readonly scores: readonly number[];
  /** Best passage plus a share of the next ones. */
  readonly score: number;
}

const keptPassages = 6;
/** What the passages after the best one count; 0 and 0.3 found fewer pages, as `npm run train:answers -- --data DIR --only tune` prints. */
const shareOfNext = 0.15;

/** The score of every passage, by its number. */
export function scorePassages(index: Index, terms: QuestionTerms): Float64Array {
  const scores = new Float64Array(index.passages.length);
  for (const [term, weight] of terms) {
    const postings = index.postings.get(term);
    if (postings === undefined) continue;
    const one = weight * idf(index, term);
    for (const posting of postings)
      scores[posting.passage] = (scores[posting.passage] ?? 0) + one * posting.weight;
  }
  return scores;
}

/** The documents that match best, best first. */
export function candidates(
  index: Index,
  scores: Float64Array,
  count: number,
  share = shareOfNext,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const [path, numbers] of index.documents) {
    const best = numbers
      .filter((number) => (scores[number] ?? 0) > 0)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, keptPassages);
    if (best.length === 0) continue;
    const own = best.map((number) => scores[number] ?? 0);
    const next = own.slice(1).reduce((sum, score) => sum + score, 0);
    found.push({ path, best, scores: own, score: (own[0] ?? 0) + share * next });
  }
  return found.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, count);
}
