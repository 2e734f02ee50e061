/** Says for the ledger how the leases of a task changed in one decision: every one that began or ended, and why. */
import type { IssueRecord } from "../model/snapshot.ts";
import { type Lease, nameOf } from "./holder.ts";

export interface LeaseNote {
  readonly what: string;
  readonly because: string;
}

type LeaseState = Pick<IssueRecord, "persisted">;

/** @param before undefined if the index did not know the task */
export function leaseNotes(before: LeaseState | undefined, { persisted }: LeaseState): readonly LeaseNote[] {
  const [was, now, last] = [before?.persisted.lease, persisted.lease, persisted.lastLease];
  const notes: LeaseNote[] = [];
  if (last !== undefined && last.token !== before?.persisted.lastLease?.token)
    notes.push({ what: `the lease of ${nameOf(last.holder)} ended`, because: last.because });
  if (now !== undefined && now.token !== was?.token && before !== undefined)
    notes.push({ what: `${nameOf(now.holder)} holds it, with token ${now.token}`, because: whyHeld(now) });
  return notes;
}

function whyHeld({ holder, claim, assigned }: Lease): string {
  const name = nameOf(holder);
  if (claim !== undefined) return `${name} claimed it first, and nothing was in the way.`;
  return assigned === true ? `${name} is assigned to it.` : `It was released to ${name}.`;
}
