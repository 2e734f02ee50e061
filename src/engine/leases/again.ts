/**
 * Decides about a claim by the agent that holds the task already. Two runs of one agent must not both work on it:
 * while the session that claimed it lives, another one is refused, and once it has been silent for a while, the other gets
 * a new token, so that the first is stopped wherever tokens are compared.
 */
import type { Millis } from "../../base/clock.ts";
import { type CommandOutcome, declined } from "../commands/order.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { isOrder } from "../model/spoken.ts";
import { movedLease } from "./award.ts";
import { type Lease, nameOf } from "./holder.ts";
import { whyPaused } from "./may-hold.ts";
import { declineFor } from "./refusal.ts";

/** A session that has not been heard from for this long may have ended without a word. */
const aliveMs = 90_000;

export function claimedAgain(
  input: RuleInput,
  lease: Lease,
  comment: CommentSeen,
  forMs: number | undefined,
): CommandOutcome {
  const mine = sessionOf(input, comment.id);
  const first = lease.claim === undefined ? undefined : sessionOf(input, lease.claim);
  if (mine === undefined || mine === first) return kept(input, lease, forMs);
  const state = first === undefined ? "ended" : stateOf(input, lease, first);
  switch (state) {
    case "ended":
      return kept(input, { ...lease, claim: comment.id }, forMs);
    case "alive":
      return declined(`another session of ${nameOf(lease.holder)} holds it and is alive`, "task");
    case "silent":
      return takenOver(input, lease, comment, forMs);
  }
}

/** The session that an order came from. */
function sessionOf({ view }: RuleInput, claim: string): string | undefined {
  return isOrder(claim) ? view.claimSessions?.get(claim) : undefined;
}

function stateOf({ context }: RuleInput, { holder }: Lease, id: string): "alive" | "silent" | "ended" {
  const sessions = (holder.agent === undefined ? undefined : context.signsOfLife?.(holder.agent)) ?? [];
  const session = sessions.find((each) => each.id === id);
  if (session === undefined) return "silent";
  if (session.hasEnded) return "ended";
  return context.now - session.heardAt < aliveMs ? "alive" : "silent";
}

function kept({ record }: RuleInput, lease: Lease, forMs: number | undefined): CommandOutcome {
  const { persisted } = record;
  const next = withSilence(lease, forMs);
  return next === persisted.lease
    ? { type: "done" }
    : { type: "done", persisted: { ...persisted, lease: next } };
}

function takenOver(
  input: RuleInput,
  { holder }: Lease,
  { id }: CommentSeen,
  forMs: number | undefined,
): CommandOutcome {
  const { record, context } = input;
  const paused = whyPaused(input, holder);
  if (paused !== undefined) return declineFor(paused);
  const because = `Another session of ${nameOf(holder)} took it over: the earlier one was not heard from.`;
  const moved = movedLease(record, holder, { how: "moved", because }, context);
  const { lapses } = record.persisted;
  const persisted: PersistedState = {
    ...moved,
    ...(moved.lease && { lease: withSilence({ ...moved.lease, claim: id }, forMs) }),
    ...(lapses === undefined ? {} : { lapses }),
  };
  return { type: "done", persisted };
}

function withSilence(lease: Lease, ttlMs: Millis | undefined): Lease {
  return ttlMs === undefined ? lease : { ...lease, ttlMs };
}
