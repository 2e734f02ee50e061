/**
 * What an option of ours does besides becoming the decision: its value is sealed in the body that offers it. Escalations
 * that an earlier release opened carry none; for those it follows from the occasion and the option's number.
 */
import { unreachable } from "../base/errors.ts";
import { parseRefs, refKey } from "../protocol/ref.ts";
import { blockerNamed } from "./dead-blockers.ts";
import type { Memory, MergeDecision, OptionAction } from "./memory.ts";
import { type Occasion, occasionOf } from "./occasion.ts";
import { regardedBy } from "./regarding.ts";
import type { IssueRecord } from "./snapshot.ts";
import { keyFrom, recordOf, type View } from "./view.ts";

/** In the order in which they are offered. */
export const mergeChoices: readonly MergeDecision["choice"][] = ["try", "leave", "refuse"];

/** What was decided on an escalation does this; undefined where its words are all. */
export function decidedAction(view: View, escalation: IssueRecord): OptionAction | undefined {
  const { decided } = escalation.memory;
  if (decided === undefined || decided.action !== undefined) return decided?.action;
  return decided.option === undefined
    ? undefined
    : earlierAction(view, escalation, decided.option, decided.text);
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
  return sealed ?? earlierAction(view, escalation, option, text);
}

/** Whether only its options decide an escalation, as each of them does something that words cannot. */
export function takesOptionsOnly(view: View, escalation: IssueRecord): boolean {
  const reason = occasionOf(view, escalation)?.reason;
  return reason === "dead-blocker" || reason === "ring" || reason === "unmerged";
}

function earlierAction(
  view: View,
  escalation: IssueRecord,
  option: number,
  text: string,
): OptionAction | undefined {
  const occasion = occasionOf(view, escalation);
  if (occasion === undefined) return undefined;
  switch (occasion.reason) {
    case "dead-blocker":
      return option === 1 ? cutOfDead(view, escalation, occasion) : { do: "keep" };
    case "contradiction":
      return { do: option === 2 ? "replace" : "keep" };
    case "unmerged": {
      const choice = mergeChoices[option - 1];
      return choice && { do: "merge", choice };
    }
    case "ring":
      return cutNamed(view, escalation, text);
    case "overdue":
    case "proposed":
    case undefined:
      return undefined;
    default:
      return unreachable(occasion.reason);
  }
}

function cutOfDead(view: View, escalation: IssueRecord, { detail }: Occasion): OptionAction | undefined {
  const blocked = regardedBy(view, escalation);
  return blocked && { do: "cut", blocked: blocked.seen.id, blocker: blockerNamed(detail) };
}

/** "#1 no longer waits for #2.", as earlier releases offered it. */
function cutNamed(view: View, escalation: IssueRecord, text: string): OptionAction | undefined {
  const [first, second] = parseRefs(text);
  const blocked = first && recordOf(view, escalation, first);
  if (blocked === undefined || second === undefined) return undefined;
  const key = keyFrom(view, escalation, second);
  const link = blocked.seen.blockedBy.issues.find(
    ({ owner, repo, number }) => refKey({ owner, repo, number }) === key,
  );
  const blocker = link?.id ?? recordOf(view, escalation, second)?.seen.id ?? "";
  return { do: "cut", blocked: blocked.seen.id, blocker };
}
