/**
 * A second opinion on whose decision a question is: a linear classifier over its words. A newcomer would let it
 * overrule the rules; it can only send more to people.
 */
import { logistic } from "../linear.ts";
import { termsOf } from "../search/tokens.ts";

export interface TermModel {
  readonly bias: number;
  readonly terms: Readonly<Record<string, number>>;
  /** From this probability on, a question is for people. */
  readonly threshold: number;
}

/** The classifier was trained on texts cut here: long bodies are logs and code. */
const readCharacters = 600;

/** The distinct words and pairs of words that the classifier knows questions by. */
export function classifierTerms(title: string, body: string): readonly string[] {
  const words = termsOf(`${title}\n${body}`.slice(0, readCharacters));
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return [...new Set([...words, ...pairs])];
}

/** The probability that people decide this. */
export function forPeople(model: TermModel, terms: readonly string[]): number {
  const known = terms.filter((term) => Object.hasOwn(model.terms, term));
  const sum = known.reduce((total, term) => total + (model.terms[term] ?? 0), 0);
  return logistic(model.bias + sum / Math.sqrt(Math.max(1, known.length)));
}
