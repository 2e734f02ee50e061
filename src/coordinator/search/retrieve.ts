/** Finds the passages whose statements match a question. All weights are fixed; none was trained. */
import type { Passage } from "../passage/passage.ts";
import type { IndexedStatement, SearchIndex } from "./index.ts";
import { type QuestionTerms, type QuestionText, questionPairs, questionTerms } from "./question-terms.ts";

/** A passage with its best statement. */
export interface Match {
  readonly passage: Passage;
  /** The position of the best statement in the passage. */
  readonly statement: number;
  readonly score: number;
  /** How much of the question's term weight occurs in the statement or around it, 0 to 1. */
  readonly coverage: number;
  /** How many of the question's words that is. */
  readonly words: number;
}

export interface Retrieval {
  readonly terms: QuestionTerms;
  /** Best first, each passage once. */
  readonly matches: readonly Match[];
}

/**
 * Weights added to the statement's own score: for its passage, headings, section and page, and for pairs of
 * words that both contain.
 */
const share = { passage: 0.4, around: 0.2, pairs: 0.4, section: 0.6, page: 1, nextSections: 0.15 };
/** How many statements of the first ranking are compared word by word. */
const closelyRead = 400;

export function retrieve(index: SearchIndex, question: QuestionText): Retrieval {
  const terms = questionTerms(question);
  const own = index.ofStatements.score(terms);
  const whole = index.ofPassages.score(terms);
  const around = index.ofSurroundings.score(terms);
  const sections = index.ofSections.score(terms);
  const pages = pageScores(index, sections);
  const first = index.statements
    .map((statement, number) => ({
      statement,
      score:
        (own[number] ?? 0) +
        share.passage * (whole[statement.passage] ?? 0) +
        share.page * (pages.get(index.passages[statement.passage]?.path ?? "") ?? 0) +
        share.around * (around[statement.passage] ?? 0) +
        share.section * (sections[index.sectionOf[statement.passage] ?? -1] ?? 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, closelyRead);
  const pairs = questionPairs(question, terms);
  const read = first
    .map(({ statement, score }) => ({
      statement,
      score: score + share.pairs * addPairs(index, statement, pairs, terms),
    }))
    .sort((a, b) => b.score - a.score);
  return { terms, matches: matchesOf(index, read, terms) };
}

function matchesOf(
  index: SearchIndex,
  read: readonly { readonly statement: IndexedStatement; readonly score: number }[],
  terms: QuestionTerms,
): readonly Match[] {
  const seen = new Set<number>();
  const matches: Match[] = [];
  for (const { statement, score } of read) {
    const passage = index.passages[statement.passage];
    if (passage === undefined || seen.has(statement.passage)) continue;
    seen.add(statement.passage);
    const held = [...statement.terms, ...(index.terms[statement.passage]?.around ?? [])];
    matches.push({
      passage,
      statement: statement.at,
      score,
      coverage: coverage(index, terms, held),
      words: new Set(held.filter((term) => terms.has(term))).size,
    });
  }
  return matches;
}

/** The weight of the question's word pairs that are adjacent in the statement too. */
function addPairs(
  { ofStatements }: SearchIndex,
  { terms: said }: IndexedStatement,
  pairs: ReadonlySet<string>,
  terms: QuestionTerms,
): number {
  const kept = said.filter((term) => terms.has(term));
  const found = new Set(kept.slice(1).map((term, at) => `${kept[at]} ${term}`));
  let sum = 0;
  for (const pair of found) {
    if (!pairs.has(pair)) continue;
    const [one = "", other = ""] = pair.split(" ");
    sum += (worth(ofStatements, terms, one) + worth(ofStatements, terms, other)) / 2;
  }
  return sum;
}

function worth({ idf }: SearchIndex["ofStatements"], terms: QuestionTerms, term: string): number {
  return (terms.get(term) ?? 0) * idf(term);
}

/** The share of the question's term weight that these terms cover, 0 to 1. */
export function coverage(
  { ofStatements }: SearchIndex,
  terms: QuestionTerms,
  held: Iterable<string>,
): number {
  const said = new Set(held);
  let covered = 0;
  let total = 0;
  for (const term of terms.keys()) {
    const its = worth(ofStatements, terms, term);
    total += its;
    if (said.has(term)) covered += its;
  }
  return total === 0 ? 0 : covered / total;
}

/** By path: the score of the best section, and a little of the next ones. */
function pageScores(
  { documents, sectionOf }: SearchIndex,
  sections: Float64Array,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const [path, passages] of documents) {
    const own = [...new Set(passages.map((number) => sectionOf[number] ?? -1))]
      .map((section) => sections[section] ?? 0)
      .sort((a, b) => b - a);
    const next = own.slice(1, 6).reduce((sum, score) => sum + score, 0);
    scores.set(path, (own[0] ?? 0) + share.nextSections * next);
  }
  return scores;
}
