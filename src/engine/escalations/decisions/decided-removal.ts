/**
 * Finds the dependency that a decision removes. The decision applies once: if the same dependency is created
 * again later, that is a new statement which an old decision must not undo.
 */

import { isAdmitted } from "../../admission/trust.ts";
import { decidedAction } from "../../asking/option-action.ts";
import type { NodeId } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";

export interface DecidedRemoval {
  readonly decided: NonNullable<IssueRecord["persisted"]["decided"]>;
  readonly blocked: IssueRecord;
  readonly blocker: NodeId;
  /** Whether the dependency exists. */
  readonly stands: boolean;
}

/**
 * Undefined if nothing was decided about a dependency, if the decision was carried out, or if that is not
 * known yet.
 */
export function decidedRemoval(input: RuleInput): DecidedRemoval | undefined {
  const { view, record } = input;
  const { decided } = record.persisted;
  if (record.reading.kind !== "escalation" || decided === undefined || !isAdmitted(record)) return undefined;
  if (decided.carriedOut === true) return undefined;
  const action = decidedAction(view, record);
  if (action?.do !== "cut") return undefined;
  const { blocker } = action;
  const blocked = view.records.get(action.blocked);
  if (blocked === undefined) return undefined;
  const stands = blocked.seen.blockedBy.issues.some(({ id }) => id === blocker);
  return { decided, blocked, blocker, stands };
}
