/** Tells which ends of its blockers do not count for a task. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../model/fact.ts";
import type { Doubt, PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** That the blocker was closed by somebody who may not free the task. */
export function closingInDoubt({ persisted }: IssueRecord, blocker: NodeId): Doubt | undefined {
  return persisted.doubts?.find(({ of, how }) => of === blocker && how === "closed");
}

/** Dependencies that somebody removed who may not, those that are back included. */
export function removalsInDoubt({ persisted }: Pick<IssueRecord, "persisted">): readonly Doubt[] {
  return persisted.doubts?.filter(({ how }) => how === "removed") ?? [];
}

/** How many removals that were let stand a task keeps. */
const lettingsKept = 20;

/**
 * The state in which a removed dependency stays away, as somebody who may said so at `at`; the same state if no removal
 * before that is in doubt.
 */
export function lettingStand(persisted: PersistedState, of: NodeId, at: Millis): PersistedState {
  const isLet = (doubt: Doubt): boolean => doubt.how === "removed" && doubt.of === of && doubt.at <= at;
  const { doubts = [], letStand = [] } = persisted;
  if (!doubts.some(isLet)) return persisted;
  const others = letStand.filter((each) => each.of !== of);
  return {
    ...persisted,
    doubts: doubts.filter((doubt) => !isLet(doubt)),
    letStand: [...others, { of, at }].slice(-lettingsKept),
  };
}

/** Whether somebody who may has let this removal stand. */
export function isLetStand({ letStand = [] }: PersistedState, of: NodeId, removedAt: Millis): boolean {
  return letStand.some((each) => each.of === of && removedAt <= each.at);
}
