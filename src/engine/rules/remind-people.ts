/**
 * Whoever is to decide is reminded, rung by rung of a ladder that ends. A newcomer would catch up on every rung that
 * passed: after a night's outage, or when the clock jumps, one reminder is enough.
 */
import type { Millis } from "../../base/clock.ts";
import { toIsoSeconds } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { deadlineOf, defaultHoldsAt } from "../deadline.ts";
import { escalationStanding, isSetAside } from "../escalations.ts";
import { escalationIn } from "../regarding.ts";
import { lookAgain, nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { isAdmitted } from "../trust.ts";

export const remindPeople: ShowRule = { name: "remind-people", show };

const prefix = "remind:";

/** Which rung a comment of ours stands for, from 1, by its marker. */
export function rungOf(key: string): number | undefined {
  return key.startsWith(prefix) ? Number(key.slice(prefix.length)) : undefined;
}

function show(situation: Situation) {
  const { view, record, context } = situation;
  if (escalationIn(record) === undefined || !isAdmitted(record)) return nothing;
  if (record.seen.standing.state === "closed" || escalationStanding(view, record).is !== "open")
    return nothing;
  if (isSetAside(situation, record)) return nothing;
  const rungs = rungsOf(situation);
  const passed = rungs.filter((at) => at <= context.now).length;
  const wishes = passed > record.memory.reminded ? remind(situation, passed) : [];
  const holdsAt = defaultHoldsAt(record, context.settings);
  const moments = [...rungs, deadlineOf(record) ?? 0, holdsAt ?? 0].filter((at) => at > context.now);
  const looks = moments.map((at) => lookAgain(record, at - context.now, "It waits for a decision."));
  return { wishes, looks };
}

/** The moments of the ladder, earliest first. */
function rungsOf({ record, context }: Situation): readonly Millis[] {
  return context.settings.escalations.remind
    .map((length) => record.seen.createdAt + (parseDuration(length) ?? 0))
    .toSorted((a, b) => a - b);
}

function remind(situation: Situation, rung: number): readonly Wish[] {
  const { record, context } = situation;
  const people = record.seen.assignees.filter(({ id }) => id !== context.botId).map(({ login }) => login);
  if (people.length === 0) return [];
  const until = deadlineOf(record);
  const data = {
    people,
    question: escalationIn(record)?.question ?? "",
    until: until === undefined ? "" : toIsoSeconds(until),
  };
  const marker = `${prefix}${rung}`;
  const text = context.render({ name: "escalation-reminder", data });
  const because = `It has waited for ${context.settings.escalations.remind[rung - 1] ?? "long"}.`;
  const effect = { type: "AddComment", marker, text } as const;
  return [{ slot: "remind", key: marker, effect, reason: { rule: remindPeople.name, because } }];
}
