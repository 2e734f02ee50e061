/** Describes how an escalation was decided. */
import type { PersistedState } from "../model/persisted-state.ts";

/** "for option 2", "in their own words". */
export function choiceIn({ option }: NonNullable<PersistedState["decided"]>): string {
  return option === undefined ? "in their own words" : `for option ${option}`;
}

/** Whether the default took effect at the deadline; there is no comment then. */
export function isByDefault({ how }: NonNullable<PersistedState["decided"]>): boolean {
  return how === "default";
}
