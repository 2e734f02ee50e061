/** What a person decided about edges is done: the option names them, the one that waited first. */
import { choiceIn } from "../decide-how.ts";
import { type DecidedCut, decidedCut } from "../decided-cut.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { type IssueRecord, roleIn } from "../snapshot.ts";

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
  const slot = `edge ${blocked.seen.id} ${blocker}`;
  const effect = { type: "RemoveBlockedBy", blockedId: blocked.seen.id, blockerId: blocker } as const;
  const { by } = decided;
  const actor = { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const because = `${by.login} decided ${choiceIn(decided)}.`;
  return { slot, key: `${slot} removed`, effect, reason: { rule: carryOutDecision.name, because, actor } };
}
