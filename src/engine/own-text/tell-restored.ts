/** Says once that an issue of ours was edited and has its text back, and once that it gets it back later. */
import { toMinuteUtc } from "../../base/clock.ts";
import { formatTextName } from "../../protocol/commands/text-name.ts";
import type { Text } from "../../protocol/text.ts";
import { formatCommentKey, parseCommentKey } from "../model/keys/comment-key.ts";
import {
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  type StateRule,
} from "../model/rule.ts";
import { nextTurnAt, turnsPerDay } from "./turns.ts";

export const tellRestored: ProjectionRule = { name: "tell-restored", project };

function project(input: RuleInput) {
  const { persisted, seen } = input.record;
  const { restored } = persisted;
  if (restored === undefined) return nothing;
  if (!restored.told.includes("restored"))
    return { effects: [tell(input, "restored", { name: "text-restored", data: { by: restored.by } })] };
  const nextAt = nextTurnAt(input.record);
  if (seen.altered === undefined || nextAt <= input.context.now || restored.told.includes("held"))
    return nothing;
  const data = {
    by: seen.altered.at(-1)?.by?.login,
    times: turnsPerDay,
    nextAt: toMinuteUtc(nextAt),
    textName: formatTextName(seen.textHash),
  };
  return { effects: [tell(input, "held", { name: "text-held", data })] };
}

function tell({ context }: RuleInput, about: "restored" | "held", text: Text): ProposedEffect {
  const marker = formatCommentKey({ type: "text-notice", about });
  const effect = { type: "AddComment", marker, text: context.render(text) } as const;
  const reason = { rule: tellRestored.name, because: "Somebody edited an issue that signalbox wrote." };
  return { slot: { type: "text-notice" }, key: { type: "post", marker }, effect, reason };
}

/** Records what was said, so that a deleted comment is not written again. */
export const noteTold: StateRule = { name: "note-told", updateState };

function updateState({ record: { persisted, seen } }: RuleInput) {
  const { restored } = persisted;
  if (restored === undefined) return nothing;
  const told = seen.own.flatMap(({ key: written }) => {
    const key = parseCommentKey(written);
    return key?.type === "text-notice" && !restored.told.includes(key.about) ? [key.about] : [];
  });
  if (told.length === 0) return nothing;
  return { persisted: { ...persisted, restored: { ...restored, told: [...restored.told, ...told] } } };
}
