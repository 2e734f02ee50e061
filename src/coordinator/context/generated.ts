/**
 * Excludes text that cannot be a source for a decision: what signalbox writes itself other than pages of contracts, and
 * what `init` installed.
 */
import type { StoreDocument } from "../passage/passage.ts";
import { trackPartEnds } from "../records/track-page.ts";
import { beginMark, endMark } from "../staleness/generated-block.ts";

/**
 * A row of `context/decisions.md` that links to the record of a question: the question itself is read
 * instead.
 */
const ownRow = /^\s*\|.*\bquestion-\d{1,9}\.md\b/;

/** The document without the lines that signalbox maintains; the other lines keep their numbers. */
export function withoutGenerated(document: StoreDocument): StoreDocument {
  const { begin, end } = trackPartEnds;
  let isOurs = false;
  const lines = document.text.split(/\r\n|\n|\r/).map((line) => {
    const isEnd = line.includes(end) || line.includes(endMark);
    if (!isEnd && (line.includes(begin) || line.startsWith(beginMark))) isOurs = true;
    const kept = isOurs || ownRow.test(line) ? "" : line;
    if (isEnd) isOurs = false;
    return kept;
  });
  return { ...document, text: lines.join("\n") };
}

/** Whether a page is unchanged since it was installed, apart from line endings and trailing space. */
export function isInstalled(text: string, installed: readonly string[]): boolean {
  const bare = bareText(text);
  return installed.some((page) => bareText(page) === bare);
}

function bareText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trimEnd();
}
