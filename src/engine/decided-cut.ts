/**
 * The edge that a decision does away with. A newcomer would cut it as long as the decision holds: whoever makes the same
 * edge again later says something new, and an old decision must not undo that.
 */
import { parseRefs, refKey } from "../protocol/ref.ts";
import { blockerNamed } from "./dead-blockers.ts";
import type { NodeId } from "./fact.ts";
import { occasionOf } from "./occasion.ts";
import { regardedBy } from "./regarding.ts";
import type { Situation } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";
import { isAdmitted } from "./trust.ts";
import { keyFrom, recordOf } from "./view.ts";

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
  const occasion = occasionOf(view, record);
  if (occasion?.reason === "ring") return namedIn(situation, decided.text);
  const blocked = regardedBy(view, record);
  if (occasion?.reason !== "dead-blocker" || decided.option !== 1 || blocked === undefined) return undefined;
  const blocker = blockerNamed(occasion.detail);
  return { blocked, blocker, stands: blocked.seen.blockedBy.issues.some(({ id }) => id === blocker) };
}

/** "#1 no longer waits for #2." */
function namedIn({ view, record }: Situation, text: string): DecidedCut | undefined {
  const [first, second] = parseRefs(text);
  const blocked = first && recordOf(view, record, first);
  if (blocked === undefined || second === undefined) return undefined;
  const key = keyFrom(view, record, second);
  const link = blocked.seen.blockedBy.issues.find(
    ({ owner, repo, number }) => refKey({ owner, repo, number }) === key,
  );
  return { blocked, blocker: link?.id ?? "", stands: link !== undefined };
}
