/**
 * Derives the actions of options in escalations that builds of 0.1.0 with version 1 markers opened. They
 * sealed no actions, so what an option does follows from the opening reason, its number and, for a dependency
 * cycle, its words. Never read option text of anything newer.
 */
import { unreachable } from "../../base/errors.ts";
import { parseRefs, refKey } from "../../protocol/references/ref.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { subjectOf } from "../messages/subject.ts";
import type { OpeningReason } from "../model/keys/issue-key.ts";
import type { MergeDecision, OptionAction } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { keyFrom, recordOf, type View } from "../model/view.ts";

const mergeChoices: readonly MergeDecision["choice"][] = ["try", "leave", "refuse"];

export interface EarlierOption {
  readonly option: number;
  readonly text: string;
}

export function earlierAction(
  view: View,
  escalation: IssueRecord,
  { option, text }: EarlierOption,
): OptionAction | undefined {
  const reason = openingReasonOf(view, escalation);
  if (reason === undefined) return undefined;
  switch (reason.type) {
    case "dead-blocker":
      return option === 1 ? cutOfDead(view, escalation, reason) : { do: "keep" };
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
    case "answer":
    case "task":
    case "lapsed":
    case "contract":
    case "objection":
    case "vote":
    case "vote-result":
    case "other":
      return undefined;
    default:
      return unreachable(reason);
  }
}

function cutOfDead(
  view: View,
  escalation: IssueRecord,
  { blocker }: Extract<OpeningReason, { readonly type: "dead-blocker" }>,
): OptionAction | undefined {
  const blocked = subjectOf(view, escalation);
  return blocked && { do: "cut", blocked: blocked.seen.id, blocker };
}

/** "#1 no longer waits for #2." */
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

/** Offered where the asker had named too few options; they answer no question. */
const fillers: ReadonlySet<string> = new Set([
  "Decide otherwise, in your own words",
  "Leave it open and say what is missing",
  "Whoever asked chooses, and writes down what and why.",
]);

/**
 * Whether an option of one of our escalations is a placeholder that decides nothing. Options written by
 * people always count.
 */
export function isFiller({ seen }: IssueRecord, text: string): boolean {
  return seen.opened !== undefined && fillers.has(text.trim());
}
