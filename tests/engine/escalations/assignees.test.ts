import { describe, expect, it } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  alice,
  bob,
  closed,
  context,
  decided,
  demo,
  effectsOn,
  empty,
  escalation,
  mallory,
  maria,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { statusShowing } from "../../support/shown-question.ts";

const { render } = loadTexts();
const hour = 3_600_000;
const opened = start + 60_000;
const settingsOf = (yaml: string) => {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
};
const remembering = (persisted: Partial<PersistedState>): readonly OwnComment[] => [
  {
    id: "IC_1",
    key: "status",
    text: "",
    createdAt: start,
    isMinimized: false,
    persisted: { ...emptyPersistedState, ...persisted },
  },
];
const admins: Fact = { type: "AdminsSeen", repositoryId: demo.id, people: [maria, bob] };
const { snapshot } = fold(empty, [admins]);
function on(changes: Partial<IssueSeen>, yaml = "", now = opened, asked = question(40, "#12")) {
  const known = { ...context, render, now, settings: settingsOf(yaml) };
  const seen = escalation(60, "#40", { createdAt: opened, ...changes });
  return decided([task(12), asked, seen], { admins: snapshot.admins ?? new Map() }, known);
}
const assigned = (decision: ReturnType<typeof decided>) => {
  const effect = effectsOn(decision, 60).get("assign");
  return effect?.type === "AddAssignees" ? effect.assignees : undefined;
};

describe("the people who have to decide", () => {
  it("an escalation is assigned to the repository's admins, but neither to listed agents nor to the asker", () => {
    expect(assigned(on({}))).toEqual([maria.id, bob.id]);
    expect(assigned(on({}, "trust: {agents: [U_bob]}"))).toEqual([maria.id]);
    expect(assigned(on({}, "", opened, question(40, "#12", { author: maria })))).toEqual([bob.id]);
  });

  it("an escalation is assigned to the people whom the settings name by id", () => {
    expect(assigned(on({}, "escalations: {assignees: [U_alice2]}"))).toEqual(["U_alice2"]);
    expect(readSettings("escalations: {assignees: ['@maria']}")).toMatchObject({ ok: false });
  });

  it("an escalation is assigned once: no one is added to existing assignees, or assigned again after being removed", () => {
    expect(assigned(on({ assignees: [alice] }))).toBeUndefined();
    expect(assigned(on({ own: remembering({ asked: [maria.id] }) }))).toBeUndefined();
  });

  it("an escalation is assigned to the asker when no one else can be", () => {
    const own = question(40, "#12", { author: maria });
    expect(assigned(on({}, `escalations: {assignees: [${maria.id}]}`, opened, own))).toEqual([maria.id]);
  });

  it("an escalation that cannot be read is neither assigned nor followed by reminders", () => {
    const body = "### Regarding\n\n#40\n";
    expect(assigned(on({ body }))).toBeUndefined();
    const late = on({ body, assignees: [maria] }, "", opened + 80 * hour);
    expect(effectsOn(late, 60).has("remind")).toBe(false);
  });

  it("an escalation by a user without write access, or a closed one, is not assigned", () => {
    expect(assigned(on({ author: mallory }))).toBeUndefined();
    const over = closed(escalation(60, "#40"), notPlanned, opened + 1000);
    expect(assigned(on(over))).toBeUndefined();
  });
});

