/** Tells an agent that a task became its own without its asking, and that a lease ended without its doing. */

import type { LastLease } from "../../leases/holder.ts";
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
        ...{ to, at: lease.since, key: String(lease.token) },
        text: `The task is yours, with token ${lease.token}.${isMoved ? ` ${lastLease.because}` : ""}`,
      },
    ];
  },
};

/** Dropped once the agent holds the task again. */
export const leaseEnded: NoteSource = {
  name: "lease-ended",
  notesOn: ({ record }) => {
    const { lease, lastLease } = record.persisted;
    const to = lastLease?.holder.agent;
    if (lastLease === undefined || to === undefined || !isUnasked(lastLease)) return [];
    if (lease?.holder.agent === to || record.seen.issueState.state === "closed") return [];
    return [
      {
        ...({ kind: "lease-ended", priority: "now", isNews: true } as const),
        ...{ to, at: lastLease.endedAt, key: String(lastLease.token) },
        text: `You no longer hold the task. ${lastLease.because}${nextHolder(record)}`,
      },
    ];
  },
};

/** An agent needs no news of its own actions. */
function isUnasked({ how, isOwn }: LastLease): boolean {
  switch (how) {
    case "lapsed":
    case "assigned":
    case "unassigned":
    case "settings":
      return true;
    case "released":
    case "moved":
      return isOwn !== true;
    case "closed":
      return false;
  }
}

function nextHolder({ persisted: { lease } }: RuleInput["record"]): string {
  const name = lease?.holder.agent ?? lease?.holder.login;
  return name === undefined ? "" : ` ${name} holds it now.`;
}
