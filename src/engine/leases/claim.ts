/** Handles `/claim`: gives the task to the first who asks, if nothing is in the way. */
import type { ClaimCommand } from "../../protocol/commands/claim.ts";
import { type CommandAction, waitsForLeases } from "../commands/order.ts";
import { claimedAgain } from "./again.ts";
import { withLease } from "./award.ts";
import { claimantIn } from "./claimant.ts";
import { isLimitOpen, whyNotHold } from "./may-hold.ts";
import { declineFor } from "./refusal.ts";

export const claim: CommandAction<ClaimCommand> = (input, { as, forMs }, comment) => {
  const { record, context } = input;
  if (context.isPassive === true) return { type: "elsewhere" };
  const found = claimantIn(record, comment, as, context);
  if ("type" in found) return declineFor(found);
  const refusal = whyNotHold(input, found.holder);
  if (refusal !== undefined) return declineFor(refusal);
  const { lease } = record.persisted;
  if (lease === undefined && isLimitOpen(input, found.holder)) return waitsForLeases(record);
  if (lease !== undefined) return claimedAgain(input, lease, comment, forMs);
  const from = { claim: comment.id, ...(forMs === undefined ? {} : { ttlMs: forMs }) };
  return { type: "done", persisted: withLease(record, found.holder, context, from) };
};
