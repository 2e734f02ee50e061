/**
 * Computes until when an agent may be silent. Only time in which the App listened counts: an outage, a pause
 * or a start must not take a task from an agent whose activity no one received.
 */
import type { Millis } from "../../../base/clock.ts";
import { formatDuration, parseDuration } from "../../../base/duration.ts";
import { taskState } from "../../blocking/task-state.ts";
import { handoverIn, handoversAtHome } from "../../handovers/handovers.ts";
import { unblockNoticesAmong } from "../../messages/unblock-notices.ts";
import type { RuleInput } from "../../model/rule.ts";
import { recordsThatName } from "../../model/view.ts";
import type { Lease } from "../holder.ts";
import { allowedSilence, hasBeatenByComment, isOfHolder, localSigns } from "./signs.ts";

export interface Patience {
  readonly endsAt: Millis;
  /** `4h`: how long the silence will have been by then. */
  readonly length: string;
}

/** The holder is not expected to report while the task is blocked or its work is under review. */
export function isResting({ view, record }: Pick<RuleInput, "view" | "record">): boolean {
  const { status } = taskState(view, record);
  return status === "blocked" || status === "in-review";
}

/** @param since when the App began to listen */
export function patienceWith(input: RuleInput, lease: Lease, since: Millis): Patience {
  const { record, context } = input;
  const local = localSigns(record, lease, context.signsOfLife);
  const isBeating = local.isBeating || hasBeatenByComment(record, lease);
  const silent = allowedSilence(lease, isBeating, context.settings);
  const heard = Math.max(heardAt(input, lease), local.heardAt);
  const freed = freedAt(input);
  const back = parseDuration(context.settings.leases.return) ?? 0;
  // What was freed before the lease, or before the holder was heard from again, keeps nobody waiting for its return.
  const isAwaited = freed > lease.since && freed >= heard;
  const ends = { silent: Math.max(heard, since) + silent, back: isAwaited ? freed + back : 0 };
  return ends.back > ends.silent
    ? { endsAt: ends.back, length: formatDuration(back) }
    : { endsAt: ends.silent, length: formatDuration(silent) };
}

/** When its holder was last active on the task, or wrote an issue that names it. */
export function heardAt({ view, record }: RuleInput, { holder, since }: Lease): Millis {
  const { account } = holder;
  const said = record.seen.comments.flatMap((comment) =>
    isOfHolder(comment, holder) ? comment.createdAt : [],
  );
  const naming = recordsThatName(view, record.seen.id);
  const wrote = [record, ...naming].flatMap(({ seen: { author, createdAt, editor, editedAt } }) => [
    ...(author?.id === account ? [createdAt] : []),
    ...(editor?.id === account ? [editedAt ?? 0] : []),
  ]);
  return Math.max(since, record.heardAt ?? 0, ...said, ...wrote);
}

/** When the task was last freed of a blocker, or a complete handover of it was closed; zero if it never was. */
export function freedAt({ view, record }: RuleInput): Millis {
  const resolved = record.seen.blockedBy.issues.flatMap(({ closedAt }) => closedAt ?? []);
  const noticesAt = unblockNoticesAmong(record.seen.own).map(({ createdAt }) => createdAt);
  const reviewed = handoversAtHome(view, record).flatMap((handover) =>
    handoverIn(handover)?.status === "complete" ? (handover.seen.closedAt ?? []) : [],
  );
  return Math.max(0, ...resolved, ...noticesAt, ...reviewed);
}
