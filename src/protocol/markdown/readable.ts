/**
 * The value of a section as the page shows it. HTML comments are dropped: people do not see them, so they
 * must neither fill in a section nor instruct an agent.
 */
import type { Line, LineKind } from "./block.ts";
import { withoutHidden } from "./shown-lines.ts";

/**
 * Info string of the fence that form fields with `render: text`, and our own writer, put around free text.
 */
export const wrapped = "text";
/** GitHub's placeholder for an empty form field. */
export const noResponse = "_No response_";

/** Text that the page shows elsewhere, or not at all. */
const unseen: ReadonlySet<LineKind> = new Set(["comment", "definition", "footnote"]);

/**
 * The lines as one text, without comments, without trailing white space outside code, and without a fence
 * around the whole.
 */
export function readableText(lines: readonly Line[]): string {
  const kept = lines.filter(({ place }) => !unseen.has(place));
  const first = kept.findIndex((line) => line.text.trim() !== "");
  const last = kept.findLastIndex((line) => line.text.trim() !== "");
  if (first < 0) return "";
  const body = kept.slice(first, last + 1);
  if (body[0]?.opens === wrapped && body.findIndex((line) => line.closes === true) === body.length - 1)
    return body
      .slice(1, -1)
      .map((line) => line.text)
      .join("\n");
  const value = withoutHidden(body)
    .map((text, index) => (body[index]?.place === "fence" ? text : text.trimEnd()))
    .join("\n")
    .trim();
  return value === noResponse ? "" : value;
}
