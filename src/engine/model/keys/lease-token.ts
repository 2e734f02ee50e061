/** Compares tokens of leases: an earlier one is still valid if no one else has held the task since. */
import type { PersistedState } from "../persisted-state.ts";

type Lease = NonNullable<PersistedState["lease"]>;

export function isCurrentToken(token: number, { token: current, confirms = current }: Lease): boolean {
  return token <= current && token >= confirms;
}
