/**
 * Finds the envelope in a body. Only a `signalbox` fence that ends the body counts: one in the middle may be
 * pasted text.
 */
import type { Line } from "../markdown/line.ts";
import type { ScanProblem } from "../sections/scan-problem.ts";

/** Whether a line opens a `signalbox` fence that no element around it may hide. */
export function opensEnvelope(line: Line): boolean {
  return line.isEnclosed !== true && /^signalbox(?:\s|$)/.test(line.opens ?? "");
}

export interface FoundEnvelope {
  /** How many lines precede it; all of them if there is no envelope. */
  readonly from: number;
  readonly text?: string;
  readonly problems: readonly ScanProblem[];
}

/** The `signalbox` fence that ends the body. One in the middle may be pasted text and does not count. */
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

/** Comments are not shown, and our own bodies end with one. */
function isVisible({ text, place }: Line): boolean {
  return place !== "comment" && text.trim() !== "";
}

function second(first: number, last: number): ScanProblem {
  const message = `The body has two \`signalbox\` blocks, on lines ${first} and ${last}.`;
  return { type: "second-envelope", message };
}
