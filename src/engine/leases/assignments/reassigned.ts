/** An assignment that is put back after somebody changed it who may not. */
import type { Actor } from "../../model/fact.ts";
import type { PersistedState } from "../../model/persisted-state.ts";
import type { IssueRecord } from "../../model/snapshot.ts";

export type Reassigned = NonNullable<NonNullable<PersistedState["lease"]>["reassigned"]>;

/** Against a program that takes it away each time we would write for ever. */
const mostTimes = 5;

/** The next time that it is put back; undefined if this change was met already, or there were too many. */
export function reassignedAgain(
  before: Reassigned | undefined,
  { event, by }: { readonly event: string; readonly by?: Pick<Actor, "id" | "login" | "type"> | undefined },
): Reassigned | undefined {
  const times = (before?.times ?? 0) + 1;
  if (before?.event === event || times > mostTimes) return undefined;
  // Bots are not talked to: they might answer.
  const told = by === undefined || by.type === "Bot" ? {} : { by: { id: by.id, login: by.login } };
  return { event, times, ...told };
}

/** Whether GitHub was not asked for it yet. It is asked once, as it ignores who cannot be assigned. */
export function isReassignmentDue(
  { reassignedFor }: Pick<IssueRecord, "reassignedFor">,
  reassigned: Reassigned | undefined,
): boolean {
  return reassigned !== undefined && reassignedFor !== reassigned.event;
}
