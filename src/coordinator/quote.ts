/**
 * Words taken from the context store exactly as they stand there. A newcomer would tidy a quote; one character
 * changed and it is no longer what the document says, so a quote is whole lines and is checked before it is posted.
 */
import type { Passage, StoreDocument } from "./passage/passage.ts";
import { type Asked, coverage } from "./search/asked.ts";
import type { Hit } from "./search/retrieve.ts";
import { termsOf } from "./search/tokens.ts";

export interface Quote {
  readonly path: string;
  readonly commit: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The lines, joined by line feeds. */
  readonly text: string;
}

/** A longer quote is read by nobody. */
const maxQuoteCharacters = 700;
const outcome = /^(?:decision(?: outcome)?|resolution|conclusion|accepted solution)\b/i;

/** Whether the headings above a passage of a decision say that it tells what was chosen. */
export function isOutcome(headings: readonly string[]): boolean {
  return outcome.test(headings.at(-1) ?? "");
}

/** What to quote of a hit: of a decision its outcome, else the paragraph that speaks most of the question. */
export function quoteFrom(asked: Asked, hit: Hit, passages: readonly Passage[]): Quote | undefined {
  const decided = passages.find(({ headings, isDecision }) => isDecision && isOutcome(headings));
  const passage = decided ?? hit.passages[0];
  if (passage === undefined) return undefined;
  const paragraphs = paragraphsOf(passage).filter((paragraph) => !isOnlyMarkup(paragraph.text));
  const scores = new Map(paragraphs.map((its) => [its, coverage(asked.worth, termsOf(its.text))]));
  // The first paragraph of an outcome says what was chosen, whatever the question's words are.
  if (decided !== undefined) return paragraphs[0];
  return paragraphs.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0];
}

/** Whether the document, as read at the quote's commit, holds exactly these words in exactly these lines. */
export function isVerbatim(quote: Quote, document: StoreDocument | undefined): boolean {
  if (document === undefined || document.path !== quote.path || document.commit !== quote.commit)
    return false;
  const lines = document.text.split(/\r\n|\n|\r/).slice(quote.firstLine - 1, quote.lastLine);
  return quote.text.trim() !== "" && lines.join("\n") === quote.text;
}

function paragraphsOf(passage: Passage): readonly Quote[] {
  const quotes: Quote[] = [];
  const lines = passage.text.split("\n");
  let from = 0;
  const close = (end: number): void => {
    const taken = lines.slice(from, end);
    if (taken.some((line) => line.trim() !== "")) quotes.push(quoteOf(passage, from, taken));
    from = end + 1;
  };
  for (const [at, line] of lines.entries()) if (line.trim() === "") close(at);
  close(lines.length);
  return quotes;
}

/** Whole lines up to the cap, the first one in any case. */
function quoteOf(passage: Passage, from: number, lines: readonly string[]): Quote {
  let characters = 0;
  const fitting = lines.filter((line, at) => {
    characters += line.length + 1;
    return at === 0 || characters <= maxQuoteCharacters;
  });
  const firstLine = passage.firstLine + from;
  const { path, commit } = passage;
  return { path, commit, firstLine, lastLine: firstLine + fitting.length - 1, text: fitting.join("\n") };
}

/** A heading, a rule or an image alone says nothing. */
function isOnlyMarkup(text: string): boolean {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(?:#{1,6}\s|[=\-~^"*_]{3,}\s*$|\.\. |!\[|<!--)/.test(line));
  return termsOf(lines.join("\n")).length < 3;
}
