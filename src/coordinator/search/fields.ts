/**
 * The fields of a passage that are searched, each with its own weight. A newcomer would index the lines as they stand:
 * link targets and markup would then match questions that they do not answer.
 */
import type { Passage } from "../passage/passage.ts";
import { termsOf } from "./tokens.ts";

export interface PassageTerms {
  readonly title: readonly string[];
  /** Headings above the passage. */
  readonly headings: readonly string[];
  /** The file's path, without its ending. */
  readonly path: readonly string[];
  readonly body: readonly string[];
  /** The innermost heading's alone; they are among `headings` and not searched twice. */
  readonly lastHeading: readonly string[];
}

export type Field = Exclude<keyof PassageTerms, "lastHeading">;
export const fields: readonly Field[] = ["title", "headings", "path", "body"];

export function passageTerms(passage: Passage): PassageTerms {
  return {
    title: termsOf(passage.title),
    headings: termsOf(passage.headings.join("\n")),
    path: termsOf(passage.path.replace(/\.[a-z]{1,5}$/, "").replace(/[/_-]/g, " ")),
    body: termsOf(readableText(passage.text)),
    lastHeading: termsOf(passage.headings.at(-1) ?? ""),
  };
}

/** What a reader of the rendered page sees: link texts without targets, no HTML tags, no directives' marks. */
function readableText(text: string): string {
  return text
    .replace(/\]\([^()\s]{0,400}\)/g, "] ")
    .replace(/`([^`<>\n]{1,200}?)\s?<[^<>`\n]{1,300}>`/g, "$1")
    .replace(/:[a-z]{2,12}:(?=`)/g, " ")
    .replace(/https?:\/\/[^\s)>\]]{1,500}/g, " ")
    .replace(/<\/?[A-Za-z][^<>]{0,300}>/g, " ");
}
