/** An effect that GitHub refused, from its row in either database. */
import { integer, optional, type Row, text } from "../../base/row.ts";
import { parseSlot } from "../../engine/model/keys/slot.ts";
import type { Refusal } from "../../engine/model/snapshot.ts";

/** The columns that it is read from. */
export const refusalColumns = "slot, key, coalesce(error, '') AS error, attempts, sent_at, due_at";

export function refusalIn(row: Row): Refusal {
  const times = integer(row, "attempts");
  const due = integer(row, "due_at");
  const forMs = Math.max(0, due - (optional(integer, row, "sent_at") ?? due));
  return {
    slot: parseSlot(text(row, "slot")),
    key: text(row, "key"),
    message: text(row, "error"),
    ...(times > 1 ? { tried: { times, forMs } } : {}),
  };
}
