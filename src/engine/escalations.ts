/** Escalations and what waits for them. An open one that is admitted says: a person has to decide. */
import { escalationsAbout } from "./escalations-about.ts";
import type { NodeId } from "./fact.ts";
import type { Memory } from "./memory.ts";
import { type Moot, whyMoot } from "./moot.ts";
import { occasionOf } from "./occasion.ts";
import { regardedBy } from "./regarding.ts";
import type { Situation } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";
import { isAdmitted, isInDoubt } from "./trust.ts";
import type { View } from "./view.ts";

export type Decided = NonNullable<Memory["decided"]>;
export type Approved = NonNullable<Memory["approved"]>;

export type EscalationStanding =
  | { readonly is: "open" }
  | { readonly is: "decided"; readonly decided: Decided }
  /** The settings that it asks about were approved. */
  | { readonly is: "approved"; readonly approved: Approved }
  /** What it asks was settled in another way meanwhile. */
  | { readonly is: "moot"; readonly why: Moot }
  | { readonly is: "closed" };

export function escalationStanding(view: View, escalation: IssueRecord): EscalationStanding {
  const { memory, seen } = escalation;
  if (memory.approved !== undefined) return { is: "approved", approved: memory.approved };
  if (memory.decided !== undefined) return { is: "decided", decided: memory.decided };
  const why = whyMoot(view, escalation);
  if (why !== undefined) return { is: "moot", why };
  return { is: seen.standing.state === "open" ? "open" : "closed" };
}

/**
 * Whether what we asked about was changed since by somebody untrusted, so that nobody stands behind it any more: until
 * somebody does, nobody is asked about words that may be others now, and no decision is taken for them.
 */
export function isSetAside({ view, context }: Omit<Situation, "record">, escalation: IssueRecord): boolean {
  const origin = regardedBy(view, escalation);
  if (origin === undefined || occasionOf(view, escalation) === undefined) return false;
  return !isAdmitted(origin) && !isInDoubt(view, origin, context);
}

/** Those that a person still has to decide. */
export function openEscalations(view: View, id: NodeId): readonly IssueRecord[] {
  return escalationsAbout(view, id).filter((record) => escalationStanding(view, record).is === "open");
}
