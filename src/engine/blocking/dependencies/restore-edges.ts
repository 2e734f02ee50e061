/** Puts a dependency back that somebody removed who may not free the task. */
import { isAdmitted } from "../../admission/trust.ts";
import { visibilityMs } from "../../fold/seen-record.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../../model/rule.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { type Doubt, removalsInDoubt } from "../doubts.ts";

export const restoreEdges: ProjectionRule = { name: "restore-edges", project };

function project(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task" || record.seen.lacksEdges === true || !isAdmitted(record))
    return nothing;
  const native = new Set(record.seen.blockedBy.issues.map(({ id }) => id));
  const isOnItsWay = (id: string): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) < visibilityMs;
  const missing = removalsInDoubt(record).filter(
    ({ of, at, isUnknown }) =>
      isUnknown !== true &&
      !native.has(of) &&
      view.records.has(of) &&
      !(isOnItsWay(of) && (record.edgeMadeAt[of] ?? 0) > at),
  );
  return { effects: missing.map((doubt) => restoreEdge(input, doubt)) };
}

function restoreEdge(input: RuleInput, { of, at, by = "an account that is gone" }: Doubt): ProposedEffect {
  const slot = { type: "dependency", id: of } as const;
  const because = `${by} removed the dependency on ${issueNameById(input, of)} without write access.`;
  return {
    slot,
    key: { type: "dependency", slot, change: "added", removedAt: at },
    effect: { type: "AddBlockedBy", blockedId: input.record.seen.id, blockerId: of },
    reason: { rule: restoreEdges.name, because },
  };
}
