/** What a person decided about edges is done: the option names them, the one that waited first. */
import { parseRefs, refKey } from "../../protocol/ref.ts";
import { blockerNamed } from "../dead-blockers.ts";
import { occasionOf } from "../occasion.ts";
import { regardedBy } from "../regarding.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { type IssueRecord, roleIn } from "../snapshot.ts";
import { isAdmitted } from "../trust.ts";
import { keyFrom, recordOf } from "../view.ts";

export const carryOutDecision: ShowRule = { name: "carry-out-decision", show };

function show(situation: Situation) {
  const { record } = situation;
  const { decided } = record.memory;
  if (record.reading.kind !== "escalation" || decided === undefined || !isAdmitted(record)) return nothing;
  const edge = edgeToCut(situation, decided.option, decided.text);
  return edge === undefined ? nothing : { wishes: [cut(situation, edge, decided)] };
}

interface Edge {
  readonly blocked: IssueRecord;
  readonly blocker: IssueRecord["seen"]["id"];
}

/** The edge that the chosen option does away with, as long as it stands. */
function edgeToCut(situation: Situation, option: number, text: string): Edge | undefined {
  const { view, record } = situation;
  const occasion = occasionOf(view, record);
  if (occasion?.reason === "ring") return edgeNamed(situation, text);
  const blocked = regardedBy(view, record);
  if (occasion?.reason !== "dead-blocker" || option !== 1 || blocked === undefined) return undefined;
  const blocker = blockerNamed(occasion.detail);
  const stands = blocked.seen.blockedBy.issues.some(({ id }) => id === blocker);
  return stands ? { blocked, blocker } : undefined;
}

/** "#1 no longer waits for #2." */
function edgeNamed({ view, record }: Situation, text: string): Edge | undefined {
  const [first, second] = parseRefs(text);
  const blocked = first && recordOf(view, record, first);
  const key = second && keyFrom(view, record, second);
  const link = blocked?.seen.blockedBy.issues.find(
    ({ owner, repo, number }) => refKey({ owner, repo, number }) === key,
  );
  return blocked === undefined || link === undefined ? undefined : { blocked, blocker: link.id };
}

type Decided = NonNullable<IssueRecord["memory"]["decided"]>;

function cut({ view, record }: Situation, { blocked, blocker }: Edge, { by, option }: Decided): Wish {
  const slot = `edge ${blocked.seen.id} ${blocker}`;
  const effect = { type: "RemoveBlockedBy", blockedId: blocked.seen.id, blockerId: blocker } as const;
  const actor = { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const because = `${by.login} decided for option ${option}.`;
  return { slot, key: `${slot} removed`, effect, reason: { rule: carryOutDecision.name, because, actor } };
}
