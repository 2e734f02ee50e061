/**
 * From an open question to what is proposed for it: an answer, a decision for people, or nothing yet. A newcomer would
 * ask the model first; whether the coordinator may settle it at all is decided before anybody is asked.
 */
import type { Proposal } from "../engine/proposal.ts";
import type { Settings } from "../protocol/config.ts";
import type { Question } from "../protocol/question.ts";
import type { Answerer } from "./answerer.ts";
import { type Answered, askAnswerer } from "./ask-answerer.ts";
import type { Shelf } from "./context/library.ts";
import { type Asked, coordinate } from "./coordinate.ts";
import type { Draft, GateName } from "./draft.ts";
import { finalGates, type NamedVerdict } from "./final-gates.ts";
import { foundClass } from "./found-class.ts";
import { choicesFor } from "./options.ts";
import { isClean } from "./output-scan.ts";
import type { KnownQuestion } from "./precedent.ts";
import { quoted, readingGate, readingOf, repeated, shownCitation, wordsIn } from "./reading.ts";
import { trained } from "./trained.ts";

export interface Means {
  readonly shelf: Shelf;
  readonly settings: Settings;
  /** Undefined where nothing but quoting is configured. */
  readonly answerer: Answerer | undefined;
  readonly secrets: readonly string[];
  /** Told when the answerer failed and something simpler stands in for it. */
  readonly failed: (because: string) => void;
  readonly signal: AbortSignal;
}

export type Worked = Pick<Proposal, "proposed" | "gates" | "passages">;
export type AskedQuestion = Asked & { readonly message: Question };

/** @param same an earlier question that asks the same. Never throws for what a question or a document says. */
export async function propose(
  question: AskedQuestion,
  same: KnownQuestion | undefined,
  means: Means,
): Promise<Worked> {
  if (same?.decision === undefined && same !== undefined)
    return resting(same.number, `#${same.number} asks the same and stands open.`);
  const { shelf } = means;
  const draft = coordinate(question, shelf, trained);
  const answered = same === undefined ? await readBy(question, draft, means) : undefined;
  const reading = same === undefined ? readingOf(question, draft, answered, means) : repeated(same);
  const isRecorded = reading?.precedent !== undefined || isRecord(draft, shelf);
  const found = foundClass(question, isRecorded);
  const gates = [
    ...gatesBefore(question, draft, same, answered, means),
    ...finalGates(question.message, found, reading === undefined ? [] : wordsIn(reading), means),
  ];
  const passages = draft.sources.map(({ citation, title, score, isSuperseded }) => ({
    ...{ citation: shownCitation(citation), title, score, isSuperseded },
  }));
  const isAnswer = reading !== undefined && gates.every(({ passes, isAsked }) => passes || !isAsked);
  const shown = { gates: gates.map(({ gate, passes, reasons }) => ({ gate, passes, reasons })), passages };
  if (isAnswer) return { proposed: { type: "answer", decisionClass: found ?? "", ...reading }, ...shown };
  if (!shelf.isContextStore) return { ...resting(undefined, "There is no context store."), ...shown };
  return { proposed: { type: "escalate", ...forPeople(question, draft, means) }, ...shown };
}

function resting(same: number | undefined, because: string): Worked {
  return { proposed: { type: "rest", same, because }, gates: [], passages: [] };
}

/** Nobody is asked to read what the coordinator may not settle, nor what contradicts itself. */
async function readBy(question: Asked, draft: Draft, means: Means): Promise<Answered | undefined> {
  const { answerer, shelf, secrets, signal, failed } = means;
  const mayBeRead = draft.gates.every(({ gate, passes }) => passes || gate === "evidence");
  if (answerer === undefined || !mayBeRead) return undefined;
  const answered = await askAnswerer(answerer, question, shelf, secrets, signal);
  if (answered.type === "failed" || answered.type === "unsound") failed(answered.because);
  return answered;
}

function gatesBefore(
  question: Asked,
  draft: Draft,
  same: KnownQuestion | undefined,
  answered: Answered | undefined,
  means: Means,
): readonly NamedVerdict[] {
  if (same !== undefined) {
    const reasons = [`#${same.number} asked the same and was answered.`];
    return [{ gate: "precedent", passes: true, isAsked: true, reasons }];
  }
  const isRead = answered?.type === "sound" || answered?.type === "declined";
  const gates = draft.gates.map((gate) => ({ ...gate, isAsked: !(isRead && gate.gate === "evidence") }));
  return isRead
    ? [...gates, { gate: "reading", isAsked: true, ...readingGate(question, answered, means) }]
    : gates;
}

function isRecord({ action, ...draft }: Draft, { index }: Shelf): boolean {
  if (action !== "answer" || !("quotes" in draft)) return false;
  const [number] = index.documents.get(draft.quotes[0]?.path ?? "") ?? [];
  return index.passages[number ?? -1]?.isDecision === true;
}

function forPeople(question: Asked, { context, gates }: Draft, means: Means) {
  const clean = context.filter(({ text }) => isClean(text, means.secrets));
  const passes = (name: GateName): boolean => gates.some(({ gate, passes }) => gate === name && passes);
  const choices = choicesFor(question.options, clean, {
    agrees: passes("conflict"),
    isEvident: passes("evidence"),
  });
  const quotes = clean.map((quote) => ({ ...quoted(quote), isSuperseded: quote.isSuperseded }));
  return { quotes, ...choices };
}
