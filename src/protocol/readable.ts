/**
 * The value of a section as people see it on the page. A newcomer would keep HTML comments: nobody sees them, so
 * they may neither fill a section in nor speak to an agent.
 */
import type { Line, Place } from "./block.ts";
import { withoutHidden } from "./shown.ts";

/** Info string of the fence that form fields with `render: text`, and our own writer, put around free text. */
export const wrapped = "text";
/** What GitHub writes for a form field left empty. */
export const noResponse = "_No response_";

/** What the page does not show where it stands, or not at all. */
const unseen: ReadonlySet<Place> = new Set(["comment", "definition", "footnote"]);

/** The lines as one text: comments gone, line ends trimmed outside code, a fence around the whole taken off. */
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
