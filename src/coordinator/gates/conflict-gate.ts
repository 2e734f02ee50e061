/** Stops an answer that another current page contradicts. */
import type { Findings } from "../answers/findings.ts";
import type { Passage } from "../passage/passage.ts";
import type { SearchIndex } from "../search/index.ts";
import type { QuestionTerms } from "../search/question-terms.ts";
import { coverage, type Match } from "../search/retrieve.ts";
import { termsOf } from "../search/tokens.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/** How many of the best matches are compared. */
const compared = 6;
/** Two sentences that share this much of their terms are about the same subject. */
const sameSubject = 0.6;
/** Two decisions whose titles share this much decide the same thing. */
const sameTitle = 0.75;
/** Two statements that share this much of the question are about the question. */
const sameQuestion = 0.3;
const negation =
  /\b(?:not|never|no longer|without|don't|doesn't|isn't|aren't|cannot|can't|mustn't|must not|avoid|instead of|rather than|disabled?)\b/i;
const negations = new RegExp(negation, "gi");
/**
 * Numbers that are references rather than values: `ADR 7`, `#12`, `D-02`, `section 3`, `v5`, dates, versions.
 */
const reference =
  /\b\d{4}-\d{2}-\d{2}\b|(?:\b(?:adrs?|rfc|decision|issue|pr|section|sect|chapter|step|phase|stage|release|version|v|no|nr|track|constraint|rule|item|line|figure|table|appendix|level|tier|layer|l|d|c|r|q)[-_ .]{0,2}|[#§[@])\d[\d.]{0,20}|^[ \t]{0,12}(?:[-*+] {1,4})?\d{1,3}[.)] |\b\d{1,6}(?:\.\d{1,6}){2,4}\b|\b[a-z]{1,12}\d{1,6}\b/gim;
/** Link targets and paths. */
const place = /\]\([^()\s]{0,300}\)|\/[^\s|)]{1,300}/g;
const order = /\b(before|after)\b/gi;
const maxSentences = 40;

interface Sentence {
  /** Its terms without negations and numbers. */
  readonly terms: ReadonlySet<string>;
  readonly denies: boolean;
  readonly values: ReadonlySet<string>;
}

export function conflictGate({ current }: Findings, terms: QuestionTerms, index: SearchIndex): Verdict {
  const best = current.slice(0, compared);
  const reasons: string[] = [];
  for (const [at, one] of best.entries())
    for (const other of best.slice(at + 1)) {
      const how =
        one.passage.path === other.passage.path ? undefined : disagreement(one, other, terms, index);
      if (how !== undefined) reasons.push(`\`${one.passage.path}\` and \`${other.passage.path}\` ${how}.`);
    }
  return reasons.length > 0 ? stopping(reasons) : passing("The sources are current and agree.");
}

function disagreement(
  one: Match,
  other: Match,
  terms: QuestionTerms,
  index: SearchIndex,
): string | undefined {
  const bothDecide = one.passage.isDecision && other.passage.isDecision;
  if (
    bothDecide &&
    isSameTitle(one.passage.title, other.passage.title) &&
    one.passage.text !== other.passage.text
  )
    return "record two decisions on the same subject";
  if (isAboutIt(one.passage, other.passage, terms, index)) {
    if (differ(valuesIn(one.passage.text), valuesIn(other.passage.text))) return "give different values";
    if (differ(ordersIn(one.passage.text), ordersIn(other.passage.text))) return "give a different order";
  }
  const others = sentencesOf(other.passage.text);
  for (const left of sentencesOf(one.passage.text))
    for (const right of others) {
      const how = contradiction(left, right);
      if (how !== undefined) return how;
    }
  return undefined;
}

/** Whether the two have in common what the question asks about. */
function isAboutIt(one: Passage, other: Passage, terms: QuestionTerms, index: SearchIndex): boolean {
  const left = new Set(termsOf(one.text));
  const right = new Set(termsOf(other.text));
  const shared = [...left].filter((term) => right.has(term));
  return (
    shared.filter((term) => terms.has(term)).length >= 2 && coverage(index, terms, shared) >= sameQuestion
  );
}

/** Whether both are non-empty and have nothing in common. */
function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && [...one].every((value) => !other.has(value));
}

function valuesIn(text: string): ReadonlySet<string> {
  const said = text.replace(place, " ").replace(reference, " ");
  const values = said.match(/\d(?:[\d.,]{0,20}\d)?/g) ?? [];
  return new Set(values.map((value) => value.replaceAll(",", "")));
}

function ordersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(order)].map(([, word = ""]) => word.toLowerCase()));
}

/** Whether two titles are alike, apart from the records' numbers. */
function isSameTitle(one: string, other: string): boolean {
  const left = subjectOf(one);
  const right = subjectOf(other);
  const isEqual = left.size > 1 && left.size === right.size && [...left].every((term) => right.has(term));
  return isEqual || likeness(left, right) >= sameTitle;
}

function subjectOf(title: string): ReadonlySet<string> {
  return new Set(termsOf(title).filter((term) => !/^(?:\d|adr\b)/.test(term)));
}

function contradiction(left: Sentence, right: Sentence): string | undefined {
  if (likeness(left.terms, right.terms) < sameSubject) return undefined;
  if (left.denies !== right.denies) return "say the opposite of each other";
  return differ(left.values, right.values) ? "give different values" : undefined;
}

/** The share of all terms that both have, 0 to 1. Fewer than three terms do not make a subject. */
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
    values: valuesIn(sentence),
  }));
}
