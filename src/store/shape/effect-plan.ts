/**
 * Plans how an issue's queued effects change when it is decided again. In each slot only the newest proposal waits; an
 * effect being sent is never changed, and a refused one is not retried until something else is proposed.
 */
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { PlannedEffect } from "../../engine/model/effect.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { formatSlot } from "../../engine/model/keys/slot.ts";
import { writeEffect } from "./stored-json.ts";

export interface AddedEffect {
  readonly planned: PlannedEffect;
  readonly slot: string;
  readonly effect: string;
  readonly reason: string;
  /** Set if the effect that it replaces may have been applied on GitHub, which has to be looked up. */
  readonly sentAt: number | null;
}

export interface EffectPlan {
  /** Effects being sent, and whether they are still proposed. */
  readonly wished: readonly { readonly id: number; readonly isWished: boolean }[];
  readonly deleted: readonly number[];
  readonly reworded: readonly { readonly id: number; readonly effect: string; readonly reason: string }[];
  /** Slots whose refusals no longer count. */
  readonly retried: readonly { readonly issueId: NodeId; readonly slot: string }[];
  readonly added: readonly AddedEffect[];
}

/** @param rows all effects of the decided issues */
export function planEffects(
  decided: readonly NodeId[],
  planned: readonly PlannedEffect[],
  rows: readonly Row[],
): EffectPlan {
  const wishes = new Map<NodeId, Map<string, PlannedEffect>>(decided.map((id) => [id, new Map()]));
  for (const effect of planned) wishes.get(effect.issueId)?.set(formatSlot(effect.slot), effect);
  const ofIssue = Map.groupBy(rows, (row) => text(row, "issue_id"));
  const plans = [...wishes].map(([id, bySlot]) => planOf(bySlot, ofIssue.get(id) ?? []));
  return {
    wished: plans.flatMap(({ wished }) => wished),
    deleted: plans.flatMap(({ deleted }) => deleted),
    reworded: plans.flatMap(({ reworded }) => reworded),
    retried: plans.flatMap(({ retried }) => retried),
    added: plans.flatMap(({ added }) => added),
  };
}

function planOf(wishes: ReadonlyMap<string, PlannedEffect>, rows: readonly Row[]): EffectPlan {
  const waiting = rows.filter((row) => row.state === "waiting");
  const settled = new Set(rows.filter((row) => row.state !== "waiting").map((row) => text(row, "key")));
  const keys = new Set([...wishes.values()].map(({ key }) => key));
  const places = [...wishes].map(([slot, wish]) =>
    placeOf(
      wish,
      waiting.find((row) => row.slot === slot),
      settled,
    ),
  );
  const added = places.flatMap((place) => place.added ?? []);
  return {
    wished: rows
      .filter((row) => row.state === "sending")
      .map((row) => ({ id: integer(row, "id"), isWished: keys.has(text(row, "key")) })),
    deleted: [
      ...waiting.filter((row) => !wishes.has(text(row, "slot"))).map((row) => integer(row, "id")),
      ...places.flatMap(({ deleted }) => deleted ?? []),
    ],
    reworded: places.flatMap((place) => place.reworded ?? []),
    retried: added.map(({ planned: { issueId }, slot }) => ({ issueId, slot })),
    added,
  };
}

interface Placed {
  readonly deleted?: number;
  readonly reworded?: EffectPlan["reworded"][number];
  readonly added?: AddedEffect;
}

function placeOf(planned: PlannedEffect, waiting: Row | undefined, settled: ReadonlySet<string>): Placed {
  const effect = writeEffect(planned.effect);
  const reason = JSON.stringify(planned.reason);
  const id = optional(integer, waiting, "id");
  if (waiting !== undefined && id !== undefined && waiting.key === planned.key)
    return waiting.effect === effect ? {} : { reworded: { id, effect, reason } };
  const deleted = id === undefined ? {} : { deleted: id };
  if (settled.has(planned.key)) return deleted;
  const sentAt = optional(integer, waiting, "sent_at") ?? null;
  return { ...deleted, added: { planned, slot: formatSlot(planned.slot), effect, reason, sentAt } };
}
