/** How much an installation may still create under GitHub's limits, as one transaction uses it. */
import type { Millis } from "../../base/clock.ts";
import { nextCreateAt } from "../../dispatcher/perform/creates.ts";
import type { Charge, CreationCharges } from "../../dispatcher/ports/account.ts";

export interface Spending {
  /** When this effect may create something; undefined if it may now, or creates nothing. */
  readonly fullUntil: (effectId: number) => Millis | undefined;
  /** Counts what it creates; undefined if it creates nothing. */
  readonly charge: (effectId: number) => Charge | undefined;
}

/** @param before the times of creation within the last hour, oldest first */
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
