/**
 * Computes the proposal for an open question: an answer, a suggestion, an escalation, or nothing yet. Decides
 * whether the question is reserved for people before any answerer is called.
 */

import type { AnsweringContext, Worked } from "./answering-context.ts";
import { type Answered, askAnswerer } from "./answers/ask-answerer.ts";
import type { Draft, GateName } from "./answers/draft.ts";
import { foundClass } from "./answers/found-class.ts";
import { choicesFor } from "./answers/options.ts";
import type { EarlierQuestions, KnownQuestion } from "./answers/precedent.ts";
import { readingGate, readingOf, repeatAnswer, toQuoted, wordsIn } from "./answers/reading.ts";
import type { Knowledge } from "./context/library.ts";
import { coordinate } from "./coordinate.ts";
import { unclaimedVerdicts } from "./definitions/place-answer.ts";
import { finalGates, type NamedVerdict } from "./gates/final-gates.ts";
import { isClean } from "./gates/output-scan.ts";
import { describeSimilar, lookedUp, lowering, mayBeRepeated, suggestAsAsked } from "./lookup/look-up.ts";
import type { AskedQuestion, WrittenQuestion } from "./written-question.ts";

/** Never throws for what a question or a document says. */
export async function propose(
  question: AskedQuestion,
  earlier: EarlierQuestions,
  means: AnsweringContext,
): Promise<Worked> {
  const { same: asked, similar } = earlier;
  if (asked?.decision === undefined && asked !== undefined)
    return resting(asked.number, `#${asked.number} asks the same thing and is open.`);
  const { knowledge } = means;
  const found = await lookedUp(question, asked, means);
  if (found !== undefined) return found;
  const same = asked !== undefined && mayBeRepeated(question, asked, means) ? asked : undefined;
  const draft = coordinate(question, knowledge, means.limits);
  const answered = same === undefined ? await readBy(question, draft, means) : undefined;
  const reading = same === undefined ? readingOf(draft, answered, means) : repeatAnswer(same);
  const isRecorded = same !== undefined || isRecord(draft, knowledge);
  const decisionClass = foundClass(question, isRecorded);
  const gates = [
    ...gatesBefore(question, { draft, same, answered }, means),
    ...(same === undefined ? unclaimedVerdicts(means.place) : []),
    ...(similar === undefined ? [] : [describeSimilar(question, similar)]),
    ...finalGates(question.message, decisionClass, reading === undefined ? [] : wordsIn(reading), means),
  ];
  const passages = draft.sources.map(({ citation, title, score, isSuperseded }) => ({
    citation,
    title,
    score,
    isSuperseded,
  }));
  const shown = {
    gates: gates.map(({ gate, passes, isAsked, reasons, figures = [] }) => ({
      gate,
      passes,
      reasons,
      ...(figures.length === 0 ? {} : { figures }),
      ...(isAsked ? {} : { isAsked }),
    })),
    passages,
  };
  const stopped = gates.filter(({ passes, isAsked }) => !passes && isAsked).map(({ gate }) => gate);
  const isFromStore = knowledge.isContextStore || reading?.precedent !== undefined;
  if (reading !== undefined && isFromStore && stopped.every((gate) => lowering.has(gate))) {
    const proposed = {
      type: "answer",
      decisionClass: decisionClass ?? "",
      ...reading,
      isCertain: stopped.length === 0,
    } as const;
    return { proposed, ...shown };
  }
  const isReserved = stopped.includes("reserved");
  if (!knowledge.isContextStore && !isReserved)
    return { ...resting(undefined, "There is no context store."), ...shown };
  return { proposed: { type: "escalate", ...forPeople(question, draft, means), isReserved }, ...shown };
}

function resting(same: number | undefined, because: string): Worked {
  return { proposed: { type: "rest", same, because }, gates: [], passages: [] };
}

/**
 * The answerer is not called for a question that the coordinator may not answer, nor for contradictory
 * sources.
 */
async function readBy(
  question: WrittenQuestion,
  draft: Draft,
  means: AnsweringContext,
): Promise<Answered | undefined> {
  const { answerer, knowledge, secrets, signal, failed } = means;
  const mayBeRead = draft.gates.every(({ gate, passes }) => passes || lowering.has(gate));
  if (answerer === undefined || !mayBeRead) return undefined;
  const answered = await askAnswerer(question, { answerer, store: knowledge, secrets, signal });
  if (answered.type === "failed" || answered.type === "unsound") failed(answered.because);
  return answered;
}

/** The findings for a question. */
interface Read {
  readonly draft: Draft;
  /** The earlier question whose answer is repeated. */
  readonly same: KnownQuestion | undefined;
  readonly answered: Answered | undefined;
}

function gatesBefore(
  question: WrittenQuestion,
  { draft, same, answered }: Read,
  means: AnsweringContext,
): readonly NamedVerdict[] {
  if (same !== undefined)
    return [...draft.gates.map((gate) => ({ ...gate, isAsked: false })), suggestAsAsked(same)];
  const isRead = answered?.type === "sound" || answered?.type === "declined";
  const gates = draft.gates.map((gate) => ({ ...gate, isAsked: !(isRead && gate.gate === "evidence") }));
  return isRead
    ? [...gates, { gate: "reading", isAsked: true, ...readingGate(question, answered, means) }]
    : gates;
}

/** Whether the first quote would come from a record of a decision. */
function isRecord({ quotes }: Draft, { index }: Knowledge): boolean {
  const [number] = index.documents.get(quotes[0]?.path ?? "") ?? [];
  return index.passages[number ?? -1]?.isDecision === true;
}

function forPeople(question: WrittenQuestion, { context, gates }: Draft, means: AnsweringContext) {
  const clean = context.filter(({ text }) => isClean(text, means.secrets));
  const passes = (name: GateName): boolean => gates.some(({ gate, passes }) => gate === name && passes);
  const choices = choicesFor(question.options, clean, {
    agrees: passes("conflict"),
    isEvident: passes("evidence"),
  });
  // Passages that are already options are not repeated.
  const isOption = (citation: string): boolean => choices.optionSources.includes(citation);
  const quotes = clean
    .filter(({ isOffered }) => isOffered)
    .map((quote) => ({ ...toQuoted(quote), isSuperseded: quote.isSuperseded }))
    .filter(({ citation }) => !isOption(citation));
  return { quotes, ...choices };
}
