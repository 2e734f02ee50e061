/**
 * Checks an answerer's reply: every quote must occur verbatim in the passage that it names. Do not compare
 * loosely: with one word changed, the context store no longer says it.
 */

import type { Passage } from "../passage/passage.ts";
import type { AnswererReply, AnswerPassage } from "./answerer.ts";
import type { Quote } from "./quote.ts";

/** A passage sent to the answerer, with the lines it comes from. */
export interface ShownPassage extends AnswerPassage {
  readonly passage: Passage;
}

export type CheckedReply =
  | {
      readonly type: "sound";
      readonly decision: string;
      readonly rationale: string;
      readonly alternatives: string | undefined;
      readonly quotes: readonly Quote[];
    }
  /** The answerer says that the passages do not answer the question. */
  | { readonly type: "declined" }
  | { readonly type: "unsound"; readonly because: string };

const maxQuotes = 3;
const minQuoteCharacters = 12;
const maxDecision = 2_000;
const maxRationale = 4_000;

export function checkedReply(reply: AnswererReply, shown: readonly ShownPassage[]): CheckedReply {
  if (!reply.answers) return { type: "declined" };
  if (reply.decision.trim() === "") return unsound("it states no decision");
  if (reply.decision.length > maxDecision || reply.rationale.length > maxRationale)
    return unsound("it is longer than an answer may be");
  if (reply.quotes.length === 0) return unsound("it quotes nothing");
  const quotes: Quote[] = [];
  for (const { passage, text } of reply.quotes.slice(0, maxQuotes)) {
    const quote = quoteIn(
      shown.find(({ number }) => number === passage),
      text,
    );
    if (quote === undefined) return unsound("one of its quotes does not occur verbatim in its passage");
    quotes.push(quote);
  }
  const { decision, rationale, alternatives } = reply;
  const weighed = alternatives.trim().slice(0, maxRationale);
  return { type: "sound", decision, rationale, alternatives: weighed === "" ? undefined : weighed, quotes };
}

/**
 * The whole lines that contain the quoted words; a quote may begin and end within a line. Undefined if they
 * do not occur.
 */
function quoteIn(shown: ShownPassage | undefined, words: string): Quote | undefined {
  const wanted = words.trim().replace(/\r\n?/g, "\n");
  const at = shown === undefined ? -1 : shown.passage.text.indexOf(wanted);
  if (shown === undefined || at < 0 || wanted.length < minQuoteCharacters) return undefined;
  const { path, commit, firstLine, text } = shown.passage;
  const before = text.slice(0, at).split("\n").length - 1;
  const count = wanted.split("\n").length;
  const lines = text.split("\n").slice(before, before + count);
  const first = firstLine + before;
  return { path, commit, firstLine: first, lastLine: first + count - 1, text: lines.join("\n") };
}

function unsound(because: string): CheckedReply {
  return { type: "unsound", because };
}
