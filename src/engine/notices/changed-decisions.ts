/**
 * Decisions that a person has put in the place of others. A newcomer would take the
 * change for another freeing; the question stays closed, and whoever was freed by it goes on with the old decision.
 */

import type { Blocker } from "../blocking/blockers.ts";
import { acceptedInForce } from "../messages/question-standing.ts";
import type { NoticeId } from "../model/keys/notice-id.ts";
import type { View } from "../model/view.ts";

export interface ChangedDecision {
  /** Kept beside the freeings: nobody is woken twice for it. */
  readonly id: NoticeId;
  readonly blocker: Blocker;
}

/** The decisions among them that a person has put in the place of others. */
export function changedDecisions(view: View, blockers: readonly Blocker[]): readonly ChangedDecision[] {
  return blockers.flatMap((blocker) => {
    const question = blocker.id === undefined ? undefined : view.records.get(blocker.id);
    const accepted = question && acceptedInForce(question);
    if (blocker.verdict !== "settled" || accepted?.overrules === undefined) return [];
    return [{ id: { type: "changed-decision", answerId: accepted.answer }, blocker }];
  });
}
