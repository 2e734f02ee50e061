/**
 * A draft answer, from the answerer's reply or otherwise quoted from the store. If the answerer has no
 * answer, the result is the same as without an answerer.
 */
import type { Quoted } from "../../engine/model/proposal.ts";
import { beyondSources } from "../../engine/reserved/beyond-sources.ts";
import type { AnsweringContext } from "../answering-context.ts";
import { passing, stopping, type Verdict } from "../gates/gate.ts";
import { citationOf } from "../passage/passage.ts";
import type { WrittenQuestion } from "../written-question.ts";
import type { Answered } from "./ask-answerer.ts";
import type { Draft } from "./draft.ts";
import type { KnownQuestion } from "./precedent.ts";
import type { Quote } from "./quote.ts";

/** A draft answer, before the last gates. */
export interface DraftAnswer {
  readonly decision: string;
  readonly rationale: string | undefined;
  readonly alternatives: string | undefined;
  readonly quotes: readonly Quoted[];
  readonly precedent: number | undefined;
  readonly answerer: string;
}

export function readingOf(
  draft: Draft,
  answered: Answered | undefined,
  means: AnsweringContext,
): DraftAnswer | undefined {
  if (answered?.type === "declined") return undefined;
  if (answered?.type === "sound") {
    const { decision, rationale, alternatives, quotes } = answered;
    const written = {
      decision,
      rationale,
      alternatives,
      quotes: quotes.map((quote) => toQuoted(quote)),
    };
    return { ...written, precedent: undefined, answerer: means.answerer?.name ?? "" };
  }
  return draft.quotes.length === 0 ? undefined : verbatim(draft.quotes);
}

/**
 * The built-in answerer: exactly what the best passage says. Other passages are only cited: joined, they
 * would become one decision and its record.
 */
function verbatim(quotes: readonly Quote[]): DraftAnswer {
  return {
    decision: quotes[0]?.text ?? "",
    rationale: undefined,
    alternatives: undefined,
    precedent: undefined,
    answerer: "quote",
    quotes: quotes.map((quote) => toQuoted(quote)),
  };
}

/** The earlier decision, word for word. */
export function repeatAnswer({ number, decision = "", because }: KnownQuestion): DraftAnswer {
  return {
    decision,
    rationale: because,
    alternatives: undefined,
    quotes: [],
    precedent: number,
    answerer: "quote",
  };
}

export function readingGate(
  { title, body }: WrittenQuestion,
  answered: Extract<Answered, { readonly type: "sound" | "declined" }>,
  { answerer, knowledge }: AnsweringContext,
): Verdict {
  const name = answerer?.name ?? "";
  if (answered.type === "declined") return stopping([`${name} says that these passages do not answer it.`]);
  const sources = [`${title}\n${body}`, ...answered.quotes.map(({ text }) => text)];
  const beyond = beyondSources(answered.decision, sources, knowledge.packages);
  return beyond.length > 0
    ? stopping(beyond.map((why) => `${name} quotes these passages, but ${why}.`))
    : passing(`${name} answers it from these passages, and each of its quotes occurs there verbatim.`);
}

export function wordsIn({
  decision,
  rationale = "",
  alternatives = "",
  quotes,
}: DraftAnswer): readonly string[] {
  return [decision, rationale, alternatives, ...quotes.map(({ text }) => text)];
}

export function toQuoted(quote: Quote): Quoted {
  return { citation: citationOf(quote), text: quote.text, isSuperseded: false };
}
