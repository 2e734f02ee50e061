/** Tells which ends of its blockers do not count for a task. */
import type { NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export type Doubt = NonNullable<PersistedState["doubts"]>[number];

/** That the blocker was closed by somebody who may not free the task. */
export function closingInDoubt({ persisted }: IssueRecord, blocker: NodeId): Doubt | undefined {
  return persisted.doubts?.find(({ of, how }) => of === blocker && how === "closed");
}

/** Dependencies that somebody removed who may not, those that are back included. */
export function removalsInDoubt({ persisted }: IssueRecord): readonly Doubt[] {
  return persisted.doubts?.filter(({ how }) => how === "removed") ?? [];
}
