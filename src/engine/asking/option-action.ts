/**
 * Tells what one of our options does besides becoming the decision. The action is sealed in the body that
 * offers the option. Escalations from earlier releases have none: see `earlier-options.ts`.
 */

import { wordsAlone } from "../../protocol/decided-words.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import type { MergeDecision, OptionAction } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { earlierAction } from "./earlier-options.ts";

/** In the order in which they are offered. */
export const mergeChoices: readonly MergeDecision["choice"][] = ["try", "leave", "refuse"];

/** The action of what was decided on an escalation; undefined if the decision is its words alone. */
export function decidedAction(view: View, escalation: IssueRecord): OptionAction | undefined {
  const { decided } = escalation.persisted;
  if (decided === undefined || decided.action !== undefined) return decided?.action;
  const { option, decision } = decided;
  return option === undefined
    ? undefined
    : earlierAction(view, escalation, { option, text: wordsAlone(decision) });
}

/** The action of a decision for an option, or in a person's own words. */
export function actionFor(
  view: View,
  escalation: IssueRecord,
  { option, text }: { readonly option: number | undefined; readonly text: string },
): OptionAction | undefined {
  if (option === undefined)
    return openingReasonOf(view, escalation)?.type === "contradiction" ? { do: "replace" } : undefined;
  const sealed = escalation.seen.opened?.actions?.[option - 1];
  return sealed ?? earlierAction(view, escalation, { option, text });
}

/**
 * Whether an escalation can be decided by its options alone, because each has an action that free text cannot
 * express.
 */
export function takesOptionsOnly(view: View, escalation: IssueRecord): boolean {
  const type = openingReasonOf(view, escalation)?.type;
  return (
    type === "dead-blocker" ||
    type === "ring" ||
    type === "unmerged" ||
    type === "lapsed" ||
    type === "contract"
  );
}
