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
  /** How often it stands there, in body and headings. */
  readonly count: number;
}

export interface Index {
  readonly passages: readonly Passage[];
  readonly terms: readonly PassageTerms[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** Passage numbers of each document, by path. */
  readonly documents: ReadonlyMap<string, readonly number[]>;
  /** The number of each passage's document: its place in `documents`. */
  readonly documentOf: readonly number[];
  /** How many terms each document has, by its number. */
  readonly lengths: readonly number[];
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
    const counts = countsOf(its);
    for (const [term, weight] of weightsOf(its, averages, weighed)) {
      const list = postings.get(term);
      const count = counts.get(term) ?? 0;
      const posting = { passage, weight: weight / (weighed.k1 + weight), count };
      if (list === undefined) postings.set(term, [posting]);
      else list.push(posting);
    }
  }
  const documents = byDocument(passages);
  const numbers = new Map([...documents.keys()].map((path, number) => [path, number]));
  return {
    passages,
    terms,
    postings,
    documents,
    documentOf: passages.map(({ path }) => numbers.get(path) ?? 0),
    lengths: [...documents.values()].map((its) => its.reduce((sum, at) => sum + lengthOf(terms[at]), 0)),
  };
}

function lengthOf(terms: PassageTerms | undefined): number {
  return terms === undefined ? 0 : terms.headings.length + terms.body.length;
}

function countsOf({ headings, body }: PassageTerms): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of [headings, body]) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
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
