/** Decides what happens to an effect once the outcome of sending it is known. */
import { unreachable } from "../../base/errors.ts";
import { flag, integer, optional, type Row } from "../../base/row.ts";
import type { EffectOutcome } from "../../dispatcher/ports/outbox.ts";

export type SettledEffect =
  | { readonly type: "delete" }
  /** It waits again. */
  | { readonly type: "wait"; readonly at: number; readonly error: string; readonly sentAt: number | null }
  /** It is stored as refused and replaces an earlier refusal in its slot. */
  | { readonly type: "refuse"; readonly error: string }
  /** It was refused and is no longer proposed: it and an earlier refusal in its slot are deleted. */
  | { readonly type: "forget" }
  /** It is replaced by the next effect in its slot, which looks it up if it may have been applied on GitHub. */
  | { readonly type: "give way"; readonly to: number; readonly sentAt: number | null };

/**
 * Does not repeat an effect that is no longer proposed.
 *
 * @param newer the effect that waits in the same slot
 */
export function settledEffect(row: Row, newer: number | undefined, outcome: EffectOutcome): SettledEffect {
  switch (outcome.type) {
    case "done":
      return { type: "delete" };
    case "retry": {
      const { at, error, uncertain } = outcome;
      const sentAt = uncertain ? (optional(integer, row, "sent_at") ?? null) : null;
      if (newer !== undefined) return { type: "give way", to: newer, sentAt };
      return flag(row, "is_wished") ? { type: "wait", at, error, sentAt } : { type: "delete" };
    }
    case "refused":
      return flag(row, "is_wished") ? { type: "refuse", error: outcome.error } : { type: "forget" };
    default:
      return unreachable(outcome);
  }
}

/** The outcome of an effect that was being sent when its process ended. */
export function lostOutcome(row: Row): EffectOutcome {
  const error = "The process ended before GitHub's answer was kept.";
  return {
    type: "retry",
    id: integer(row, "id"),
    at: integer(row, "due_at"),
    error,
    uncertain: true,
  };
}
