/**
 * Records what a person decided about a handover whose pull request GitHub would not merge, so that it holds
 * whatever becomes of the escalation. A refusal withdraws the acceptance.
 */

import { escalationsAbout } from "../../asking/escalations-about.ts";
import { decidedAction } from "../../asking/option-action.ts";
import { bindReferral } from "../../matters/bind-word.ts";
import { openingReasonOf } from "../../messages/opening-reason.ts";
import type { MergeDecision } from "../../model/persisted-state.ts";
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../../model/rule.ts";
import { recordOf } from "../../model/view.ts";
import { compareWords, type PlacedWord } from "../../model/word-order.ts";
import { currentAcceptance, handoverIn } from "../handovers.ts";

export const applyMergeDecision: StateRule = { name: "heed-merge-decision", updateState };

function updateState(input: RuleInput) {
  const { view, record } = input;
  const handover = handoverIn(record);
  const decision = handover && mergeDecisionFor(input);
  const { settled, ...rest } = record.persisted;
  if (handover === undefined || decision === undefined) return nothing;
  if (decision.createdAt <= (rest.merging?.createdAt ?? 0)) return nothing;
  const task = recordOf(view, record, handover.completes);
  return {
    persisted: { ...(decision.choice === "refuse" ? rest : record.persisted), merging: decision },
    refreshes:
      task === undefined ? [] : [refreshSelf(task, 0, "A person decided about the merge of its handover.")],
  };
}

interface PlacedDecision {
  readonly place: PlacedWord;
  readonly decision: MergeDecision;
}

/** The newest decision about what is accepted now; undefined if there is none. */
function mergeDecisionFor({ view, record }: RuleInput): MergeDecision | undefined {
  const settled = currentAcceptance(record);
  if (settled?.commit === undefined) return undefined;
  const { commit } = settled;
  const decisions = escalationsAbout(view, record.seen.id).flatMap(
    (escalation): readonly PlacedDecision[] => {
      const { decided } = escalation.persisted;
      const reason = openingReasonOf(view, escalation);
      if (decided === undefined || reason?.type !== "unmerged" || reason.commit !== commit) return [];
      // It was decided about the text that the escalation put before people, and about no later one at the same commit.
      const binding = bindReferral(record, escalation);
      if (binding.type === "changed") return [];
      const action = decidedAction(view, escalation);
      if (action?.do !== "merge") return [];
      const { choice } = action;
      // To wait for the others is no word about this pull request, should it need one later.
      if (reason.about === "landing" && choice === "try") return [];
      const { by, because, at: createdAt, commentNumber } = decided;
      const place = { at: createdAt, commentNumber, number: escalation.seen.number, id: escalation.seen.id };
      return [
        {
          place,
          decision: {
            text: binding.text.hash,
            commit,
            choice,
            escalation: escalation.seen.number,
            by,
            because,
            createdAt,
          },
        },
      ];
    },
  );
  return decisions.toSorted((a, b) => compareWords(a.place, b.place)).at(-1)?.decision;
}
