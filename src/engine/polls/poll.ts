/**
 * Counts a poll: one value in, one state out. It knows nothing of issues. Silence is no vote, and neither a
 * tie nor a deadline decides anything.
 */
import type { Needs } from "../../protocol/section-values/needs.ts";

export interface Poll {
  /** One key for each speaker who may vote. */
  readonly voters: readonly string[];
  /** Whether others may vote, too, so that the number of voters is unknown. */
  readonly isOpenEnded: boolean;
  readonly needs: Needs;
  /** The last vote of each speaker who may vote. */
  readonly ballots: readonly { readonly voter: string; readonly option: number }[];
  readonly isOver: boolean;
}

export type PollState =
  | { readonly type: "open" }
  | { readonly type: "carried"; readonly option: number }
  /** Everyone has voted, and no option has enough votes. */
  | { readonly type: "lost" }
  /** The same, and at least two options have the most votes. */
  | { readonly type: "tied" }
  | { readonly type: "expired" }
  /** Fewer may vote than an option needs. */
  | { readonly type: "void" }
  /** Only the login that asked has voted for the option that has enough votes. */
  | { readonly type: "own" };

export function stateOf(poll: Poll): PollState {
  const counts = countsOf(poll.ballots);
  const most = Math.max(0, ...counts.values());
  const leading = [...counts].filter(([, count]) => count === most).map(([option]) => option);
  const [leader] = leading;
  const needed = votesNeeded(poll);
  if (needed === undefined || (!poll.isOpenEnded && needed > poll.voters.length)) return { type: "void" };
  if (leader !== undefined && leading.length === 1 && most >= needed)
    return { type: "carried", option: leader };
  const voted = new Set(poll.ballots.map(({ voter }) => voter));
  const isComplete = !poll.isOpenEnded && poll.voters.every((voter) => voted.has(voter));
  if (isComplete) return { type: leading.length > 1 ? "tied" : "lost" };
  return { type: poll.isOver ? "expired" : "open" };
}

/** How many votes an option needs; undefined if that depends on voters who are not known. */
export function votesNeeded({
  needs,
  voters,
  isOpenEnded,
}: Pick<Poll, "needs" | "voters" | "isOpenEnded">): number | undefined {
  if (needs.type === "number") return needs.votes;
  if (isOpenEnded || voters.length === 0) return undefined;
  return needs.type === "all" ? voters.length : Math.floor(voters.length / 2) + 1;
}

function countsOf(ballots: Poll["ballots"]): ReadonlyMap<number, number> {
  const last = new Map(ballots.map(({ voter, option }) => [voter, option]));
  const counts = new Map<number, number>();
  for (const option of last.values()) counts.set(option, (counts.get(option) ?? 0) + 1);
  return counts;
}
