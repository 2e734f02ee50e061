/** Sorts search results: what is current, which of it an answer would cite, and what people are shown. */

import type { Passage } from "../passage/passage.ts";
import type { SearchIndex } from "../search/index.ts";
import type { Match, Retrieval } from "../search/retrieve.ts";
import type { SearchableStore } from "../search/searchable-store.ts";
import { isVerbatim, type Quote, quoteFrom } from "./quote.ts";
import { successorsOf } from "./succession.ts";

/** How many passages an answer cites, at most. */
const maxCitations = 3;

export interface Finding {
  readonly match: Match;
  readonly quote: Quote;
  readonly isSuperseded: boolean;
}

export interface Findings {
  /** Current passages, best first. A superseded first match is replaced by its successor. */
  readonly current: readonly Match[];
  /** The current passages that an answer would cite. */
  readonly cited: readonly Finding[];
  /** The best matches of any status, for people. */
  readonly shown: readonly Finding[];
  /**
   * What the first match is: a current statement, a superseded one, an ended one, or itself an open question.
   */
  readonly first: "current" | "replaced" | "ended" | "open" | "nothing";
  /** How much of the question the first match covers, regardless of its status. */
  readonly coverage: number;
  /** The lead of the first current match over every other document, as a share of its score. */
  readonly lead: number;
}

/** A match that scores less than this share of the first is not cited with it. */
const nearShare = 0.5;
const successorsCited = 2;

export function findingsOf({ matches }: Retrieval, store: SearchableStore): Findings {
  const [best] = matches;
  const holding = matches.filter(({ passage }) => passage.state === "current");
  const successors = best?.passage.state === "superseded" ? heirs(best, matches, store.index) : [];
  const current = [...successors, ...holding.filter((match) => !successors.includes(match))];
  const least = nearShare * (best?.score ?? 0);
  const near = current.filter((match, at) => at === 0 || successors.includes(match) || match.score >= least);
  return {
    current,
    cited: distinct(near.slice(0, 2 * maxCitations).flatMap((match) => findingOf(match, store) ?? [])),
    shown: distinct(matches.slice(0, 2 * maxCitations).flatMap((match) => findingOf(match, store) ?? [])),
    first: firstOf(best, successors.length > 0),
    coverage: best?.coverage ?? 0,
    lead: leadOf(current),
  };
}

function firstOf(best: Match | undefined, isReplaced: boolean): Findings["first"] {
  if (best === undefined) return "nothing";
  if (best.passage.state === "superseded") return isReplaced ? "replaced" : "ended";
  return best.passage.state;
}

function leadOf(current: readonly Match[]): number {
  const [ahead] = current;
  if (ahead === undefined || ahead.score <= 0) return 0;
  const other = current.find(({ passage }) => passage.path !== ahead.passage.path);
  return (ahead.score - (other?.score ?? 0)) / ahead.score;
}

/** The successors of a superseded match, those that cover most of the question first. */
function heirs(old: Match, matches: readonly Match[], { passages }: SearchIndex): readonly Match[] {
  const scored = new Map(matches.map((match) => [match.passage, match]));
  const unscored = (passage: Passage): Match => ({ passage, statement: 0, score: 0, coverage: 0, words: 0 });
  return successorsOf(old.passage, passages)
    .filter(({ statements }) => statements.length > 0)
    .map((passage) => scored.get(passage) ?? unscored(passage))
    .sort((a, b) => b.score - a.score)
    .slice(0, successorsCited);
}

/** The match with a verified quote; undefined if the document has since changed or been deleted. */
function findingOf(match: Match, { index, document }: SearchableStore): Finding | undefined {
  const { passage, statement } = match;
  const all = (index.documents.get(passage.path) ?? []).flatMap((number) => index.passages[number] ?? []);
  const quote = quoteFrom(passage, statement, all);
  if (!isVerbatim(quote, document(passage.path))) return undefined;
  return { match, quote, isSuperseded: passage.state !== "current" };
}

/** Removes duplicates of the same lines. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const key = ({ quote }: Finding): string => JSON.stringify([quote.path, quote.firstLine]);
  return findings
    .filter((finding, at) => findings.findIndex((its) => key(its) === key(finding)) === at)
    .slice(0, maxCitations);
}
