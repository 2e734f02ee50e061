/**
 * The generated part of a page, between two markers. Its opening marker has a hash of what was generated:
 *
 *     <!-- signalbox:auto 1a2b3c4d5e6f7a8b -->
 *     - **Stack:** TypeScript
 *     <!-- signalbox:auto end -->
 *
 * People write both markers, the first without a hash, where they want the part; all other lines are theirs.
 */
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import { blocksOf } from "../../protocol/markdown/block.ts";

/** How the line of the opening marker begins. */
export const beginMark = "<!-- signalbox:auto";
export const endMark = "<!-- signalbox:auto end -->";
const opening = /^<!-- signalbox:auto(?: ([0-9a-f]{16}))? -->/;

export type BlockState = "absent" | "current" | "stale" | "without end";

/** @param lines what the part should say, without lines that are not compared */
export function blockState(text: string, lines: readonly string[]): BlockState {
  const found = locate(text);
  if (typeof found === "string") return found;
  const content = text.slice(found.contentFrom, found.to).split(/\r?\n/);
  const isAsGenerated = content.slice(1, lines.length + 1).join("\n") === lines.join("\n");
  return found.written === hashOf(lines) && isAsGenerated ? "current" : "stale";
}

/** The page with its part renewed, and every other byte as it was; the same text if it has none. */
export function withBlock(text: string, lines: readonly string[], lastLine: string): string {
  const found = locate(text);
  if (typeof found === "string") return text;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const part = [`<!-- signalbox:auto ${hashOf(lines)} -->`, ...lines, lastLine, endMark].join(lineEnd);
  return text.slice(0, found.from) + part + text.slice(found.to + endMark.length);
}

/** Offsets in the text. */
interface Found {
  readonly from: number;
  /** Behind the opening marker. */
  readonly contentFrom: number;
  /** Where the closing marker begins. */
  readonly to: number;
  /** The hash in the opening marker. */
  readonly written: string | undefined;
}

function locate(text: string): Found | "absent" | "without end" {
  if (!text.includes(beginMark)) return "absent";
  const lines = linesOutsideCode(text);
  const first = lines.findIndex((line) => opening.test(line.text));
  const begin = lines[first];
  const [mark = "", written] = opening.exec(begin?.text ?? "") ?? [];
  if (begin === undefined) return "absent";
  const end = lines.slice(first + 1).find((line) => line.text.startsWith(endMark));
  if (end === undefined) return "without end";
  return { from: begin.offset, contentFrom: begin.offset + mark.length, to: end.offset, written };
}

interface PlacedText {
  readonly text: string;
  /** In the whole text. */
  readonly offset: number;
}

/** A page that explains the markers shows them in a code block. */
function linesOutsideCode(text: string): readonly PlacedText[] {
  let offset = 0;
  return blocksOf(text).lines.flatMap((line) => {
    const at = offset;
    const end = at + line.text.length;
    offset = end + (text.startsWith("\r\n", end) ? 2 : 1);
    return line.place === "fence" || line.place === "code" ? [] : [{ text: line.text, offset: at }];
  });
}

function hashOf(lines: readonly string[]): string {
  return fingerprint(lines.join("\n"));
}
