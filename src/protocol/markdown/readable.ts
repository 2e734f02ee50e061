/**
 * The value of a section as the page shows it. What people do not see (comments, attributes, folded text) is dropped:
 * it must neither fill in a section nor instruct an agent.
 */
import { blocksOf } from "./block.ts";
import type { Line, LineKind } from "./line.ts";

/**
 * Info string of the fence that form fields with `render: text`, and our own writer, put around free text.
 */
export const wrapped = "text";
/** GitHub's placeholder for an empty form field. */
export const noResponse = "_No response_";

/** Text that the page shows elsewhere, folded, or not at all. */
const unseen: ReadonlySet<LineKind> = new Set(["comment", "definition", "folded", "footnote"]);

/** Whether the page plainly shows something of the line, where it is. */
export function isSeen({ place }: Line): boolean {
  return !unseen.has(place);
}

/** What the page plainly shows of a text. */
export function shownText(text: string): string {
  return readableText(blocksOf(text).lines);
}

/**
 * The lines as one text, without comments, without trailing white space outside code, and without a fence
 * around the whole.
 */
export function readableText(lines: readonly Line[]): string {
  const kept = lines.filter(isSeen);
  const first = kept.findIndex((line) => line.text.trim() !== "");
  const last = kept.findLastIndex((line) => line.text.trim() !== "");
  if (first < 0) return "";
  const body = kept.slice(first, last + 1);
  if (body[0]?.opens === wrapped && body.findIndex((line) => line.closes === true) === body.length - 1)
    return body
      .slice(1, -1)
      .map((line) => line.text)
      .join("\n");
  const value = body
    .map(({ place, shown }) => (place === "fence" ? shown : shown.trimEnd()))
    .join("\n")
    .trim();
  return value === noResponse ? "" : value;
}
