/**
 * Handles `/release`: the holder gives the task back or to another agent, and a person may do so in its
 * place.
 */
import type { ReleaseCommand } from "../../protocol/commands/claim.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { type CommandAction, type CommandOutcome, waitsForLeases } from "../commands/order.ts";
import type { RuleInput } from "../model/rule.ts";
import { type EndReason, movedLease, withoutLease } from "./award.ts";
import { claimantIn, holderNamed } from "./claimant.ts";
import { isSameHolder, type Lease, nameOf } from "./holder.ts";
import { leaseEndOf } from "./lease-end.ts";
import { isLimitOpen, whyNotHandOn } from "./may-hold.ts";
import { declineFor } from "./refusal.ts";

/** How much of a reason is kept. */
const reasonKept = 200;

export const release: CommandAction<ReleaseCommand> = (input, { as, to, because }, comment) => {
  const { record, context } = input;
  if (context.isPassive === true) return { type: "elsewhere" };
  if (record.reading.kind !== "task") return declineFor({ type: "not-a-task" });
  const found = claimantIn(record, comment, as, context);
  if ("type" in found) return declineFor(found);
  const end = leaseEndOf(record, comment);
  if (end !== undefined && !found.isPerson) return declineFor({ type: "lease-ended", end });
  const { lease } = record.persisted;
  if (lease === undefined) return declineFor({ type: "not-held" });
  if (!found.isPerson && !isSameHolder(found.holder, lease.holder))
    return declineFor({ type: "not-yours", by: nameOf(lease.holder) });
  const why = because === undefined ? "" : `: ${shorten(because, reasonKept)}`;
  const by = nameOf(found.holder);
  const isOwn = isSameHolder(found.holder, lease.holder);
  if (to !== undefined)
    return handOn(input, lease, to, { isOwn, because: `${by} released it to ${to}${why}.` });
  const ending = { how: "released", isOwn, because: `${by} released it${why}.` } as const;
  return { type: "done", persisted: withoutLease(record, ending, context.now) };
};

function handOn(
  input: RuleInput,
  { holder }: Lease,
  to: string,
  ending: Pick<EndReason, "because" | "isOwn">,
): CommandOutcome {
  const { view, record, context } = input;
  const next = holderNamed(view, to, context);
  if (next === undefined) return declineFor({ type: "unknown-agent", name: to });
  if (isSameHolder(next, holder)) return { type: "done" };
  const refusal = whyNotHandOn(input, next);
  if (refusal === undefined && isLimitOpen(input, next)) return waitsForLeases(record);
  return refusal === undefined
    ? { type: "done", persisted: movedLease(record, next, { ...ending, how: "moved" }, context) }
    : declineFor(refusal);
}
