/**
 * Whether a document records a decision, and whether that decision still holds. A newcomer would look for the word
 * "superseded" anywhere; a decision that *supersedes* another says it too, so only its own status counts.
 */
import type { FrontMatter } from "./front-matter.ts";
import type { Heading } from "./outline.ts";
import type { Standing } from "./passage.ts";

const decisionPath = /(?:^|\/)(?:adrs?|decisions?|decision-records?|rfcs?)(?:\/|[-_.])/i;
const decisionHeading = /^(?:decision|decision outcome|decisions)$/i;
/** A status that ends a decision, at the start of what the status says: "Superseded by 12", "~~Accepted~~ Deprecated". */
const ended =
  /^\W{0,6}(?:~~[^~]{0,60}~~\W{0,6})?(?:superseded|deprecated|rejected|withdrawn|replaced by|obsolete)\b/i;
const statusLine = /^[\s>*_-]{0,6}status[*_\s]{0,4}:[*_\s]{0,4}(\S.{0,200})$/i;

export function isDecisionRecord(path: string, headings: readonly Heading[]): boolean {
  return decisionPath.test(path) || headings.some(({ text }) => decisionHeading.test(text));
}

/** The standing that the document itself states in front matter, a status line near its top or a Status section. */
export function standingOf(
  lines: readonly string[],
  front: FrontMatter,
  headings: readonly Heading[],
): Standing {
  return statusesOf(lines, front, headings).some((status) => ended.test(status)) ? "superseded" : "current";
}

function statusesOf(lines: readonly string[], front: FrontMatter, headings: readonly Heading[]): string[] {
  const statuses = [front.values.get("status")];
  // A status line further down speaks of something else: of a task, of another decision.
  const top = lines.slice(front.lineCount, front.lineCount + 20);
  for (const line of top) statuses.push(statusLine.exec(line)?.[1]);
  const section = headings.find(({ text }) => /^status$/i.test(text));
  if (section !== undefined)
    statuses.push(lines.slice(section.lastLine, section.lastLine + 5).find((line) => line.trim() !== ""));
  return statuses.filter((status) => status !== undefined);
}
