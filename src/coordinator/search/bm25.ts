/** BM25 over a list of short texts. */

export interface Bm25Parameters {
  /** How soon repetition stops counting. */
  readonly k1: number;
  /** How much a text's length counts against it, 0 to 1. */
  readonly b: number;
}

export interface Bm25 {
  /** The information content of a term: near 0 for one that occurs everywhere. */
  readonly idf: (term: string) => number;
  /** The score of every text, by its number. */
  readonly score: (terms: ReadonlyMap<string, number>) => Float64Array;
}

interface Postings {
  readonly texts: number[];
  readonly counts: number[];
}

export function bm25(texts: readonly (readonly string[])[], { k1, b }: Bm25Parameters): Bm25 {
  const postings = new Map<string, Postings>();
  for (const [number, terms] of texts.entries())
    for (const [term, count] of countsOf(terms)) {
      const list = postings.get(term) ?? { texts: [], counts: [] };
      if (list.texts.length === 0) postings.set(term, list);
      list.texts.push(number);
      list.counts.push(count);
    }
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  const average = Math.max(1, total / Math.max(1, texts.length));
  const norms = texts.map(({ length }) => k1 * (1 - b + (b * length) / average));
  const idf = (term: string): number => {
    const holders = postings.get(term)?.texts.length ?? 0;
    return Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
  };
  return {
    idf,
    score: (terms) => {
      const scores = new Float64Array(texts.length);
      for (const [term, weight] of terms) {
        const list = postings.get(term);
        if (list === undefined) continue;
        const worth = weight * idf(term);
        for (const [at, number] of list.texts.entries()) {
          const count = list.counts[at] ?? 0;
          scores[number] =
            (scores[number] ?? 0) + (worth * count * (k1 + 1)) / (count + (norms[number] ?? k1));
        }
      }
      return scores;
    },
  };
}

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
