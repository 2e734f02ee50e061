/** Handles `/claim`: gives the task to the first who asks, if nothing is in the way. */
import type { ClaimCommand } from "../../protocol/commands/claim.ts";
import type { CommandAction } from "../commands/order.ts";
import { withLease } from "./award.ts";
import { claimantIn } from "./claimant.ts";
import { whyNotHold } from "./may-hold.ts";
import { declineFor } from "./refusal.ts";

export const claim: CommandAction<ClaimCommand> = (input, { as }, comment) => {
  const { record, context } = input;
  if (context.isPassive === true) return { type: "elsewhere" };
  const found = claimantIn(record, comment, as, context);
  if ("type" in found) return declineFor(found);
  const refusal = whyNotHold(input, found.holder);
  if (refusal !== undefined) return declineFor(refusal);
  if (record.persisted.lease !== undefined) return { type: "done" };
  return { type: "done", persisted: withLease(record, found.holder, context, { claim: comment.id }) };
};
