/** Remembers whose lease ended through no action of its own, until that is no longer news to the agent. */
import type { Millis } from "../../base/clock.ts";
import { newsMs } from "../model/note.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { LastLease } from "./holder.ts";

export type LeaseEnded = NonNullable<PersistedState["earlierEnds"]>[number];

const keptAtMost = 10;

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

/** The ends that agents have to be told, newest last, one for each agent at most. */
export function endsToTell({ lastLease, earlierEnds = [] }: PersistedState): readonly LeaseEnded[] {
  const agent = lastLease?.holder.agent;
  if (lastLease === undefined || agent === undefined || !isUnasked(lastLease)) return earlierEnds;
  const { token, endedAt, because } = lastLease;
  return [...earlierEnds, { agent, token, endedAt, because }];
}

/** What is left of the ends so far when the lease of `agent` ends, too. */
export function remainingEnds(
  persisted: PersistedState,
  agent: string | undefined,
  now: Millis,
): Pick<PersistedState, "earlierEnds"> {
  const ends = endsToTell(persisted)
    .filter((end) => end.agent !== agent && end.endedAt > now - newsMs)
    .slice(-keptAtMost);
  return ends.length === 0 ? {} : { earlierEnds: ends };
}
