/**
 * What an option of ours does besides becoming the decision: its value is sealed in the body that offers it. Escalations
 * that an earlier release opened carry none: `earlier-options.ts` says what theirs do.
 */

import { occasionOf } from "../messages/occasion.ts";
import type { Memory, MergeDecision, OptionAction } from "../model/memory.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { earlierAction } from "./earlier-options.ts";

/** In the order in which they are offered. */
export const mergeChoices: readonly MergeDecision["choice"][] = ["try", "leave", "refuse"];

/** What was decided on an escalation does this; undefined where its words are all. */
export function decidedAction(view: View, escalation: IssueRecord): OptionAction | undefined {
  const { decided } = escalation.memory;
  if (decided === undefined || decided.action !== undefined) return decided?.action;
  const { option, text } = decided;
  return option === undefined ? undefined : earlierAction(view, escalation, { option, text });
}

type Decided = NonNullable<Memory["decided"]>;

/** What a decision for an option, or in somebody's own words, does. */
export function actionFor(
  view: View,
  escalation: IssueRecord,
  { option, text }: Pick<Decided, "option" | "text">,
): OptionAction | undefined {
  if (option === undefined)
    return occasionOf(view, escalation)?.reason === "contradiction" ? { do: "replace" } : undefined;
  const sealed = escalation.seen.opened?.actions?.[option - 1];
  return sealed ?? earlierAction(view, escalation, { option, text });
}

/** Whether only its options decide an escalation, as each of them does something that words cannot. */
export function takesOptionsOnly(view: View, escalation: IssueRecord): boolean {
  const reason = occasionOf(view, escalation)?.reason;
  return reason === "dead-blocker" || reason === "ring" || reason === "unmerged";
}
