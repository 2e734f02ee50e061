/** Escalations and what waits for them. An open one that is admitted says: a person has to decide. */
import type { Escalation } from "../protocol/escalation.ts";
import type { NodeId } from "./fact.ts";
import type { Memory } from "./memory.ts";
import { acceptedInForce } from "./question-standing.ts";
import type { IssueRecord } from "./snapshot.ts";
import { isAdmitted } from "./trust.ts";
import { recordOf, type View } from "./view.ts";

export type Decided = NonNullable<Memory["decided"]>;

export function escalationIn({ reading }: IssueRecord): Escalation | undefined {
  const message = reading.kind === "escalation" ? reading.message : undefined;
  return message?.kind === "escalation" ? message : undefined;
}

/** What an escalation is about, as far as the snapshot knows it. */
export function regardedBy(view: View, escalation: IssueRecord): IssueRecord | undefined {
  const message = escalationIn(escalation);
  return message && recordOf(view, escalation, message.regarding);
}

/** The admitted escalations about an issue, the oldest first. */
export function escalationsAbout(view: View, id: NodeId): readonly IssueRecord[] {
  return (view.namedBy.get(id) ?? [])
    .flatMap((other) => view.records.get(other) ?? [])
    .filter((record) => regardedBy(view, record)?.seen.id === id && isAdmitted(record))
    .sort((a, b) => a.seen.createdAt - b.seen.createdAt);
}

export type EscalationStanding =
  | { readonly is: "open" }
  | { readonly is: "decided"; readonly decided: Decided }
  /** The question was answered in another way meanwhile. */
  | { readonly is: "moot" }
  | { readonly is: "closed" };

export function escalationStanding(view: View, escalation: IssueRecord): EscalationStanding {
  const { memory, seen } = escalation;
  if (memory.decided !== undefined) return { is: "decided", decided: memory.decided };
  const regarded = regardedBy(view, escalation);
  if (regarded !== undefined && acceptedInForce(regarded) !== undefined) return { is: "moot" };
  return { is: seen.standing.state === "open" ? "open" : "closed" };
}

/** Those that a person still has to decide. */
export function openEscalations(view: View, id: NodeId): readonly IssueRecord[] {
  return escalationsAbout(view, id).filter((record) => escalationStanding(view, record).is === "open");
}
