/**
 * A question made ready for an index: its terms with what each tells there. A newcomer would weigh all words alike;
 * in a store about Ray the word "ray" tells nothing.
 */
import { type Index, idf } from "./index.ts";
import { withKindred } from "./kindred.ts";
import { type QuestionTerms, type QuestionText, questionTerms } from "./question-terms.ts";
import { termsOf } from "./tokens.ts";

/** Two terms of the question that stand side by side in it. */
interface Pair {
  readonly first: string;
  readonly second: string;
  /** What finding them together tells. */
  readonly weight: number;
}

export interface Asked {
  readonly terms: QuestionTerms;
  /** What each term tells in this index: its weight in the question times its idf. */
  readonly worth: ReadonlyMap<string, number>;
  /** The same for the title alone. */
  readonly titleWorth: ReadonlyMap<string, number>;
  readonly pairs: readonly Pair[];
  /** The share of the question that is in words the index does not know, 0 to 1. */
  readonly unknown: number;
  /** The same terms with other words for them: the first look searches with these. */
  readonly sought: QuestionTerms;
  /** Whether it asks what something is or means. */
  readonly asksMeaning: boolean;
}

/** Pairs are taken from the title and this much of the body: further down stand details. */
const pairCharacters = 600;
/** Who asks for the best way asks for advice, and not what a word means. */
const advice = /\b(?:best|better|most|right|correct|recommended|optimal|way)\b/i;
const meaning =
  /^\W{0,9}(?:what(?:['’]?s| is| are| does)|define|explain)\b|\bdifferen(?:ce|t) between\b|\bwhat\b[^?]{0,80}\bmean/i;

export function asked(index: Index, question: QuestionText): Asked {
  const terms = questionTerms(question);
  const worth = worthOf(index, terms);
  const sequence = termsOf(`${question.title} . ${question.body.slice(0, pairCharacters)}`).filter((term) =>
    terms.has(term),
  );
  return {
    terms,
    worth,
    titleWorth: worthOf(index, questionTerms({ title: question.title, body: "" })),
    pairs: pairsOf(sequence, worth),
    unknown:
      1 -
      coverage(
        worth,
        [...worth.keys()].filter((term) => index.postings.has(term)),
      ),
    sought: withKindred(terms, index),
    asksMeaning: meaning.test(question.title) && !advice.test(question.title),
  };
}

/** The share of what the question asks that these terms speak of, 0 to 1. */
export function coverage(worth: ReadonlyMap<string, number>, terms: Iterable<string>): number {
  const held = new Set(terms);
  let covered = 0;
  let total = 0;
  for (const [term, its] of worth) {
    total += its;
    if (held.has(term)) covered += its;
  }
  return total === 0 ? 0 : covered / total;
}

function worthOf(index: Index, terms: QuestionTerms): ReadonlyMap<string, number> {
  return new Map([...terms].map(([term, weight]) => [term, weight * idf(index, term)]));
}

function pairsOf(sequence: readonly string[], worth: ReadonlyMap<string, number>): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const [place, second] of sequence.entries()) {
    const first = sequence[place - 1];
    if (first === undefined || first === second) continue;
    const weight = ((worth.get(first) ?? 0) + (worth.get(second) ?? 0)) / 2;
    pairs.set(`${first} ${second}`, { first, second, weight });
  }
  return [...pairs.values()];
}
