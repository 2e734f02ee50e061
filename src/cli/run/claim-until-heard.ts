/**
 * Claims a task, and asks again for an order whose answer did not arrive, by its id, which is carried out once: without
 * this, an agent may hold a task that no program works on.
 */
import type { Claimed } from "../../operations/holding/claim.ts";

/** Each waits as long as a claim does, so in all about half a minute: a server restarts in less. */
const maxAttempts = 3;

/** @param claim undefined for a new order */
export async function claimUntilHeard(
  claim: (order: string | undefined) => Promise<Claimed>,
  signal: AbortSignal,
): Promise<Claimed> {
  let claimed = await claim(undefined);
  for (let attempt = 1; attempt < maxAttempts && !signal.aborted; attempt++) {
    const order = unheardOrder(claimed);
    if (order === undefined) break;
    claimed = await claim(order);
  }
  return claimed;
}

function unheardOrder(claimed: Claimed): string | undefined {
  return claimed.isHeld || !("order" in claimed) ? undefined : claimed.order;
}
