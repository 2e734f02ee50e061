import { describe, expect, it } from "vitest";
import type { OpenIssue } from "../../../src/engine/model/effect.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  alice,
  bob,
  context,
  decided,
  effectsOn,
  escalation,
  mallory,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen } from "../../support/opened.ts";

const { render } = loadTexts();
const minute = 60_000;
const body = (options: string, urgency = "blocking"): string =>
  `### Blocking task\n\n#12\n\n### Category\n\ntooling\n\n### Urgency\n\n${urgency}\n\n### Context\n\nBoth work, @maria.\n\n### Options\n\n${options}\n`;
const asked = (options = "_No response_", urgency?: string, changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { createdAt: start, body: body(options, urgency), ...changes });
const { settings } = readRaise();
const minutesLater = (minutes: number, seen = asked(), ...others: readonly IssueSeen[]) =>
  decided([task(12), seen, ...others], {}, { ...context, render, settings, now: start + minutes * minute });
function readRaise() {
  const reading = readSettings("deadlines: {raise: 30m}");
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}
function raised(decision: ReturnType<typeof decided>): OpenIssue | undefined {
  const effect = [...effectsOn(decision, 40).values()].find(({ type }) => type === "OpenIssue");
  return effect?.type === "OpenIssue" ? effect : undefined;
}
function read(effect: OpenIssue | undefined) {
  const { title = "", body: text = "", labels = [] } = effect ?? {};
  const reading = readMessage({ title, body: text, labels });
  const { message, problems } = reading.kind === undefined ? {} : reading;
  return { problems, escalation: message?.kind === "escalation" ? message : undefined };
}

describe("a question past its deadline", () => {
  it("S3.40 a question is escalated when it has been blocking for 30 minutes, and not before", () => {
    expect(raised(minutesLater(29))).toBeUndefined();
    expect(raised(minutesLater(30))).toMatchObject({
      marker: expect.stringMatching(/^open:I_40:overdue@0:[0-9a-f]{12}$/),
      kind: "escalation",
    });
    expect(raised(minutesLater(59, asked(undefined, "important")))).toBeUndefined();
    expect(raised(minutesLater(60, asked(undefined, "important")))).toBeDefined();
    expect(raised(minutesLater(90, asked(undefined, "nice-to-have")))).toBeDefined();
  });

  it("an overdue question becomes an issue that parses as an escalation, with the asker's options and the waiting tasks", () => {
    const { problems, escalation: read_ } = read(
      raised(minutesLater(30, asked("- Use SQLite\n- Use files, #3"))),
    );
    expect(problems).toEqual([]);
    expect(read_).toMatchObject({
      regarding: { number: 40 },
      urgency: "blocking",
      options: ["Use SQLite", "Use files, `#3`"],
      impactOfDelay: "#12 Task 12 cannot continue.",
      deadline: { type: "at", at: start + (30 + 24 * 60) * minute },
    });
    expect(read_?.context).toContain("Both work, `@maria`.");
  });

  it("an escalation names the agent that asked, and not the account that others of its agents share", () => {
    const agents = { ada: { account: alice.id }, bea: { account: alice.id } };
    const text = `${body("_No response_")}\n\`\`\`signalbox\nv: 1.1\nfrom: ada\n\`\`\`\n`;
    const named = { ...settings, agents: settingsSchema.parse({ agents }).agents };
    const seen = question(40, "#12", { author: alice, createdAt: start, body: text });
    const later = { ...context, render, settings: named, now: start + 30 * minute };
    expect(raised(decided([task(12), seen], {}, later))?.body).toContain("`ada` writes in #40:");
    const nameless = asked(undefined, undefined, { author: alice });
    expect(raised(decided([task(12), nameless], {}, later))?.body).toContain("`alice` writes in #40:");
  });

  it("N12 an escalation offers no option if the asker wrote none", () => {
    expect(read(raised(minutesLater(30))).escalation?.options).toEqual([]);
  });

  it("a question is not escalated if an agent's escalation is open, if it is by a user without write access, or once it is answered", () => {
    expect(raised(minutesLater(30, asked(), escalation(60, "#40")))).toBeUndefined();
    expect(raised(minutesLater(30, asked(undefined, undefined, { author: mallory })))).toBeUndefined();
    const comments = [{ id: "IC_7", author: bob, text: "/answer Yes.", createdAt: start + minute }];
    expect(raised(minutesLater(30, asked(undefined, undefined, { comments })))).toBeUndefined();
  });

  it("an agent's escalation replaces ours", () => {
    const ours = asSeen(60, raised(minutesLater(30)));
    const alone = effectsOn(minutesLater(40, asked(), ours), 60);
    expect(alone.has("close")).toBe(false);
    const both = minutesLater(40, asked(), ours, escalation(61, "#40"));
    expect(effectsOn(both, 60).get("close")).toEqual({ type: "CloseIssue", reason: "not_planned" });
    expect(effectsOn(both, 60).get("status")).toMatchObject({
      text: expect.stringContaining("another escalation about #40 is open"),
    });
    expect(effectsOn(both, 61).has("close")).toBe(false);
  });

  it("a question is escalated again when it was reopened and waited as long again", () => {
    const again = asked(undefined, undefined, { reopenedAt: start + 50 * minute });
    expect(raised(minutesLater(79, again))).toBeUndefined();
    expect(raised(minutesLater(80, again))?.marker).toContain(`open:I_40:overdue@${start + 50 * minute}:`);
  });

  it("N15 a question is escalated after 10 minutes, an hour or a day, with its own urgency", () => {
    const askedAfter = (minutes: number, urgency: string) =>
      raised(
        decided(
          [task(12), asked(undefined, urgency)],
          {},
          { ...context, render, now: start + minutes * minute },
        ),
      );
    expect(askedAfter(9, "blocking")).toBeUndefined();
    expect(read(askedAfter(10, "blocking")).escalation).toMatchObject({ urgency: "blocking" });
    expect(askedAfter(59, "important")).toBeUndefined();
    expect(read(askedAfter(60, "important")).escalation).toMatchObject({ urgency: "important" });
    expect(askedAfter(24 * 60 - 1, "nice-to-have")).toBeUndefined();
    expect(read(askedAfter(24 * 60, "nice-to-have")).escalation).toMatchObject({ urgency: "advisory" });
  });
});
