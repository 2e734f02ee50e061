/**
 * How likely it is that the first citations answer the question. A newcomer would take the best score for it; a high
 * score only says that the words occur, so what decides is how much of the question is covered, and how far ahead.
 */
import { type LinearModel, linear, logistic } from "./linear.ts";
import { coverage } from "./search/asked.ts";
import type { Hit, Retrieval } from "./search/retrieve.ts";

/** An answer cites at most this many documents. */
export const maxCitations = 3;

export const evidenceNames = [
  /** The first hit's share among the hits, and its lead over the second. */
  "share",
  "lead",
  /** What the first citations hold together of the ranking's shares. */
  "together",
  /** The best passage's score as a share of what a passage could reach. */
  "strength",
  /** How much of the question, of its title and of its most telling terms the best passages speak of. */
  "coverage",
  "titleCoverage",
  "telling",
  /** How much of the question is in words that the store does not know. */
  "unknown",
  "proximity",
  "title",
  "heading",
  /** Whether the first hit records a decision: such a page answers what it speaks of. */
  "decision",
  /** The number of terms asked for, as a logarithm. */
  "length",
] as const;

export type EvidenceName = (typeof evidenceNames)[number];
export type Evidence = Readonly<Record<EvidenceName, number>>;

/** What is known of a retrieval before anybody reads it; undefined when nothing was found. */
export function evidenceOf({ asked, hits }: Retrieval): Evidence | undefined {
  const [first] = hits;
  if (first === undefined) return undefined;
  const shares = sharesOf(hits);
  const worth = [...asked.worth].sort((a, b) => b[1] - a[1]);
  const reachable = worth.reduce((sum, [, its]) => sum + its, 0);
  const terms = termsOfHit(first);
  const best = hits.slice(0, maxCitations);
  return {
    share: shares[0] ?? 0,
    lead: (shares[0] ?? 0) - (shares[1] ?? 0),
    together: shares.slice(0, maxCitations).reduce((sum, share) => sum + share, 0),
    strength: reachable === 0 ? 0 : first.bestScore / reachable,
    coverage: first.features.coverage,
    titleCoverage: coverage(asked.titleWorth, terms),
    telling: coverage(new Map(worth.slice(0, 3)), terms),
    unknown: asked.unknown,
    proximity: Math.max(...best.map(({ features }) => features.proximity)),
    title: first.features.title,
    heading: first.features.heading,
    decision: first.passages[0]?.isDecision === true ? 1 : 0,
    length: Math.log(1 + worth.length),
  };
}

/** 0 to 1: the share of such questions that the first citations answered in the training data. */
export function confidenceOf(model: LinearModel, evidence: Evidence): number {
  return logistic(linear(model, evidence));
}

function sharesOf(hits: readonly Hit[]): readonly number[] {
  const most = hits[0]?.rank ?? 0;
  const weights = hits.map(({ rank }) => Math.exp(rank - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function termsOfHit({ terms }: Hit): readonly string[] {
  return terms === undefined ? [] : [...terms.title, ...terms.headings, ...terms.body];
}
