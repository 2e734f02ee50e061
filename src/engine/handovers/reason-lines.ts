/** Formats the reasons of a verdict for texts. */

import type { VerdictReason } from "../../handover/check.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import type { ReasonLines, TitledLine } from "../../protocol/text/lines.ts";
import { mayShow } from "../admission/privacy.ts";
import { shownTitle } from "../admission/shown-title.ts";
import type { RuleInput } from "../model/rule.ts";
import { recordOf } from "../model/view.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { handoverIn } from "./handovers.ts";

/**
 * The reasons, grouped by what they follow from. Anything that the list of fixes for the body already names
 * is left out.
 */
export function reasonLines(reasons: readonly VerdictReason[]): ReasonLines {
  const of = (wanted: VerdictReason["status"]): readonly string[] =>
    reasons.filter(({ status }) => status === wanted).map(({ sentence }) => sentence);
  const remaining = reasons.filter(({ status, check }) => status !== "failed" || check !== "references");
  const leaves = remaining.flatMap((each) => {
    const parts = each.parts.filter(({ status }) => status === "failed" || status === "unverified");
    return parts.length === 0 ? [each] : parts;
  });
  const problems = [
    ...leaves.filter(({ status }) => status === "failed"),
    ...leaves.filter(({ status }) => status === "unverified"),
  ].map(({ sentence }) => sentence);
  return { problems, advice: of("advice"), passed: of("passed") };
}

/** The task that it hands over; undefined while its body cannot be parsed. */
export function taskLine(input: RuleInput): TitledLine | undefined {
  const { view, record } = input;
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  if (ref === undefined || task === undefined) return ref && { name: formatRef(ref), title: "" };
  return {
    name: issueNameById(input, task.seen.id),
    title: mayShow(view, record, task.seen) ? shownTitle(task) : "",
  };
}
