/** Finds what a person decided about an accepted handover that GitHub would not merge. */
import { escalationsAbout } from "../../asking/escalations-about.ts";
import { decidedAction } from "../../asking/option-action.ts";
import { occasionOf } from "../../messages/occasion.ts";
import type { MergeDecision } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import { currentAcceptance } from "../handovers.ts";

/** The newest decision about what is accepted now; undefined if there is none. */
export function mergeDecisionFor({ view, record }: RuleInput): MergeDecision | undefined {
  const settled = currentAcceptance(record);
  if (settled?.commit === undefined) return undefined;
  const { body, commit } = settled;
  const decisions = escalationsAbout(view, record.seen.id).flatMap((escalation): readonly MergeDecision[] => {
    const { decided } = escalation.persisted;
    const occasion = occasionOf(view, escalation);
    if (decided === undefined || occasion?.reason !== "unmerged" || occasion.commit !== commit) return [];
    const action = decidedAction(view, escalation);
    if (action?.do !== "merge") return [];
    const { choice } = action;
    const { by, because, createdAt } = decided;
    return [{ body, commit, choice, escalation: escalation.seen.number, by, because, createdAt }];
  });
  return decisions.toSorted((a, b) => b.createdAt - a.createdAt)[0];
}
