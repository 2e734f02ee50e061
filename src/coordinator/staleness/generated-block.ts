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

/** How the line of the opening marker begins. */
export const beginMark = "<!-- signalbox:auto";
export const endMark = "<!-- signalbox:auto end -->";
const opening = /^<!-- signalbox:auto(?: ([0-9a-f]{16}))? -->/m;
const closing = /^<!-- signalbox:auto end -->/m;

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
  const begin = opening.exec(text);
  if (begin === null) return "absent";
  const contentFrom = begin.index + begin[0].length;
  const end = closing.exec(text.slice(contentFrom));
  if (end === null) return "without end";
  return { from: begin.index, contentFrom, to: contentFrom + end.index, written: begin[1] };
}

function hashOf(lines: readonly string[]): string {
  return fingerprint(lines.join("\n"));
}
