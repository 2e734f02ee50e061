/**
 * The edge that a decision does away with. A newcomer would cut it as long as the decision holds: whoever makes the same
 * edge again later says something new, and an old decision must not undo that.
 */

import { isAdmitted } from "../admission/trust.ts";
import { decidedAction } from "../asking/option-action.ts";
import type { NodeId } from "../model/fact.ts";
import type { Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export interface DecidedCut {
  readonly blocked: IssueRecord;
  readonly blocker: NodeId;
  /** Whether the edge is there. */
  readonly stands: boolean;
}

/** Undefined where nothing was decided about an edge, where that was carried out, or where nobody can tell yet. */
export function decidedCut(situation: Situation): DecidedCut | undefined {
  const { view, record } = situation;
  const { decided } = record.memory;
  if (record.reading.kind !== "escalation" || decided === undefined || !isAdmitted(record)) return undefined;
  if (decided.carriedOut === true) return undefined;
  const action = decidedAction(view, record);
  const blocked = action?.do === "cut" ? view.records.get(action.blocked) : undefined;
  if (action?.do !== "cut" || blocked === undefined) return undefined;
  const { blocker } = action;
  return { blocked, blocker, stands: blocked.seen.blockedBy.issues.some(({ id }) => id === blocker) };
}
