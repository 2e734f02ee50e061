/** Carries out a decision about dependencies: the option names both issues, the one that waited first. */
import { choiceIn } from "../../asking/decide-how.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../../model/rule.ts";
import { roleIn } from "../../model/snapshot.ts";
import { type DecidedRemoval, decidedRemoval } from "./decided-removal.ts";

export const carryOutDecision: ProjectionRule = { name: "carry-out-decision", project };

function project(input: RuleInput) {
  const found = decidedRemoval(input);
  return found?.stands === true ? { effects: [cut(input, found)] } : nothing;
}

function cut({ view, record }: RuleInput, { decided, blocked, blocker }: DecidedRemoval): ProposedEffect {
  const ends = { blockedId: blocked.seen.id, blockerId: blocker };
  const effect = { type: "RemoveBlockedBy", ...ends } as const;
  const { by } = decided;
  const actor = { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const because = `${by.login} decided ${choiceIn(decided)}.`;
  const slot = { type: "dependency-between", ...ends } as const;
  const reason = { rule: carryOutDecision.name, because, actor };
  return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
}
