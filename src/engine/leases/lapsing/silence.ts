/**
 * Computes until when an agent may be silent. Only time in which the App listened counts: an outage, a pause or
 * a start must not take a task from an agent that was heard by nobody.
 */
import type { Millis } from "../../../base/clock.ts";
import { formatDuration, parseDuration } from "../../../base/duration.ts";
import { taskState } from "../../blocking/task-state.ts";
import { handoverIn, handoversOf } from "../../handovers/handovers.ts";
import { unblockNoticesAmong } from "../../messages/unblock-notices.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { Lease } from "../holder.ts";

export interface Patience {
  readonly endsAt: Millis;
  /** `4h`: how long nothing will have been heard by then. */
  readonly length: string;
}

/** While the task is blocked or its work is looked at, nobody expects its holder to say anything. */
export function isResting({ view, record }: Pick<RuleInput, "view" | "record">): boolean {
  const { status } = taskState(view, record);
  return status === "blocked" || status === "in-review";
}

/** @param since when the App began to listen */
export function patienceWith(input: RuleInput, lease: Lease, since: Millis): Patience {
  const { unheard, return: returning } = input.context.settings.leases;
  const [silent, back] = [unheard, returning].map((length) => parseDuration(length) ?? 0);
  const ends = {
    silent: Math.max(heardAt(input, lease), since) + (silent ?? 0),
    back: Math.max(freedAt(input), since) + (back ?? 0),
  };
  return ends.back > ends.silent
    ? { endsAt: ends.back, length: formatDuration(back ?? 0) }
    : { endsAt: ends.silent, length: formatDuration(silent ?? 0) };
}

/** When its holder was last active on the task, or wrote an issue that names it. */
export function heardAt({ view, record }: RuleInput, { holder, since }: Lease): Millis {
  const { account } = holder;
  const said = record.seen.comments.flatMap(({ author, createdAt }) =>
    author.id === account ? createdAt : [],
  );
  const naming = (view.namedBy.get(record.seen.id) ?? []).flatMap((id) => view.records.get(id) ?? []);
  const wrote = [record, ...naming].flatMap(({ seen: { author, createdAt, editor, editedAt } }) => [
    ...(author?.id === account ? [createdAt] : []),
    ...(editor?.id === account ? [editedAt ?? 0] : []),
  ]);
  return Math.max(since, record.heardAt ?? 0, ...said, ...wrote);
}

/** When the task was last freed of a blocker, or a complete handover of it was closed. */
function freedAt({ view, record }: RuleInput): Millis {
  const resolved = record.seen.blockedBy.issues.flatMap(({ closedAt }) => closedAt ?? []);
  const noticesAt = unblockNoticesAmong(record.seen.own).map(({ createdAt }) => createdAt);
  const reviewed = handoversOf(view, record).flatMap((handover) =>
    handoverIn(handover)?.status === "complete" ? (handover.seen.closedAt ?? []) : [],
  );
  return Math.max(0, ...resolved, ...noticesAt, ...reviewed);
}
