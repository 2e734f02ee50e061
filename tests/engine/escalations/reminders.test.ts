import { expect, test } from "vitest";
import type { Effect } from "../../../src/engine/model/effect.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { context, decided, effectsOn, escalation, maria, person, start, task } from "../../support/issues.ts";

const hour = 3_600_000;
const carla = person("carla");
const named = `escalations: {assignees: [${maria.id}, ${carla.id}], remind: [4h, 1d]`;

function effects(yaml: string, at: number, changes: Partial<IssueSeen>): ReadonlyMap<string, Effect> {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  const { settings } = reading;
  const asked = escalation(60, "#12", { createdAt: start, ...changes });
  return effectsOn(decided([task(12), asked], {}, { ...context, settings, now: at }), 60);
}

/** The persisted state of an escalation. */
const knowing = (reminded: number, ids: readonly string[]): Partial<IssueSeen> => ({
  own: [
    {
      id: "IC_1",
      key: "status",
      text: "",
      createdAt: start,
      isMinimized: false,
      persisted: { ...emptyPersistedState, reminded, asked: [...ids] },
    },
  ],
});

test("N15 an escalation that stays undecided after its reminders goes to the next of escalations.assignees, who is reminded alone", () => {
  const first = effects(`${named}}`, start, {});
  expect(first.get("assign")).toEqual({ type: "AddAssignees", assignees: [maria.id] });
  const waiting = { assignees: [maria], ...knowing(2, [maria.id]) };
  expect(effects(`${named}}`, start + 28 * hour - 1, waiting).has("assign")).toBe(false);
  const next = effects(`${named}}`, start + 28 * hour, waiting);
  expect(next.get("assign")).toEqual({ type: "AddAssignees", assignees: [carla.id] });
  const both = { assignees: [maria, carla], ...knowing(2, [maria.id, carla.id]) };
  const reminder = effects(`${named}}`, start + 32 * hour, both).get("remind");
  expect(reminder).toMatchObject({
    marker: expect.stringMatching(/^remind:3$/),
    text: expect.stringContaining('"people":["carla"]'),
  });
  const later = { assignees: [maria, carla], ...knowing(4, [maria.id, carla.id]) };
  expect([...effects(`${named}}`, start + 999 * hour, later).keys()]).not.toContain("remind");
});

test("N15 no reminder is sent outside of the hours of the settings, in their time zone, and one is sent when they begin", () => {
  const hours = 'hours: {time_zone: Europe/Vienna, from: "09:00", to: "17:00"}';
  const yaml = `escalations: {remind: [4h, 1d], ${hours}}`;
  // Friday, 20:00 in Vienna.
  const createdAt = Date.UTC(2026, 2, 27, 19);
  const asked = { createdAt, assignees: [maria] };
  const reminded = (at: number) => effects(yaml, at, asked).get("remind");
  expect(reminded(createdAt + 30 * hour)).toBeUndefined();
  // On that Sunday daylight saving time begins: Monday, 09:00 is 07:00 UTC.
  const monday = Date.UTC(2026, 2, 30, 7);
  expect(reminded(monday - 1)).toBeUndefined();
  expect(reminded(monday)).toMatchObject({ marker: expect.stringMatching(/^remind:2$/) });
  expect(readSettings("escalations: {hours: {time_zone: Mars/Base}}")).toMatchObject({ ok: false });
  expect(readSettings('escalations: {hours: {time_zone: UTC, from: "17:00", to: "09:00"}}')).toMatchObject({
    ok: false,
  });
});
