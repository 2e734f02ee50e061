/** The terms of a passage: those of each statement, and those around it. */
import type { Passage } from "../passage/passage.ts";
import { termsOf } from "./tokens.ts";

export interface PassageTerms {
  readonly statements: readonly (readonly string[])[];
  /** Title, headings and the file's path without its ending. */
  readonly around: readonly string[];
}

export function passageTerms(passage: Passage): PassageTerms {
  const path = passage.path.replace(/\.[a-z]{1,5}$/, "").replace(/[/_-]/g, " ");
  return {
    statements: passage.statements.map(({ text }) => termsOf(readableText(text))),
    around: termsOf([passage.title, ...passage.headings, path].join("\n")),
  };
}

/**
 * What a reader of the rendered page sees: link texts without targets, without HTML tags or directive markup.
 */
function readableText(text: string): string {
  return text
    .replace(/\]\([^()\s]{0,400}\)/g, "] ")
    .replace(/`([^`<>\n]{1,200}?)\s?<[^<>`\n]{1,300}>`/g, "$1")
    .replace(/:[a-z]{2,12}:(?=`)/g, " ")
    .replace(/https?:\/\/[^\s)>\]]{1,500}/g, " ")
    .replace(/<\/?[A-Za-z][^<>]{0,300}>/g, " ");
}
