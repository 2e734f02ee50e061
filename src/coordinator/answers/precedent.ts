/**
 * Finds questions that have been asked before. Only the same words ask the same: "staging" in place of "production" is
 * another question, however alike the two look. What was answered then is suggested to a person, and settles nothing.
 */
import type { Millis } from "../../base/clock.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { settledText } from "../../engine/matters/text-version.ts";
import { currentAcceptedAnswer, questionState } from "../../engine/messages/question-state.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { wordsAlone } from "../../protocol/decided-words.ts";
import type { Question } from "../../protocol/kinds/question.ts";
import { questionTerms } from "../search/question-terms.ts";
import { wording } from "../search/wording.ts";
import type { WrittenQuestion } from "../written-question.ts";

/** The source of one of our answers. */
export type ReadFrom = "index" | "tree" | "pages";

/** A question that is open, or is answered and has not been disputed since. */
export interface KnownQuestion {
  readonly id: NodeId;
  readonly number: number;
  readonly asked: WrittenQuestion;
  /** Two questions of the same wording ask the same. Undefined if it is too long to be compared. */
  readonly wording: string | undefined;
  readonly terms: ReadonlySet<string>;
  /** The title's terms alone: many questions of one agent share their context, word for word. */
  readonly titleTerms: ReadonlySet<string>;
  /** The decision as it was accepted; undefined while the question is open. */
  readonly decision: string | undefined;
  /** The reason, if the person who decided gave one. */
  readonly because?: string | undefined;
  /** Identifies the accepted answer; a different answer makes a different store. */
  readonly answer: NodeId | undefined;
  /** When that answer was written. */
  readonly answeredAt: Millis | undefined;
  /** The number of the question whose decision it was answered with. */
  readonly repeats: number | undefined;
  /** The source of our answer; undefined if people decided. */
  readonly readFrom?: ReadFrom | undefined;
}

/** Two questions that share this much of their terms look alike. */
const sameTerms = 0.6;
/** With fewer terms than this, questions cannot be distinguished. */
const minTerms = 4;

/** The question as the gates read it; undefined if it cannot be read or is not approved. */
export function askedIn(record: IssueRecord): (WrittenQuestion & { readonly message: Question }) | undefined {
  const message = record.reading.kind === "question" ? record.reading.message : undefined;
  if (message?.kind !== "question" || !isAdmitted(record)) return undefined;
  const title = record.seen.title.replace(/^\s*Q:\s*/i, "").trim();
  const { context, options, decisionClass } = message;
  return { title, body: context, options, decisionClass, message };
}

/**
 * Undefined for a question that is withdrawn, closed without an answer, unreadable, or edited since it was answered.
 * @param taken what `repeatedBy` and `readFrom` return for the accepted answer
 */
export function knownQuestion(
  record: IssueRecord,
  taken: Partial<Pick<KnownQuestion, "repeats" | "readFrom">> = {},
): KnownQuestion | undefined {
  const asked = askedIn(record);
  const state = questionState(record);
  if (asked === undefined || (state !== "open" && state !== "answered")) return undefined;
  const accepted = currentAcceptedAnswer(record);
  if (accepted !== undefined && settledText(record).isEdited) return undefined;
  const { id, number } = record.seen;
  return {
    id,
    number,
    asked,
    wording: wording([asked.title, asked.body, asked.options ?? ""]),
    terms: new Set(questionTerms(asked).keys()),
    titleTerms: titleTermsOf(asked),
    decision: accepted && wordsAlone(accepted.decision),
    because: accepted?.because,
    answer: accepted?.word,
    answeredAt: accepted?.at,
    repeats: taken.repeats,
    readFrom: taken.readFrom,
  };
}

/**
 * An earlier question that asks the same: an answered one before an open one, the oldest of each.
 * @param known in any order
 */
export function sameAs(
  question: Pick<KnownQuestion, "id" | "number" | "terms" | "wording">,
  known: readonly KnownQuestion[],
): KnownQuestion | undefined {
  if (question.terms.size < minTerms) return undefined;
  let best: KnownQuestion | undefined;
  for (const other of known)
    if (isSame(question, other) && (best === undefined || isBefore(other, best))) best = other;
  return best;
}

function isSame(question: Pick<KnownQuestion, "id" | "number" | "wording">, other: KnownQuestion): boolean {
  return (
    other.id !== question.id &&
    (other.decision !== undefined || other.number < question.number) &&
    question.wording !== undefined &&
    other.wording === question.wording
  );
}

function isBefore(one: KnownQuestion, other: KnownQuestion): boolean {
  const isSettled = one.decision !== undefined;
  return isSettled === (other.decision !== undefined) ? one.number < other.number : isSettled;
}

function titleTermsOf({ title }: WrittenQuestion): ReadonlySet<string> {
  return new Set(questionTerms({ title, body: "" }).keys());
}

/** What was asked before, and may be named or suggested. */
export interface EarlierQuestions {
  /** Asks the same, in the same words. */
  readonly same?: KnownQuestion | undefined;
  /** Looks alike, was answered, and asks something else. */
  readonly similar?: KnownQuestion | undefined;
}

/** The newest answered question that looks like this one and asks something else; undefined if there is none. */
export function findSimilar(
  question: Pick<KnownQuestion, "id" | "terms" | "titleTerms" | "wording">,
  known: readonly KnownQuestion[],
): KnownQuestion | undefined {
  if (question.terms.size < minTerms) return undefined;
  return known.findLast(
    (other) =>
      other.id !== question.id &&
      other.decision !== undefined &&
      (other.wording === undefined || other.wording !== question.wording) &&
      isAlike(question, other),
  );
}

/** Whether the two look alike, whenever they were asked. */
export function isAlike(one: Terms, other: Terms): boolean {
  return areAlike(one.titleTerms, other.titleTerms) && areAlike(one.terms, other.terms);
}

type Terms = Pick<KnownQuestion, "terms" | "titleTerms">;

/**
 * Whether the shared terms are a large enough part of all terms of both. Stops at the term that makes this
 * impossible: a new question is compared with thousands, and most share nothing with it.
 */
function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  const isEnough = (shared: number): boolean => shared / (one.size + other.size - shared) >= sameTerms;
  let possible = fewer.size;
  if (possible === 0 || !isEnough(possible)) return false;
  for (const term of fewer) {
    if (more.has(term)) continue;
    possible -= 1;
    if (!isEnough(possible)) return false;
  }
  return true;
}
