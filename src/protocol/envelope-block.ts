/**
 * Where in a body the envelope stands. A newcomer would take any `signalbox` fence; one in the middle may be pasted
 * text, so only the fence that ends the body counts.
 */
import type { Line } from "./block.ts";
import type { ScanProblem } from "./scan-problem.ts";

/** Whether a line is the first of a `signalbox` fence. */
export function opensEnvelope(line: Line): boolean {
  return /^signalbox(?:\s|$)/.test(line.opens ?? "");
}

export interface FoundEnvelope {
  /** How many lines stand before it; all of them if there is none. */
  readonly from: number;
  readonly text?: string;
  readonly problems: readonly ScanProblem[];
}

/** Only a `signalbox` fence that ends the body is the envelope: one in the middle is somebody's text. */
export function envelopeIn(lines: readonly Line[]): FoundEnvelope {
  const start = lines.findLastIndex(opensEnvelope);
  if (start < 0) return { from: lines.length, problems: [] };
  const close = lines.findIndex((line, index) => index > start && line.closes === true);
  const end = close < 0 ? lines.length : close;
  if (lines.slice(end + 1).some(isVisible)) return { from: lines.length, problems: [] };
  const text = lines
    .slice(start + 1, end)
    .map((line) => line.text)
    .join("\n");
  const first = lines.findIndex(opensEnvelope);
  const problems = first === start ? [] : [second(lines[first]?.number ?? 1, lines[start]?.number ?? 1)];
  return { from: start, text, problems };
}

/** Nobody sees a comment, and our own bodies end with one. */
function isVisible({ text, place }: Line): boolean {
  return place !== "comment" && text.trim() !== "";
}

function second(first: number, last: number): ScanProblem {
  const message = `The body has two \`signalbox\` blocks, on lines ${first} and ${last}.`;
  return { type: "second-envelope", message };
}
