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

export function conflictGate(sources: readonly Source[]): Verdict {
  const reasons = sources
    .filter(({ passage }) => passage.standing === "superseded")
    .map(({ passage }) => `\`${passage.path}\` is superseded and is not quoted as current.`);
  for (const [at, one] of sources.entries())
    for (const other of sources.slice(at + 1)) {
      const how = one.passage.path === other.passage.path ? undefined : disagreement(one, other);
      if (how !== undefined) reasons.push(`\`${one.passage.path}\` and \`${other.passage.path}\` ${how}.`);
    }
  return reasons.length > 0 ? stopping(reasons) : passing("The sources are current and agree.");
}

function disagreement(one: Source, other: Source): string | undefined {
  const bothDecide = one.passage.isDecision && other.passage.isDecision;
  if (
    bothDecide &&
    likeness(new Set(termsOf(one.passage.title)), new Set(termsOf(other.passage.title))) >= sameTitle
  )
    return one.quote.text === other.quote.text ? undefined : "record two decisions on the same subject";
  const others = sentencesOf(other.quote.text);
  for (const left of sentencesOf(one.quote.text))
    for (const right of others) {
      const how = contradiction(left, right);
      if (how !== undefined) return how;
    }
  return undefined;
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
