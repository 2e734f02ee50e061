/** The part of an account that one transaction uses: what GitHub lets an installation create. */
import type { Millis } from "../../base/clock.ts";
import { nextCreateAt } from "../../dispatcher/perform/creates.ts";
import type { Charge, CreationCharges } from "../../dispatcher/ports/account.ts";

export interface Spending {
  /** When there is capacity for what this effect creates; undefined if there is already, or if it creates nothing. */
  readonly fullUntil: (effectId: number) => Millis | undefined;
  /** Counts what it creates; undefined if it creates nothing. */
  readonly charge: (effectId: number) => Charge | undefined;
}

/** @param before when each of the last hour was created, oldest first */
export function spendingOf(
  { charges, limits }: CreationCharges,
  before: readonly Millis[],
  now: Millis,
): Spending {
  const chargeOf = new Map(charges.map((charge) => [charge.effectId, charge]));
  const created = [...before];
  return {
    fullUntil: (effectId) => {
      const charge = chargeOf.get(effectId);
      if (charge === undefined) return undefined;
      const at = nextCreateAt(created, now, charge.isAwaited ? limits.awaited : limits.others);
      return at > now ? at : undefined;
    },
    charge: (effectId) => {
      const charge = chargeOf.get(effectId);
      if (charge !== undefined) created.push(now);
      return charge;
    },
  };
}
