/** Says for the ledger how the leases of a task changed in one decision: every one that began or ended, and why. */

import type { NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { isOrder } from "../model/spoken.ts";
import { type Lease, nameOf } from "./holder.ts";

export interface LeaseNote {
  readonly what: string;
  readonly because: string;
  /** The account that asked for it. */
  readonly by?: { readonly id: NodeId; readonly login: string };
}

/** @param states those that a decision led through, oldest first: a task may be claimed and given back in one */
export function leaseNotes(states: readonly PersistedState[]): readonly LeaseNote[] {
  return states.flatMap((after, at) => {
    const before = states[at - 1];
    return before === undefined || before === after ? [] : notesBetween(before, after);
  });
}

function notesBetween(before: PersistedState, after: PersistedState): readonly LeaseNote[] {
  const { lease, lastLease } = after;
  const notes: LeaseNote[] = [];
  if (lastLease !== undefined && lastLease.token !== before.lastLease?.token)
    notes.push({ what: `the lease of ${nameOf(lastLease.holder)} ended`, because: lastLease.because });
  if (lease !== undefined && lease.token !== before.lease?.token)
    notes.push({
      what: `${nameOf(lease.holder)} holds it, with token ${lease.token}`,
      because: whyHeld(lease),
      ...claimedBy(lease),
    });
  return notes;
}

/** The holder of the lease whose beginning a note with this text tells; undefined for any other text. */
export function holderIn(what: string): string | undefined {
  return /^(.{1,200}?) holds it, with token \d{1,20}$/u.exec(what)?.[1];
}

function claimedBy({ holder: { account: id, login = "" }, claim, assigned }: Lease): Pick<LeaseNote, "by"> {
  return claim === undefined && assigned !== true ? {} : { by: { id, login } };
}

function whyHeld({ holder, claim, assigned }: Lease): string {
  const name = nameOf(holder);
  if (claim !== undefined) {
    const how = isOrder(claim)
      ? "an order on the server's machine"
      : `a comment of ${holder.login ?? "its account"}`;
    return `${name} claimed it first, by ${how}, and nothing was in the way.`;
  }
  return assigned === true ? `${name} is assigned to it.` : `It was released to ${name}.`;
}
