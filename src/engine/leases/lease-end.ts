/**
 * Tells an agent that gives the token of its lease whether that lease has ended: it may have been frozen in
 * between.
 */
import { type Millis, toMinuteUtc } from "../../base/clock.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import type { CommentSeen } from "../model/fact.ts";
import { isCurrentToken } from "../model/keys/lease-token.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { nameOf } from "./holder.ts";

export interface LeaseEnd {
  /** Undefined if another lease has ended since. */
  readonly endedAt: Millis | undefined;
  /** The current holder of the task, if any. */
  readonly holder: string | undefined;
  /** Its holder's accepted handover, for which the task is closed: it ended as it should. */
  readonly handover?: string | undefined;
}

/** Undefined if the token is good, or if nothing is known of the task's leases, as after the index was lost. */
export function leaseEnd(
  { persisted, seen }: Pick<IssueRecord, "persisted" | "seen">,
  token: number,
): LeaseEnd | undefined {
  const { lease, lastLease } = persisted;
  if (lease === undefined && lastLease === undefined) return undefined;
  if (lease !== undefined && isCurrentToken(token, lease)) return undefined;
  const endedAt = lastLease?.token === token ? lastLease.endedAt : undefined;
  const isDone = lastLease?.token === token && lease === undefined && seen.issueState.state === "closed";
  return {
    endedAt,
    holder: lease && nameOf(lease.holder),
    ...(isDone && lastLease.handover !== undefined ? { handover: lastLease.handover } : {}),
  };
}

/** The end of the lease whose token the envelope of a comment gives. Undefined without a token, or if it is good. */
export function leaseEndOf(record: IssueRecord, { text }: Pick<CommentSeen, "text">): LeaseEnd | undefined {
  const { envelope } = splitEnvelope(text);
  const token = envelope?.ok === true ? envelope.envelope.lease : undefined;
  return token === undefined ? undefined : leaseEnd(record, token);
}

/** A phrase: `your lease ended at 2026-11-22 13:10 UTC; bob holds it`. */
export function describeLeaseEnd({ endedAt, holder = "nobody", handover }: LeaseEnd): string {
  if (handover !== undefined) return describeDone(handover);
  const when = endedAt === undefined ? "" : ` at ${toMinuteUtc(endedAt)}`;
  return `your lease ended${when}; ${holder} holds it`;
}

/** A phrase. @param handover as texts name it: `#19` */
export function describeDone(handover: string): string {
  return `your handover ${handover} was accepted, so the task is done`;
}
