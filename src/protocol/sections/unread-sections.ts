/** Headings of sections that are not read because of where they are: the reader says so instead of "missing". */

import { labelKey } from "../characters.ts";
import type { Line, LineKind } from "../markdown/line.ts";
import { headingLabel } from "./heading.ts";

/** The first heading of its key that is not read. */
export interface UnreadSection {
  readonly key: string;
  /** Counted from 1. */
  readonly line: number;
  /** A phrase for a sentence: "a footnote". */
  readonly where: string;
}

const maxUnread = 100;

const names: Readonly<Record<LineKind, string>> = {
  prose: "a list",
  table: "a table",
  fence: "a code fence",
  code: "indented code",
  comment: "an HTML comment",
  quote: "a quote",
  markup: "HTML",
  html: "HTML",
  folded: "folded or struck HTML",
  definition: "a link definition",
  footnote: "a footnote",
};

/** At most 100. */
export function unreadSections(lines: readonly Line[]): readonly UnreadSection[] {
  const found = new Map<string, UnreadSection>();
  for (const { isHeading, text, number, place } of lines) {
    if (isHeading === true || !text.includes("###") || found.size >= maxUnread) continue;
    // Only the container markers before the heading matter.
    const label = headingLabel(text.replace(/^[\s>*+-]*/, ""));
    const key = label === undefined ? "" : labelKey(label);
    if (key !== "" && !found.has(key)) found.set(key, { key, line: number, where: names[place] });
  }
  return [...found.values()];
}
