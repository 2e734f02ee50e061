/**
 * Schedules who has to decide an escalation, and when they are reminded: the first of `escalations.assignees`
 * and, if the reminders end without a decision, the next. Each turn has the same reminders.
 */
import type { Millis } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import type { NodeId } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import { assigneesFor } from "./assignees.ts";
import { withinHours } from "./working-hours.ts";

export interface ReminderTurn {
  readonly startsAt: Millis;
  /** Whose turn it is; undefined for everyone assigned. */
  readonly person: NodeId | undefined;
  /** When they are reminded, earliest first. */
  readonly reminders: readonly Millis[];
}

/** The turns of an escalation, at least one. */
export function turnsOf(input: RuleInput): readonly ReminderTurn[] {
  const { assignees, remind, hours } = input.context.settings.escalations;
  const lengths = remind.map((length) => parseDuration(length) ?? 0).toSorted((a, b) => a - b);
  const [first] = lengths;
  const isHandedOn = assignees.length > 0 && first !== undefined;
  const others = isHandedOn ? assigneesFor(input).slice(1) : [];
  const turns: ReminderTurn[] = [];
  for (const person of [undefined, ...others]) {
    const before = turns.at(-1)?.reminders.at(-1);
    // Counted from when the reminder was actually sent: no one's whole turn may pass in one night.
    const startsAt =
      before === undefined ? input.record.seen.createdAt : withinHours(hours, before + (first ?? 0));
    const reminders = lengths.map((length) => withinHours(hours, startsAt + length));
    turns.push({ startsAt, person, reminders });
  }
  return turns;
}
