/**
 * Whether the sections are useful to a reader who was not involved. Length proves nothing: "Check the code."
 * is long enough and empty.
 */
import type { Handover } from "../../protocol/kinds/handover.ts";
import { type Check, codeSpan, following, type VerdictReason } from "../check.ts";

export const saysSomething: Check = { name: "says-something", examine };

type Part = Pick<VerdictReason, "status" | "sentence">;

/** Words that stand for an empty section. */
const nothing = new Set(["", "none", "nothing", "na", "n a", "no"]);
/** Sentences that only point elsewhere, or only say that there is something to report. */
const hollow = new Set([
  "done",
  "all done",
  "fixed",
  "finished",
  "complete",
  "completed",
  "ok",
  "it works",
  "works",
  "good",
  "check the code",
  "see the code",
  "see code",
  "read the code",
  "look at the code",
  "see the diff",
  "see diff",
  "see pr",
  "see the pr",
  "see pull request",
  "see the pull request",
  "see commits",
  "see the commits",
  "see git log",
  "as discussed",
  "self explanatory",
  "changed",
  "updated",
  "changes",
  "update",
  "edited",
  "misc",
  "various",
  "wip",
  "stuff",
  "tbd",
  "todo",
  "later",
  "see above",
]);

/**
 * "Done with track 3", "Finished #12": only says that the work is over, and what it was, which other sections
 * already say.
 */
const over =
  /^(?:i(?: am|m)? |we(?: are| re)? |it is |its |everything is |all )*(?:done|finished|completed?|ready|implemented)(?: (?:with|on|of|for|all|the|this|that|my|our|it|everything|track|task|issue|work|part|\d+))*$/;

function isHollow(sentence: string): boolean {
  return hollow.has(sentence) || over.test(sentence);
}

function examine({ handover }: Parameters<Check["examine"]>[0]): VerdictReason {
  return following(saysSomething.name, hollowParts(handover), {
    passed: "Every section says something.",
    failed: "A section says nothing useful to a reader who was not involved.",
  });
}

/** What says nothing, whatever the evidence. */
export function hollowParts(handover: Handover): readonly Part[] {
  return [...prose(handover), ...notes(handover)];
}

function prose({ context, nextSteps, status }: Handover): readonly Part[] {
  return [
    ...section("Context", context, "Say what was decided and why, and what surprised you.", false),
    ...section("Next steps", nextSteps, "Say what comes next, in steps.", status === "complete"),
  ];
}

function section(label: string, text: string, help: string, mayBeNothing: boolean): readonly Part[] {
  const sentences = text.split(/[\n.!?;]+/).map(bare);
  const isNothing = sentences.every((each) => nothing.has(each));
  if (isNothing && mayBeNothing) return [];
  if (!sentences.every((each) => nothing.has(each) || isHollow(each))) return [];
  return [{ status: "failed", sentence: `"${label}" says only ${codeSpan(text)}. ${help}` }];
}

function notes({ changes }: Handover): readonly Part[] {
  return changes
    .filter(({ note }) => nothing.has(bare(note)) || isHollow(bare(note)))
    .map(({ name, note }) => ({
      status: "failed",
      sentence: `"Changes" says only ${codeSpan(note)} about ${codeSpan(name)}. Say what was changed.`,
    }));
}

/** Letters and digits only, without a leading bullet or number. */
function bare(text: string): string {
  return text
    .slice(0, 10_000)
    .toLowerCase()
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)]?)\s*/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
