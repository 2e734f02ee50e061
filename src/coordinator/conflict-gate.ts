/**
 * Gate (d): do the sources agree, and do they still hold? A newcomer would only compare dates; what matters is that
 * nobody is told something that another current page denies.
 */

import { passing, stopping, type Verdict } from "./gate.ts";
import type { Passage } from "./passage/passage.ts";
import type { Quote } from "./quote.ts";
import { termsOf } from "./search/tokens.ts";

/** Two sentences that share this much of their words speak of the same thing. */
const sameSubject = 0.6;
/** Two decisions whose titles share this much decide the same thing. */
const sameTitle = 0.75;
const negation =
  /\b(?:not|never|no longer|without|don't|doesn't|isn't|aren't|cannot|can't|mustn't|must not|avoid|instead of|rather than|disabled?)\b/i;
const negations = new RegExp(negation, "gi");
const maxSentences = 40;

interface Sentence {
  /** Its terms without negations and numbers. */
  readonly terms: ReadonlySet<string>;
  readonly denies: boolean;
  readonly numbers: string;
}

export interface Source {
  readonly passage: Passage;
  readonly quote: Quote;
}

/** What would be cited, and what was found with it. */
export interface Weighed {
  readonly cited: readonly Source[];
  /** What holds and is not cited: it may deny what is. */
  readonly beside: readonly Source[];
  /** Superseded, closer to the question than what is cited, and replaced by nothing that is. */
  readonly unreplaced: readonly Source[];
}

export function conflictGate({ cited, beside, unreplaced }: Weighed): Verdict {
  const reasons = unreplaced.map(
    ({ quote }) =>
      `\`${quote.path}\` speaks of it more, is superseded, and nothing that would be cited took its place.`,
  );
  for (const [at, one] of cited.entries())
    for (const other of [...cited.slice(at + 1), ...beside]) {
      const how = one.passage.path === other.passage.path ? undefined : disagreement(one, other);
      if (how !== undefined) reasons.push(`\`${one.passage.path}\` and \`${other.passage.path}\` ${how}.`);
    }
  return reasons.length > 0 ? stopping(reasons) : passing("The sources are current and agree.");
}

function disagreement(one: Source, other: Source): string | undefined {
  const bothDecide = one.passage.isDecision && other.passage.isDecision;
  if (bothDecide && isSameTitle(one.passage.title, other.passage.title))
    return one.quote.text === other.quote.text ? undefined : "record two decisions on the same subject";
  const others = sentencesOf(other.quote.text);
  for (const left of sentencesOf(one.quote.text))
    for (const right of others) {
      const how = contradiction(left, right);
      if (how !== undefined) return how;
    }
  return undefined;
}

/** Records are numbered in their titles, and a number is no subject. */
function isSameTitle(one: string, other: string): boolean {
  const [left, right] = [subjectOf(one), subjectOf(other)];
  const isEqual = left.size > 1 && left.size === right.size && [...left].every((term) => right.has(term));
  return isEqual || likeness(left, right) >= sameTitle;
}

function subjectOf(title: string): ReadonlySet<string> {
  return new Set(termsOf(title).filter((term) => !/^(?:\d|adr\b)/.test(term)));
}

function contradiction(left: Sentence, right: Sentence): string | undefined {
  if (likeness(left.terms, right.terms) < sameSubject) return undefined;
  if (left.denies !== right.denies) return "say the opposite of each other";
  return left.numbers !== right.numbers ? "name different values" : undefined;
}

/** Shared terms among all terms of both, 0 to 1. Fewer than three terms are no subject. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size < 3 || other.size < 3) return 0;
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared / (one.size + other.size - shared);
}

function sentencesOf(text: string): readonly Sentence[] {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n{1,4}/, maxSentences)
    .filter((sentence) => sentence.trim() !== "");
  return sentences.map((sentence) => ({
    terms: new Set(termsOf(sentence.replace(negations, " ")).filter((term) => !/^\d/.test(term))),
    denies: negation.test(sentence),
    numbers: (sentence.match(/\d[\d.,]*/g) ?? []).join(" "),
  }));
}
