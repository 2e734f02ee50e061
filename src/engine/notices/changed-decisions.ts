/**
 * Finds decisions that a person replaced by others. Such a change is not an unblocking: the question stays
 * closed, and people who were unblocked by it still work from the old decision.
 */

import type { Blocker } from "../blocking/blocker.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { NoticeId } from "../model/keys/notice-id.ts";
import type { View } from "../model/view.ts";

export interface ChangedDecision {
  /** Kept together with the unblockings, so that people are notified of it once. */
  readonly id: NoticeId;
  readonly blocker: Blocker;
}

/** The decisions among them that a person replaced. */
export function changedDecisions(view: View, blockers: readonly Blocker[]): readonly ChangedDecision[] {
  return blockers.flatMap((blocker) => {
    const question = blocker.id === undefined ? undefined : view.records.get(blocker.id);
    const accepted = question && currentAcceptedAnswer(question);
    if (blocker.verdict !== "settled" || accepted?.overrules === undefined) return [];
    return [{ id: { type: "changed-decision", answerId: accepted.word }, blocker }];
  });
}
