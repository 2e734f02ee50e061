/**
 * The index: for every term the passages that hold it, with the weight it has there (BM25F: fields are weighted
 * before, not after, saturation). A newcomer would add up one BM25 per field; a term in title and body would then
 * count as two terms.
 */
import type { Passage } from "../passage/passage.ts";
import { type Field, fields, type PassageTerms, passageTerms } from "./fields.ts";

interface Posting {
  /** Number of the passage. */
  readonly passage: number;
  /** Saturated weight of the term there, below 1; times the term's idf it is the term's score. */
  readonly weight: number;
}

export interface Index {
  readonly passages: readonly Passage[];
  readonly terms: readonly PassageTerms[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** Passage numbers of each document, by path. */
  readonly documents: ReadonlyMap<string, readonly number[]>;
  /** The number of documents that hold a term. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** How fields are weighed; tuned one number at a time by `npm run train:answers -- --data DIR --only tune`. */
export interface FieldWeights {
  /** How soon repetition stops counting. */
  readonly k1: number;
  readonly weight: Readonly<Record<Field, number>>;
  /** How far a field's length counts against it, 0 to 1. */
  readonly lengthPenalty: Readonly<Record<Field, number>>;
}

/** No other value of the tuning's grid was better by more than a question or two in any set. */
export const fieldWeights: FieldWeights = {
  k1: 1.2,
  weight: { title: 2, headings: 2, path: 1, body: 1 },
  lengthPenalty: { title: 0.5, headings: 0.5, path: 0.5, body: 0.6 },
};

export function buildIndex(passages: readonly Passage[], weights: FieldWeights = fieldWeights): Index {
  return indexOf(passages, passages.map(passageTerms), weights);
}

/** The same index without these documents; their terms are not read again. */
export function withoutDocuments(index: Index, paths: ReadonlySet<string>): Index {
  const kept = index.passages.flatMap((passage, number) => {
    const terms = index.terms[number];
    return terms === undefined || paths.has(passage.path) ? [] : [{ passage, terms }];
  });
  return indexOf(
    kept.map(({ passage }) => passage),
    kept.map(({ terms }) => terms),
    fieldWeights,
  );
}

function indexOf(passages: readonly Passage[], terms: readonly PassageTerms[], weighed: FieldWeights): Index {
  const averages = averageLengths(terms);
  const postings = new Map<string, Posting[]>();
  for (const [passage, its] of terms.entries()) {
    for (const [term, weight] of weightsOf(its, averages, weighed)) {
      const list = postings.get(term);
      const posting = { passage, weight: weight / (weighed.k1 + weight) };
      if (list === undefined) postings.set(term, [posting]);
      else list.push(posting);
    }
  }
  return {
    passages,
    terms,
    postings,
    documents: byDocument(passages),
    documentFrequency: documentsPerTerm(passages, postings),
  };
}

/** How much a term tells: near 0 for one that is everywhere. */
export function idf(index: Index, term: string): number {
  const holders = index.postings.get(term)?.length ?? 0;
  return Math.log(1 + (index.passages.length - holders + 0.5) / (holders + 0.5));
}

function averageLengths(terms: readonly PassageTerms[]): Record<Field, number> {
  const total: Record<Field, number> = { title: 0, headings: 0, path: 0, body: 0 };
  for (const its of terms) for (const field of fields) total[field] += its[field].length;
  for (const field of fields) total[field] = Math.max(1, total[field] / Math.max(1, terms.length));
  return total;
}

function weightsOf(
  terms: PassageTerms,
  averages: Record<Field, number>,
  weighed: FieldWeights,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const field of fields) {
    const penalty = weighed.lengthPenalty[field];
    const norm = 1 - penalty + (penalty * terms[field].length) / averages[field];
    const one = weighed.weight[field] / norm;
    for (const term of terms[field]) weights.set(term, (weights.get(term) ?? 0) + one);
  }
  return weights;
}

function byDocument(passages: readonly Passage[]): Map<string, number[]> {
  const documents = new Map<string, number[]>();
  for (const [number, { path }] of passages.entries()) {
    const list = documents.get(path);
    if (list === undefined) documents.set(path, [number]);
    else list.push(number);
  }
  return documents;
}

function documentsPerTerm(passages: readonly Passage[], postings: ReadonlyMap<string, readonly Posting[]>) {
  const frequency = new Map<string, number>();
  for (const [term, list] of postings) {
    let count = 0;
    let last: string | undefined;
    // Passages of one document stand together, so a change of path is a new document.
    for (const { passage } of list) {
      const path = passages[passage]?.path;
      if (path !== last) count++;
      last = path;
    }
    frequency.set(term, count);
  }
  return frequency;
}
