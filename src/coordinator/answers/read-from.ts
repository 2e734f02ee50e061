/**
 * What our answers were read from: a track's status, where a name was, what a page said. No one decided
 * anything, so they are not precedents; the next asker gets the current state.
 */

import { questionBehind } from "../../engine/messages/suggestion.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { ReadFrom } from "./precedent.ts";

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
  if (source !== undefined) return source;
  if (repeats !== undefined || answer.persisted.admitted?.approver !== undefined) return undefined;
  return "pages";
}

/** The source in which our decision was looked up; undefined if it is more than a lookup. */
function sourceOf(decision: string): "index" | "tree" | undefined {
  if (trackSummary.test(decision)) return "index";
  return place.test(decision.trim()) ? "tree" : undefined;
}
