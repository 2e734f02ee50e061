/** Which of an issue's waiting effects may be sent now, and in which order. */

import type { Millis } from "../../base/clock.ts";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { Reason } from "../../engine/model/effect.ts";
import { parseSlot } from "../../engine/model/keys/slot.ts";
import { firstAfterwards, firstInChain, type Priority } from "./slot-order.ts";
import { parseEffect } from "./stored-json.ts";

/**
 * An issue's rows that may be sent now, in order: those of this priority, and those they must not overtake.
 */
export function upTo(priority: Priority, startable: readonly Row[]): readonly Row[] {
  const isUrgent = (row: Row): boolean => integer(row, "priority") <= priority;
  const last = startable.findLastIndex(isUrgent);
  return startable.slice(0, last + 1).filter((row) => isUrgent(row) || integer(row, "rank") >= firstInChain);
}

/** @param rows one issue's waiting rows, in order */
export function startableOf(rows: readonly Row[], now: Millis): readonly Row[] {
  const going: Row[] = [];
  let isHeld = false;
  for (const row of rows) {
    const rank = integer(row, "rank");
    if (isHeld && rank >= firstAfterwards) break;
    if (integer(row, "due_at") <= now) going.push(row);
    else if (rank >= firstInChain) break;
    isHeld ||= rank >= firstInChain && rank < firstAfterwards;
  }
  return going;
}

/** Only the store writes the columns, so their shape is not validated again. */
export function effectIn(row: Row): QueuedEffect {
  const effect = parseEffect(text(row, "effect"));
  const reason: Reason = JSON.parse(text(row, "reason"));
  return {
    id: integer(row, "id"),
    issueId: text(row, "issue_id"),
    repositoryId: text(row, "repository_id"),
    key: text(row, "key"),
    slot: parseSlot(text(row, "slot")),
    effect,
    reason,
    attempts: integer(row, "attempts"),
    sentAt: optional(integer, row, "sent_at"),
  };
}
