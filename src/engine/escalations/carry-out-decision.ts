/** Carries out a decision about dependencies: the option names both issues, the one that waited first. */
import { choiceIn } from "../asking/decide-how.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../model/rule.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";
import { type DecidedCut, decidedCut } from "./decided-cut.ts";

export const carryOutDecision: ShowRule = { name: "carry-out-decision", show };

function show(situation: Situation) {
  const { decided } = situation.record.memory;
  const found = decidedCut(situation);
  return decided === undefined || found?.stands !== true
    ? nothing
    : { wishes: [cut(situation, found, decided)] };
}

type Decided = NonNullable<IssueRecord["memory"]["decided"]>;

function cut({ view, record }: Situation, { blocked, blocker }: DecidedCut, decided: Decided): Wish {
  const ends = { blockedId: blocked.seen.id, blockerId: blocker };
  const effect = { type: "RemoveBlockedBy", ...ends } as const;
  const { by } = decided;
  const actor = { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const because = `${by.login} decided ${choiceIn(decided)}.`;
  const slot = { type: "dependency-between", ...ends } as const;
  const reason = { rule: carryOutDecision.name, because, actor };
  return { slot, key: { type: "dependency", slot, change: "removed" }, effect, reason };
}
