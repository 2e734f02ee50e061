/**
 * Finds questions that have been asked before. Agents ask the same in different words, so comparing texts is
 * not enough: answered questions are also documents of the store and pass the same gates as any record of a
 * decision.
 */
import type { Millis } from "../../base/clock.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { settledText } from "../../engine/matters/text-version.ts";
import { currentAcceptedAnswer, questionState } from "../../engine/messages/question-state.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Question } from "../../protocol/kinds/question.ts";
import type { StoreDocument } from "../passage/passage.ts";
import { questionTerms } from "../search/question-terms.ts";
import type { WrittenQuestion } from "../written-question.ts";

/** The source of one of our answers. */
export type ReadFrom =
  | { readonly source: "index" | "tree" }
  /** `words` are those of the page that the answer quoted. */
  | { readonly source: "pages"; readonly words: readonly string[] };

/** A question that is open, or is answered and has not been disputed since. */
export interface KnownQuestion {
  readonly id: NodeId;
  readonly number: number;
  readonly asked: WrittenQuestion;
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

/** Two questions that share this much of their terms are the same. */
const sameTerms = 0.8;
/** With fewer terms than this, questions cannot be distinguished. */
const minTerms = 4;
/** With fewer words of the title in common, it is a different question. */
const minShared = 2;
const maxContext = 4_000;

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
    terms: new Set(questionTerms(asked).keys()),
    titleTerms: titleTermsOf(asked),
    decision: accepted?.decision,
    because: accepted?.because,
    answer: accepted?.answer,
    answeredAt: accepted?.createdAt,
    repeats: taken.repeats,
    readFrom: taken.readFrom,
  };
}

/**
 * An earlier question that asks the same: an answered one before an open one, the oldest of each.
 * @param known in any order
 */
export function sameAs(
  question: Pick<KnownQuestion, "id" | "number" | "terms" | "titleTerms">,
  known: readonly KnownQuestion[],
): KnownQuestion | undefined {
  if (question.terms.size < minTerms) return undefined;
  let best: KnownQuestion | undefined;
  for (const other of known)
    if (isSame(question, other) && (best === undefined || isBefore(other, best))) best = other;
  return best;
}

function isSame(
  question: Pick<KnownQuestion, "id" | "number" | "terms" | "titleTerms">,
  other: KnownQuestion,
): boolean {
  return (
    other.id !== question.id &&
    (other.decision !== undefined || other.number < question.number) &&
    isAlike(question, other)
  );
}

function isBefore(one: KnownQuestion, other: KnownQuestion): boolean {
  const isSettled = one.decision !== undefined;
  return isSettled === (other.decision !== undefined) ? one.number < other.number : isSettled;
}

/** Whether a question in different words may be the same, because its title is about the same subject. */
export function mayBeSame(question: WrittenQuestion, other: KnownQuestion): boolean {
  const terms = titleTermsOf(question);
  if (numbersIn(terms) !== numbersIn(other.titleTerms)) return false;
  const shared = sharedBy(terms, other.titleTerms);
  return shared >= minShared && shared >= Math.min(terms.size, other.titleTerms.size) / 2;
}

/** Questions about different numbers are different questions. */
function numbersIn(terms: ReadonlySet<string>): string {
  return [...terms]
    .filter((term) => /\d/.test(term))
    .toSorted()
    .join(" ");
}

function titleTermsOf({ title }: WrittenQuestion): ReadonlySet<string> {
  return new Set(questionTerms({ title, body: "" }).keys());
}

/** Whether the two ask the same, whenever they were asked. */
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

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of one) if (other.has(term)) shared += 1;
  return shared;
}

/** The question number in a precedent's path; undefined for a file. */
export function precedentNumber(path: string): number | undefined {
  const [, digits] = /^#(\d{1,9})$/.exec(path) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const stated = "It was decided so: ";

/** A text without a precedent's introduction to its decision, and without the page that it was taken from. */
export function withoutStatement(text: string): string {
  if (!text.startsWith(stated) || text.includes("\n")) return text;
  return text.slice(stated.length).replace(/ \(`[^`]{1,300}`\)$/, "");
}

/**
 * An answered question as a record of a decision. Each text becomes one line, so that nothing in it is read
 * as a heading.
 */
export function precedentDocument({
  number,
  asked,
  decision,
  answer,
}: KnownQuestion): StoreDocument | undefined {
  if (decision === undefined || answer === undefined) return undefined;
  const line = (text: string): string => text.slice(0, maxContext).replace(/\s+/g, " ").trim();
  const text = `# ${line(asked.title)}\n\n${line(asked.body)}\n\n## Decision\n\n${stated}${line(decision)}\n`;
  return { path: `#${number}`, commit: answer, text };
}
