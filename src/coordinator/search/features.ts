/**
 * What speaks for a document as the answer's place, as numbers that the trained weights add up. A newcomer would add
 * a feature because it sounds right; each of these lost hits in cross-validation when it was left out.
 */
import { type Asked, coverage } from "./asked.ts";
import { type Index, idf } from "./index.ts";
import { proximity } from "./proximity.ts";
import type { Candidate } from "./score.ts";

export const featureNames = [
  /** First look's score, relative to the best candidate's. */
  "score",
  /** The passages after the best one, relative to the best candidate's best passage. */
  "next",
  /** The document as a whole. */
  "whole",
  /** How much of the title the question says: a page whose whole title is asked about is its page. */
  "title",
  /** How much of the question's title the path says. */
  "path",
  /** The last heading that fits best, both ways. */
  "heading",
  /** How much of the question the best passage speaks of. */
  "coverage",
  /** Whether neighbours in the question are neighbours in a passage. */
  "proximity",
  /** A worked example or notebook mentions everything and answers little. */
  "example",
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/** Proximity is looked at in this many of a document's best passages. */
const closeReadPassages = 3;
const examplePath = /example|tutorial|gallery|\.ipynb$/i;

/** The features of each candidate, in their order. */
export function featuresOf(index: Index, question: Asked, found: readonly Candidate[]): readonly Features[] {
  const whole = wholeScores(index, question, found);
  const most = {
    score: Math.max(...found.map(({ score }) => score)),
    best: Math.max(...found.map(({ scores }) => scores[0] ?? 0)),
    whole: Math.max(...whole),
  };
  return found.map((candidate, number) => {
    const best = index.terms[candidate.best[0] ?? 0];
    const title = best?.title ?? [];
    const next = candidate.scores.slice(1).reduce((sum, score) => sum + score, 0) / 5;
    return {
      score: candidate.score / most.score,
      next: next / most.best,
      whole: (whole[number] ?? 0) / most.whole,
      title: saidShare(index, question, title),
      path: coverage(question.titleWorth, best?.path ?? []),
      heading: headingFit(index, question, candidate),
      coverage: coverage(question.worth, [...title, ...(best?.headings ?? []), ...(best?.body ?? [])]),
      proximity: closest(index, question, candidate),
      example: examplePath.test(candidate.path) ? 1 : 0,
    };
  });
}

/** How much of these terms the question says, 0 to 1. */
function saidShare(index: Index, question: Asked, terms: readonly string[]): number {
  let said = 0;
  let total = 0;
  for (const term of new Set(terms)) {
    const tells = idf(index, term);
    total += tells;
    // What stands in half of the question's weight or more counts fully.
    said += tells * Math.min(1, 2 * (question.terms.get(term) ?? 0));
  }
  return total === 0 ? 0 : said / total;
}

function headingFit(index: Index, question: Asked, candidate: Candidate): number {
  return candidate.best.reduce((most, number) => {
    const terms = index.terms[number]?.lastHeading ?? [];
    const fit = saidShare(index, question, terms) * Math.sqrt(coverage(question.titleWorth, terms));
    return Math.max(most, fit);
  }, 0);
}

function closest(index: Index, question: Asked, candidate: Candidate): number {
  return candidate.best.slice(0, closeReadPassages).reduce((most, number) => {
    const terms = index.terms[number];
    const all = terms === undefined ? [] : [...terms.headings, ...terms.body];
    return Math.max(most, proximity(question, all));
  }, 0);
}

/** BM25 over documents: the weights of a term's passages are added up, then saturated. */
function wholeScores(index: Index, question: Asked, found: readonly Candidate[]): readonly number[] {
  const sums = found.map(() => 0);
  const numberOf = new Map(found.map(({ path }, number) => [path, number]));
  for (const [term, weight] of question.terms) {
    const held = new Map<number, number>();
    for (const posting of index.postings.get(term) ?? []) {
      const number = numberOf.get(index.passages[posting.passage]?.path ?? "");
      if (number !== undefined) held.set(number, (held.get(number) ?? 0) + posting.weight);
    }
    const tells = weight * documentIdf(index, term);
    for (const [number, sum] of held) sums[number] = (sums[number] ?? 0) + (tells * sum) / (1 + sum);
  }
  return sums;
}

function documentIdf(index: Index, term: string): number {
  const holders = index.documentFrequency.get(term) ?? 0;
  return Math.log(1 + (index.documents.size - holders + 0.5) / (holders + 0.5));
}
