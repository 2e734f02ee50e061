/** Computes the state of an escalation. An open, admitted one means that a person has to decide. */

import { isAdmitted, isTrustUnknown } from "../admission/trust.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { subjectOf } from "../messages/subject.ts";
import type { NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { type ObsoleteReason, obsoleteReason } from "./obsolete.ts";

export type Decided = NonNullable<PersistedState["decided"]>;
export type Approved = NonNullable<PersistedState["approved"]>;

export type EscalationState =
  | { readonly type: "open" }
  | { readonly type: "decided"; readonly decided: Decided }
  /** The settings that it asks about were approved. */
  | { readonly type: "approved"; readonly approved: Approved }
  /** Its subject was resolved in another way. */
  | { readonly type: "obsolete"; readonly why: ObsoleteReason }
  | { readonly type: "closed" };

export function escalationState(view: View, escalation: IssueRecord): EscalationState {
  const { persisted, seen } = escalation;
  if (persisted.approved !== undefined) return { type: "approved", approved: persisted.approved };
  if (persisted.decided !== undefined) return { type: "decided", decided: persisted.decided };
  const why = obsoleteReason(view, escalation);
  if (why !== undefined) return { type: "obsolete", why };
  return { type: seen.issueState.state === "open" ? "open" : "closed" };
}

/**
 * Whether an untrusted user edited one of our escalations since, so that no trusted user is responsible for
 * its text. Until one approves it, no one is asked about words that may have changed, and no decision is
 * accepted for them.
 */
export function isSetAside({ view, context }: Omit<RuleInput, "record">, escalation: IssueRecord): boolean {
  const origin = subjectOf(view, escalation);
  if (origin === undefined || openingReasonOf(view, escalation) === undefined) return false;
  return !isAdmitted(origin) && !isTrustUnknown(view, origin, context);
}

/** The escalations that a person still has to decide. */
export function openEscalations(view: View, id: NodeId): readonly IssueRecord[] {
  return escalationsAbout(view, id).filter((record) => escalationState(view, record).type === "open");
}
