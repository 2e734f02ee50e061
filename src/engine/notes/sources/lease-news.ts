/** Tells an agent that a task became its own without its asking, and that a lease ended without its doing. */

import { endsToTell } from "../../leases/earlier-ends.ts";
import { heardAt } from "../../leases/lapsing/silence.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";

/** An agent that claimed the task itself has its answer already. */
export const leaseAwarded: NoteSource = {
  name: "lease-awarded",
  notesOn: (input) => {
    const { lease, lastLease } = input.record.persisted;
    const to = lease?.holder.agent;
    if (lease === undefined || to === undefined || lease.claim !== undefined) return [];
    if (heardAt(input, lease) > lease.since) return [];
    const isMoved = lastLease?.how === "moved" && lastLease.endedAt === lease.since;
    return [
      {
        ...({ kind: "lease-awarded", priority: "now" } as const),
        to,
        at: lease.since,
        key: String(lease.token),
        text: `The task is yours, with token ${lease.token}.${isMoved ? ` ${lastLease.because}` : ""}`,
      },
    ];
  },
};

/** Dropped once the agent holds the task again. Others may have held it since. */
export const leaseEnded: NoteSource = {
  name: "lease-ended",
  notesOn: ({ record }) => {
    const { persisted, seen } = record;
    if (seen.issueState.state === "closed") return [];
    return endsToTell(persisted)
      .filter(({ agent }) => agent !== persisted.lease?.holder.agent)
      .map(({ agent: to, token, endedAt: at, because }) => ({
        ...({ kind: "lease-ended", priority: "now", isNews: true } as const),
        to,
        at,
        key: String(token),
        text: `You no longer hold the task. ${because}${nextHolder(record)}`,
      }));
  },
};

function nextHolder({ persisted: { lease } }: RuleInput["record"]): string {
  const name = lease?.holder.agent ?? lease?.holder.login;
  return name === undefined ? "" : ` ${name} holds it now.`;
}
