/**
 * Takes quotes from the context store: whole lines, checked verbatim against the document before they are
 * posted.
 */
import type { Passage, StoreDocument } from "../passage/passage.ts";

export interface Quote {
  readonly path: string;
  readonly commit: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The lines, joined by line feeds. */
  readonly text: string;
}

const maxQuoteCharacters = 700;
const outcome = /^(?:decision(?: outcome)?|resolution|conclusion|accepted solution)\b/i;

/** Whether the headings above a passage of a decision say that it contains the outcome. */
export function isOutcome(headings: readonly string[]): boolean {
  return outcome.test(headings.at(-1) ?? "");
}

/**
 * The whole passage unless it is too long; otherwise the lines of the statement and what follows it. For a
 * record with an outcome, that outcome is quoted, unless the outcome itself is what matched the question.
 * @param all the passages of its document
 */
export function quoteFrom(passage: Passage, statement: number, all: readonly Passage[]): Quote {
  const decided =
    passage.isDecision && !isOutcome(passage.headings)
      ? all.find(({ headings }) => isOutcome(headings))
      : undefined;
  const { path, commit, firstLine, text, statements } = decided ?? passage;
  const lines = text.split("\n");
  const from =
    text.length <= maxQuoteCharacters ? 0 : ((decided === undefined ? statements[statement]?.from : 0) ?? 0);
  let characters = 0;
  const fitting = lines.slice(from).filter((line, at) => {
    characters += line.length + 1;
    return at === 0 || characters <= maxQuoteCharacters;
  });
  const first = firstLine + from;
  return { path, commit, firstLine: first, lastLine: first + fitting.length - 1, text: fitting.join("\n") };
}

/** Whether the document, as read at the quote's commit, has exactly these words in exactly these lines. */
export function isVerbatim(quote: Quote, document: StoreDocument | undefined): boolean {
  if (document === undefined || document.path !== quote.path || document.commit !== quote.commit)
    return false;
  const lines = document.text.split(/\r\n|\n|\r/).slice(quote.firstLine - 1, quote.lastLine);
  return quote.text.trim() !== "" && lines.join("\n") === quote.text;
}