describe("reminders", () => {
  const waiting = { assignees: [maria] };
  const reminder = (decision: ReturnType<typeof decided>) => effectsOn(decision, 60).get("remind");

  it("J08 reminders come step by step, mention the assignees alone, and end after the last step", () => {
    const marker = (hours: number, reminded: number) =>
      reminder(on({ ...waiting, own: remembering({ reminded }) }, "", opened + hours * hour));
    expect(marker(3.9, 0)).toBeUndefined();
    expect(marker(4, 0)).toMatchObject({
      marker: expect.stringMatching(/^remind:1$/),
      text: expect.stringMatching(/^@maria, /),
    });
    expect(marker(23, 1)).toBeUndefined();
    expect(marker(24, 1)).toMatchObject({ marker: expect.stringMatching(/^remind:2$/) });
    expect(marker(72, 2)).toMatchObject({ marker: expect.stringMatching(/^remind:3$/) });
    expect(marker(5_000, 3)).toBeUndefined();
  });

  it("J08 B15 missed reminders are not made up for: after an outage or a clock jump there is one, then none", () => {
    const late = on(waiting, "", opened + 80 * hour);
    expect(reminder(late)).toMatchObject({ marker: expect.stringMatching(/^remind:3$/) });
    const own = { id: "IC_9", key: "remind:3", text: "", persisted: undefined, createdAt: start };
    const back = on({ ...waiting, own: [{ ...own, isMinimized: false }] }, "", opened + 79 * hour);
    expect(reminder(back)).toBeUndefined();
    expect(back.records.find(({ seen }) => seen.number === 60)?.persisted.reminded).toBe(3);
    expect(reminder(on(waiting, "", opened - hour))).toBeUndefined();
  });

  it("the next reminder is scheduled, whatever happens meanwhile", () => {
    const refreshes = on(waiting, "", opened + hour).refreshes.filter(({ id }) => id === "I_60");
    expect(refreshes.map(({ afterMs }) => afterMs)).toEqual([3 * hour, 23 * hour, 71 * hour]);
  });

  it("reminders stop when the escalation is decided, and there are none if the settings say so", () => {
    const comments = [{ id: "IC_7", author: bob, text: "/decide 1", createdAt: opened + 1000 }];
    expect(reminder(on({ ...waiting, comments }, "", opened + 5 * hour))).toBeUndefined();
    expect(reminder(on(waiting, "escalations: {remind: []}", opened + 5 * hour))).toBeUndefined();
  });
});

describe("the default of an escalation", () => {
  const body = `${escalation(60, "#40").body}\n### Deadline\n\n4h\n\n### Default\n\n2\n`;
  const allowed = "escalations: {defaults: [blocking], deadline: 4h}";
  const outcome = (yaml: string, hours: number, changes: Partial<IssueSeen> = {}) => {
    const { records } = on({ body, ...changes }, yaml, opened + hours * hour);
    return {
      decided: records.find(({ seen }) => seen.number === 60)?.persisted.decided,
      accepted: records.find(({ seen }) => seen.number === 40)?.persisted.accepted,
    };
  };

  it("the default applies at the deadline if the settings allow it, and shows the row that allowed it", () => {
    expect(outcome(allowed, 4).decided).toMatchObject({
      option: 2,
      because: "No one decided by the deadline.",
      row: "by default, which the settings allow for urgency blocking",
    });
    const own = [statusShowing(question(40, "#12"), opened + 1000)];
    expect(outcome(allowed, 4).accepted).toBeUndefined();
    expect(outcome(allowed, 4, { own }).accepted).toMatchObject({
      decision: "Use files.\nThey are simple.",
      number: 60,
      row: "by default, which the settings allow for urgency blocking",
    });
  });

  it("the default leaves people the time that the settings give, whatever deadline the author asks for", () => {
    const hasty = { body: body.replace("4h", "1m") };
    expect(outcome(allowed, 3.9, hasty).decided).toBeUndefined();
    expect(outcome(allowed, 4, hasty).decided).toMatchObject({
      option: 2,
      how: "default",
      at: opened + 4 * hour,
    });
    const edited = { ...hasty, editedAt: opened + 2 * hour };
    expect(outcome(allowed, 5.9, edited).decided).toBeUndefined();
    expect(outcome(allowed, 6, edited).decided).toMatchObject({ option: 2 });
  });

  it("the status announces the default, with the moment from which it applies", () => {
    const hasty = { body: body.replace("4h", "1m"), assignees: [maria] };
    const status = effectsOn(on(hasty, allowed), 60).get("status");
    expect(status).toMatchObject({
      text: expect.stringContaining("option 2 is taken at 2026-01-01T04:01:00Z"),
    });
    const none = effectsOn(on(hasty), 60).get("status");
    expect(none).toMatchObject({ text: expect.not.stringContaining("is taken at") });
  });

  it("the default does not apply early, without a setting, for another urgency, or after a decision", () => {
    expect(outcome(allowed, 3.9).decided).toBeUndefined();
    expect(outcome("", 5).decided).toBeUndefined();
    expect(outcome("escalations: {defaults: [advisory]}", 5).decided).toBeUndefined();
    expect(outcome(allowed, 5, { author: mallory }).decided).toBeUndefined();
  });

  it("the default does not apply once a person has decided", () => {
    const comments = [{ id: "IC_7", author: maria, text: "/decide 1", createdAt: opened + 1000 }];
    const known = on({ body, comments }, allowed, opened + hour);
    const persisted = known.records.find(({ seen }) => seen.number === 60)?.persisted;
    expect(outcome(allowed, 5, { own: remembering(persisted ?? {}) }).decided).toMatchObject({ option: 1 });
  });
});
