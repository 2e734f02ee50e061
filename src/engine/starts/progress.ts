/** Says what became of a start: whether its agent came, and whether it is over. */
import { handoversOf } from "../handovers/handovers.ts";
import type { LastLease, Lease } from "../leases/holder.ts";
import { allowedSilence, isOfHolder, localSigns } from "../leases/lapsing/signs.ts";
import { heardAt, isResting } from "../leases/lapsing/silence.ts";
import { whyNotHold } from "../leases/may-hold.ts";
import type { RuleInput } from "../model/rule.ts";
import { hasToWait, isHandedOverSince } from "./has-to-wait.ts";
import { offerMs, type Start, startableAgents, startLabel } from "./start.ts";

export type Progress = Pick<Start, "isShown" | "isTaken" | "end">;

/** What to change in `start`; empty for nothing. */
export function progressOf(input: RuleInput, start: Start): Progress {
  const { record, context } = input;
  const isShown = record.seen.labels.includes(startLabel(start.agent));
  if (record.seen.issueState.state === "closed") return { end: "over" };
  const agent = startableAgents(context.settings).find(({ name }) => name === start.agent);
  if (agent === undefined) return { end: "over" };
  if (start.isShown === true && !isShown && start.isTaken !== true) return { end: "removed" };
  const { lease } = record.persisted;
  const progress =
    lease?.holder.agent === start.agent
      ? ofHolder(input, start, lease)
      : withoutHolder(input, start, { agent: agent.name, account: agent.account });
  return { ...(isShown && start.isShown !== true ? { isShown } : {}), ...progress };
}

function ofHolder(input: RuleInput, start: Start, lease: Lease): Progress {
  if (hasToWait(input) || isHandedOverSince(input, start.at)) return { end: "rests" };
  if (start.isTaken === true) return isGone(input, start, lease) ? { end: "failed" } : {};
  if (lease.token >= start.at || isHeardSince(input, start, lease)) return { isTaken: true };
  // It is offered again after the pause.
  if (input.context.claimsPaused !== undefined) return { end: "rests" };
  return isOverdue(input, start) ? { end: "failed" } : {};
}

/** The lease of a task in review does not lapse, so an agent that died after a refusal would keep its place. */
function isGone(input: RuleInput, { at }: Start, lease: Lease): boolean {
  const { record, context } = input;
  if (!isResting(input) || context.listeningSince === undefined) return false;
  const heard = Math.max(heardAt(input, lease), localSigns(record, lease, context.signsOfLife).heardAt);
  const since = Math.max(at, heard, context.listeningSince);
  return context.now >= since + allowedSilence(lease, false, context.settings);
}

/** Whether the agent of a resumed lease has come back: until then it may say nothing. */
function isHeardSince(input: RuleInput, { at }: Start, lease: Lease): boolean {
  const { view, record, context } = input;
  const ordered = view.orders?.get(record.seen.id) ?? [];
  return (
    ordered.some((order) => order.createdAt > at && isOfHolder(order, lease.holder)) ||
    heardAt(input, lease) > at ||
    localSigns(record, lease, context.signsOfLife).heardAt > at
  );
}

function withoutHolder(
  input: RuleInput,
  start: Start,
  wanting: { readonly agent: string; readonly account: string },
): Progress {
  const { persisted } = input.record;
  const { lastLease } = persisted;
  const wasHeld = lastLease?.holder.agent === start.agent && lastLease.endedAt >= start.at;
  if (start.isTaken === true || wasHeld)
    return { end: isFruitless(input, start, lastLease) ? "failed" : "over" };
  if (persisted.lease !== undefined || whyNotHold(input, wanting) !== undefined) return { end: "over" };
  return isOverdue(input, start) ? { end: "failed" } : {};
}

/** Ends that are not the agent's doing say nothing about it. */
const isOwnEnd: Readonly<Record<LastLease["how"], boolean>> = {
  released: true,
  lapsed: true,
  closed: false,
  moved: false,
  assigned: false,
  unassigned: false,
  settings: false,
};

function isFruitless({ view, record }: RuleInput, { at }: Start, lastLease: LastLease | undefined): boolean {
  if (lastLease === undefined || !isOwnEnd[lastLease.how]) return false;
  return !handoversOf(view, record).some(({ seen }) => seen.createdAt >= at);
}

/** Only time in which we listened counts: an agent's claim may have been lost while we did not. */
function isOverdue({ context }: RuleInput, { at }: Start): boolean {
  const { now, listeningSince = now } = context;
  return now >= Math.max(at, listeningSince) + offerMs;
}
