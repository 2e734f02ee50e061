/**
 * The value of a section as people see it on the page. A newcomer would keep HTML comments: nobody sees them, so
 * they may neither fill a section in nor speak to an agent.
 */
import type { Line } from "./block.ts";
import { withoutCode } from "./code-span.ts";

/** Info string of the fence that form fields with `render: text`, and our own writer, put around free text. */
export const wrapped = "text";
/** What GitHub writes for a form field left empty. */
export const noResponse = "_No response_";

/** The lines as one text: comments gone, line ends trimmed outside code, a fence around the whole taken off. */
export function readableText(lines: readonly Line[]): string {
  const kept = lines.filter((line) => line.place !== "comment");
  const first = kept.findIndex((line) => line.text.trim() !== "");
  const last = kept.findLastIndex((line) => line.text.trim() !== "");
  if (first < 0) return "";
  const body = kept.slice(first, last + 1);
  if (body[0]?.opens === wrapped && body.findIndex((line) => line.closes === true) === body.length - 1)
    return body
      .slice(1, -1)
      .map((line) => line.text)
      .join("\n");
  const value = body.map(withoutComments).join("\n").trim();
  return value === noResponse ? "" : value;
}

/** The line without the comments that begin in it; their further lines are gone already. */
function withoutComments({ text, place }: Line): string {
  if (place === "fence") return text;
  if (!text.includes("<!--")) return text.trimEnd();
  const bare = withoutCode(text);
  let kept = "";
  let from = 0;
  for (let at = bare.indexOf("<!--"); at >= 0; at = bare.indexOf("<!--", from)) {
    kept += text.slice(from, at);
    const end = bare.indexOf("-->", at + 2);
    from = end < 0 ? text.length : end + 3;
  }
  return (kept + text.slice(from)).trimEnd();
}
