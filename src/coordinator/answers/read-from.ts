/**
 * What our answers were read from: a track's status, where a name was, what a page said. No one decided
 * anything, so they are not precedents; the next asker gets the current state.
 */

import { questionBehind } from "../../engine/messages/suggestion.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Passage } from "../passage/passage.ts";
import { precedentNumber, type ReadFrom } from "./precedent.ts";

const trackSummary = /^Track .{1,200}: \d{1,9} of \d{1,9} tasks are done or dropped\./;
const place =
  /^(?:[^\n]{1,400} is defined in [^\n]{1,1000}, line \d{1,9}|The (?:file|folder) is [^\n]{1,1000})\.$/;

/**
 * Undefined if people decided: by their own answer, by an approval, or in the earlier question that it
 * repeats.
 * @param answer the accepted one
 */
export function readFrom(answer: IssueRecord | undefined, repeats: number | undefined): ReadFrom | undefined {
  const message = answer?.reading.kind === "answer" ? answer.reading.message : undefined;
  if (answer === undefined || message?.kind !== "answer" || questionBehind(answer) === undefined)
    return undefined;
  const source = sourceOf(message.decision);
  if (source !== undefined) return { source };
  if (repeats !== undefined || answer.persisted.admitted?.approver !== undefined) return undefined;
  const quoted = linesIn(message.rationale).filter((line) => line.startsWith(">"));
  return { source: "pages", words: quoted.length > 0 ? quoted : linesIn(message.decision) };
}

/** The source in which our decision was looked up; undefined if it is more than a lookup. */
function sourceOf(decision: string): "index" | "tree" | undefined {
  if (trackSummary.test(decision)) return "index";
  return place.test(decision.trim()) ? "tree" : undefined;
}

/** Whether current pages still say what the answer quoted. */
export function isStillSaid(words: readonly string[], passages: readonly Passage[]): boolean {
  const said = passages.filter(isCurrentPage).map(({ text }) => bare(text));
  return words.map(bare).every((line) => line === "" || said.some((text) => text.includes(line)));
}

/** The paths of the current pages that say it: all of it, if there are such pages, otherwise some of it. */
export function pagesSaying(words: readonly string[], passages: readonly Passage[]): readonly string[] {
  const lines = words.map(bare).filter((line) => line !== "");
  const found = new Map<string, Set<string>>();
  for (const { path, text } of passages.filter(isCurrentPage)) {
    const said = bare(text);
    const here = lines.filter((line) => said.includes(line));
    if (here.length > 0) found.set(path, new Set([...(found.get(path) ?? []), ...here]));
  }
  const whole = [...found].filter(([, said]) => said.size === new Set(lines).size);
  return (whole.length > 0 ? whole : [...found]).map(([path]) => path);
}

function isCurrentPage({ path, state }: Passage): boolean {
  return state === "current" && precedentNumber(path) === undefined;
}

function linesIn(text: string): readonly string[] {
  return text.split("\n").map((line) => line.trim());
}

/** The text without what rendering adds. */
function bare(text: string): string {
  return text.replace(/[\s>\\`]+/g, " ").trim();
}
