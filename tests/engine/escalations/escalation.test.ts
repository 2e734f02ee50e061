import { describe, expect, it } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  added,
  alice,
  bob,
  context,
  decided,
  effectsOn,
  escalation,
  mallory,
  maria,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";
import { statusShowing } from "../../support/shown-question.ts";

const comment = (text: string, author: Actor = maria, at = 70_000): CommentSeen => ({
  id: `IC_${at}`,
  author,
  text,
  createdAt: start + at,
});
const story = (...comments: readonly CommentSeen[]): readonly IssueSeen[] => [
  task(12),
  question(40, "#12"),
  escalation(60, "#40", { comments }),
];
const memoryOf = (decision: ReturnType<typeof decided>, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;
const reply = (decision: ReturnType<typeof decided>, key = "reply:IC_70000"): string => {
  const effect = effectsOn(decision, 60).get(key);
  return effect?.type === "AddComment" ? effect.text : "";
};

describe("an escalation", () => {
  it("an escalation labels its subject until a person has decided", () => {
    expect(added(decided(story()), 40)).toContain("escalated");
    expect(added(decided(story(comment("/decide 1"))), 40)).not.toContain("escalated");
    expect(added(decided([task(12), escalation(60, "#12")]), 12)).toContain("escalated");
  });

  it("S3.74 a decision becomes the answer of its question, word for word, by the person who decided", () => {
    const asked = question(40, "#12");
    const comments = [comment("/decide 2 because they are\nsimple")];
    const shown = (own: IssueSeen["own"]) =>
      decided([task(12), asked, escalation(60, "#40", { comments, own })]);
    const decision = shown([statusShowing(asked, start + 60_000)]);
    expect(memoryOf(decision, 60)?.decided).toMatchObject({
      option: 2,
      decision: "Use files.\nThey are simple.",
      because: "they are\nsimple",
      row: 'row "people" of the policy (role admin)',
    });
    expect(memoryOf(decision, 40)?.accepted).toMatchObject({
      decision: "Use files.\nThey are simple.",
      by: { login: "maria" },
      number: 60,
      row: 'row "people" of the policy (role admin)',
    });
    expect(effectsOn(decision, 40).get("close")).toMatchObject({ reason: "completed" });
    expect(effectsOn(decision, 60).get("close")).toMatchObject({ reason: "completed" });
    expect(effectsOn(decision, 60).get("reaction IC_70000")).toMatchObject({ content: "THUMBS_UP" });
  });

  it("N52 an escalation of somebody else decides itself alone if its status did not show the question in an earlier second", () => {
    const asked = question(40, "#12");
    const spoken = start + 70_000;
    const on = (own: IssueSeen["own"], shown?: string) => {
      const said = { ...comment("/decide 2"), ...(shown === undefined ? {} : { shown }) };
      const referral = escalation(60, "#40", { comments: [said], own });
      return decided([task(12), asked, referral], {}, { ...context, render: loadTexts().render });
    };
    const other = { textHash: "0".repeat(64) };
    for (const own of [[], [statusShowing(asked, spoken)], [statusShowing(other, start + 60_000)]]) {
      const decision = on(own);
      expect(memoryOf(decision, 60)?.decided).toMatchObject({ option: 2 });
      expect(memoryOf(decision, 40)?.accepted).toBeUndefined();
      const status = effectsOn(decision, 60).get("status");
      expect(status?.type === "ShowStatus" ? status.text : "").toContain("It does not settle #40");
    }
    expect(memoryOf(on([statusShowing(asked, start + 60_000)]), 40)?.accepted).toBeDefined();
  });

  it("the status of somebody else's escalation quotes the question that it settles", () => {
    const asked = question(40, "#12", { title: "Q: May the job delete all accounts?" });
    const referral = escalation(60, "#40");
    const status = effectsOn(
      decided([task(12), asked, referral], {}, { ...context, render: loadTexts().render }),
      60,
    ).get("status");
    expect(status?.type === "ShowStatus" ? status.text : "").toContain("May the job delete all accounts?");
  });

  it("an escalation is decided once: the first decision counts, and the second is told so", () => {
    const decision = decided(story(comment("/decide 1"), comment("/decide 2", bob, 80_000)));
    expect(memoryOf(decision, 60)?.decided?.option).toBe(1);
    expect(reply(decision, "reply:IC_80000")).toContain("`maria` has decided it: option 1.");
  });

  it("an escalation is no longer needed once its question is answered in another way", () => {
    const answered = question(40, "#12", { comments: [comment("/answer Neither.", bob)] });
    const decision = decided([task(12), answered, escalation(60, "#40")]);
    expect(effectsOn(decision, 60).get("close")).toMatchObject({ reason: "not_planned" });
    expect(added(decision, 40)).not.toContain("escalated");
  });

  it("a reopened escalation stays open", () => {
    const again = escalation(60, "#40", { comments: [comment("/decide 1")], issueState: reopened });
    expect(effectsOn(decided([task(12), question(40, "#12"), again]), 60).has("close")).toBe(false);
  });

  it.each([
    ["/decide 3", "There are 2 options."],
    ["/decide 0", "There are 2 options."],
    ["/decide the first", "It is not in the form that signalbox reads."],
    ["/decide", "It is not in the form that signalbox reads."],
  ])("an escalation does not accept %s", (text, reason) => {
    const decision = decided(story(comment(text)));
    expect(reply(decision)).toContain(reason);
    expect(memoryOf(decision, 60)?.decided).toBeUndefined();
  });

  it("an escalation does not accept free text as a decision", () => {
    const decision = decided(story(comment("I would say 2.")));
    expect(memoryOf(decision, 60)?.decided).toBeUndefined();
    expect(effectsOn(decision, 60).has("reply:IC_70000")).toBe(false);
  });

  it("an escalation is not decided by the asker, by a listed agent, or by a user whom no row allows", () => {
    expect(reply(decided(story(comment("/decide 1", alice))))).toContain(
      "The person who asked a question cannot answer it",
    );
    const with_ = (yaml: string, author: Actor) => {
      const reading = readSettings(yaml);
      if (!reading.ok) throw new Error(reading.problem);
      return reply(
        decided(story(comment("/decide 1", author)), {}, { ...context, settings: reading.settings }),
      );
    };
    expect(with_("trust: {agents: [U_bob]}", bob)).toContain("An escalation is for a person to decide.");
    expect(with_("policy: [{name: chiefs, who: [admin]}]", bob)).toContain(
      "No row of the policy lets this person",
    );
  });

  it("an escalation is not decided by its author, whoever wrote its subject", () => {
    const own = escalation(60, "#12", { author: bob, comments: [comment("/decide 1", bob)] });
    expect(reply(decided([task(12), own]))).toContain(
      "You opened this escalation, so someone else with write access has to decide it. Or an admin names the agents",
    );
  });

  it("G01 an escalation by a user without write access labels nothing and cannot be decided", () => {
    const strange = escalation(60, "#40", { author: mallory, comments: [comment("/decide 1")] });
    const decision = decided([task(12), question(40, "#12"), strange]);
    expect(added(decision, 40)).not.toContain("escalated");
    expect(reply(decision)).toContain("The escalation cannot be read yet");
  });

  it("an escalation decides no more than its options do", () => {
    const decision = decided([task(12, { comments: [comment("/decide 1")] })]);
    const effect = effectsOn(decision, 12).get("reply:IC_70000");
    expect(effect).toMatchObject({
      text: expect.stringContaining("This issue is not an escalation"),
    });
  });
});
