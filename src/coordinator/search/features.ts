/**
 * What speaks for a document as the answer's place, as numbers that the trained weights add up. A newcomer would add
 * a feature because it sounds right; expansion by the first hits, links between pages and how rare a word is in other
 * people's documents did, and none found more in cross-validation.
 */
import { type Asked, coverage } from "./asked.ts";
import { type Index, idf } from "./index.ts";
import { proximity } from "./proximity.ts";
import type { Candidate } from "./score.ts";
import { wholeFits } from "./whole.ts";

export const featureNames = [
  /** First look's score, relative to the best candidate's. */
  "score",
  /** The passages after the best one, relative to the best candidate's best passage. */
  "next",
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
  /** How likely the whole document is to be asked for in these words. */
  "whole",
  /** Where it is asked what something is: how much of that is named by headings that say nothing else. */
  "meaning",
  /** A worked example, a template or a page for contributors mentions everything and answers little. */
  "aside",
] as const;

export type FeatureName = (typeof featureNames)[number];
/** What can only speak against a document; all else can only speak for it, whatever few questions seem to show. */
export const against: ReadonlySet<FeatureName> = new Set<FeatureName>(["aside"]);
export type Features = Readonly<Record<FeatureName, number>>;

interface Read {
  readonly candidate: Candidate;
  readonly features: Features;
}

/** Proximity is looked at in this many of a document's best passages. */
const closeReadPassages = 3;
/** A heading of more terms than this does not name one thing. */
const maxNameTerms = 4;
const asidePath = /example|tutorial|gallery|template|contrib|community|\.ipynb$/i;

/** The features of each candidate, in their order. */
export function featuresOf(index: Index, question: Asked, found: readonly Candidate[]): readonly Read[] {
  const most = {
    score: Math.max(...found.map(({ score }) => score)),
    best: Math.max(...found.map(({ scores }) => scores[0] ?? 0)),
  };
  const whole = wholeFits(index, question.sought);
  return found.map((candidate) => {
    const best = index.terms[candidate.best[0] ?? 0];
    const title = best?.title ?? [];
    const next = candidate.scores.slice(1).reduce((sum, score) => sum + score, 0) / 5;
    const features: Features = {
      score: candidate.score / most.score,
      next: next / most.best,
      title: saidShare(index, question, title),
      path: coverage(question.titleWorth, best?.path ?? []),
      heading: headingFit(index, question, candidate),
      coverage: coverage(question.worth, [...title, ...(best?.headings ?? []), ...(best?.body ?? [])]),
      proximity: closest(index, question, candidate),
      whole: whole[index.documentOf[candidate.best[0] ?? 0] ?? 0] ?? 0,
      meaning: question.asksMeaning ? coverage(question.titleWorth, namesIn(index, question, candidate)) : 0,
      aside: asidePath.test(candidate.path) ? 1 : 0,
    };
    return { candidate, features };
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

/** The terms of those headings, and of the title, that the question's title says whole. */
function namesIn(index: Index, question: Asked, { path }: Candidate): ReadonlySet<string> {
  const named = new Set<string>();
  for (const number of index.documents.get(path) ?? []) {
    const { title = [], lastHeading = [] } = index.terms[number] ?? {};
    for (const name of [title, lastHeading])
      if (name.length <= maxNameTerms && name.every((term) => question.titleWorth.has(term)))
        for (const term of name) named.add(term);
  }
  return named;
}

function closest(index: Index, question: Asked, candidate: Candidate): number {
  return candidate.best.slice(0, closeReadPassages).reduce((most, number) => {
    const terms = index.terms[number];
    const all = terms === undefined ? [] : [...terms.headings, ...terms.body];
    return Math.max(most, proximity(question, all));
  }, 0);
}
