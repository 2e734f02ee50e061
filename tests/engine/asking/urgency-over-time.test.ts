import { describe, expect, it } from "vitest";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { added, bob, context, decided, mallory, question, start, task } from "../../support/issues.ts";

const minute = 60_000;
const body = (urgency: string): string =>
  `### Blocking task\n\n#12\n\n### Category\n\ntooling\n\n### Urgency\n\n${urgency}\n\n### Context\n\nx\n`;
const asked = question(40, "#12", { body: body("nice-to-have"), createdAt: start });
function settingsIn(yaml: string) {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
}
const raising = settingsIn("deadlines: {raise: 30m}");
const minutesLater = (minutes: number, seen = asked, settings = raising) =>
  decided([task(12), seen], {}, { now: start + minutes * minute, settings });
const urgency = (decision: ReturnType<typeof decided>) =>
  added(decision, 40).filter((label) => label.startsWith("urgency:"));
const nextLook = (decision: ReturnType<typeof decided>) =>
  decision.refreshes.find(({ because }) => because.startsWith("No one has answered"))?.afterMs;

describe("an unanswered question, by the setting of earlier versions", () => {
  it("S3.15 S3.40 an unanswered question becomes one step more urgent every 30 minutes, up to blocking", () => {
    expect(urgency(minutesLater(29))).toEqual(["urgency:nice-to-have"]);
    expect(urgency(minutesLater(30))).toEqual(["urgency:important"]);
    expect(urgency(minutesLater(60))).toEqual(["urgency:blocking"]);
    expect(urgency(minutesLater(6_000))).toEqual(["urgency:blocking"]);
  });

  it("a question is refreshed exactly when its urgency rises, and no more once it is overdue", () => {
    expect(nextLook(minutesLater(10))).toBe(20 * minute);
    expect(nextLook(minutesLater(45))).toBe(15 * minute);
    expect(nextLook(minutesLater(60))).toBe(30 * minute);
    expect(nextLook(minutesLater(90))).toBeUndefined();
  });

  it("a clock that was set back does not raise the urgency", () => {
    expect(urgency(minutesLater(-600))).toEqual(["urgency:nice-to-have"]);
  });

  it("the waiting time starts again when the urgency is set or the question is reopened", () => {
    const persisted = {
      ...emptyPersistedState,
      urgency: { instead: "nice-to-have", is: "important", since: start + 40 * minute },
    };
    const own = [
      { id: "IC_1", key: "status", text: "", persisted: persisted, createdAt: start, isMinimized: false },
    ];
    expect(urgency(minutesLater(60, { ...asked, own }))).toEqual(["urgency:important"]);
    expect(urgency(minutesLater(60, { ...asked, reopenedAt: start + 50 * minute }))).toEqual([
      "urgency:nice-to-have",
    ]);
  });

  it("the urgency is not raised once the question is answered, nor for a user without write access", () => {
    const comments = [{ id: "IC_7", author: bob, text: "/answer Yes.", createdAt: start + minute }];
    expect(urgency(minutesLater(60, { ...asked, comments }))).toEqual(["urgency:nice-to-have"]);
    expect(nextLook(minutesLater(10, { ...asked, author: mallory }))).toBeUndefined();
  });

  it("a question waits as long as the settings say", () => {
    const settings = settingsIn("deadlines: {raise: 2h}");
    expect(urgency(minutesLater(119, asked, settings))).toEqual(["urgency:nice-to-have"]);
    expect(nextLook(minutesLater(0, asked, settings))).toBe(120 * minute);
    expect(readSettings("deadlines: {raise: 10s}")).toMatchObject({ ok: false });
    expect(readSettings("deadlines: {raise: soon}")).toMatchObject({ ok: false });
  });
});

describe("an unanswered question", () => {
  const inUrgency = (word: string) => question(40, "#12", { body: body(word), createdAt: start });
  const lookIn = (word: string, settings = context.settings) =>
    nextLook(minutesLater(0, inUrgency(word), settings));

  it("N15 an unanswered question keeps its urgency, and is refreshed when people are asked: after 10 minutes, an hour or a day", () => {
    expect(lookIn("blocking")).toBe(10 * minute);
    expect(lookIn("important")).toBe(60 * minute);
    expect(lookIn("nice-to-have")).toBe(24 * 60 * minute);
    expect(urgency(minutesLater(600, inUrgency("important"), context.settings))).toEqual([
      "urgency:important",
    ]);
  });

  it("N15 a question waits as long as escalations.after says, which overrides the setting of earlier versions", () => {
    const settings = settingsIn("deadlines: {raise: 2h}\nescalations: {after: {blocking: 5m}}");
    expect(lookIn("blocking", settings)).toBe(5 * minute);
    expect(lookIn("important", settings)).toBe(60 * minute);
    expect(readSettings("escalations: {after: {blocking: 10s}}")).toMatchObject({ ok: false });
    expect(readSettings("escalations: {after: {nice-to-have: 1d}}")).toMatchObject({ ok: false });
  });
});
