import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/base/sha256.ts";
import { actorsToCheck } from "../../../src/engine/admission/actors.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  added,
  alice,
  answer,
  bob,
  decided,
  effectsOn,
  empty,
  mallory,
  maria,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";

const comment = (text: string, author = bob) => ({ id: "IC_7", author, text, createdAt: start + 50_000 });

describe("a user without write access", () => {
  it("G01 a typed issue by a user without write access gets needs-approval, and no dependency", () => {
    const decision = decided([task(12), question(40, "#12", { author: mallory })]);
    expect(added(decision, 40)).toEqual(["needs-approval"]);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(false);
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });

  it("E09 a task's text by a user without write access creates no dependency", () => {
    const decision = decided([task(12, { author: mallory, blockedByText: "#13" }), task(13)]);
    expect([...effectsOn(decision, 12).keys()].filter((slot) => slot.startsWith("edge"))).toEqual([]);
  });

  it("G02 a command by a user without write access gets one reaction, and no comment", () => {
    const decision = decided([
      task(12),
      question(40, "#12", { comments: [comment("/answer Mine.", mallory)] }),
    ]);
    expect(effectsOn(decision, 40).get("reaction IC_7")).toEqual({
      type: "AddReaction",
      commentId: "IC_7",
      content: "CONFUSED",
    });
    expect(effectsOn(decision, 40).has("close")).toBe(false);
    expect(effectsOn(decision, 40).has("reply:IC_7")).toBe(false);
  });

  it("a body is no longer admitted when an untrusted user edits it", () => {
    const decision = decided([task(12), question(40, "#12", { editor: mallory })]);
    expect(added(decision, 40)).toEqual(["needs-approval"]);
  });

  it("a user whose role could not be read has no effect, and the issue is refreshed", () => {
    const decision = decided([task(12), question(40, "#12", { author: { ...mallory, id: "U_new" } })]);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(false);
    expect(decision.refreshes).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: "I_40", afterMs: 2_000 })]),
    );
  });
});

describe("an answer issue", () => {
  it("an answer issue does not count when the asker has changed its words", () => {
    const rewritten = answer(41, "#40", { editor: alice });
    const decision = decided([task(12), question(40, "#12"), rewritten]);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
  });

  it("an answer issue counts when another user who may answer the question has edited it", () => {
    const mended = answer(41, "#40", { editor: maria });
    expect(effectsOn(decided([task(12), question(40, "#12"), mended]), 40).has("close")).toBe(true);
  });
});

describe("/answer", () => {
  it("G02 a /answer by a user without write access does not defer others, also after it got its reaction", () => {
    const first = { ...comment("/answer Whatever I say.", mallory), id: "IC_6" };
    const ran = { ...emptyPersistedState, ran: ["IC_6"] };
    const own = [
      { id: "IC_5", key: "status", text: "", persisted: ran, createdAt: start, isMinimized: false },
    ];
    const asked = question(40, "#12", { comments: [first, comment("/answer Opaque tokens.")], own });
    const { snapshot } = fold(empty, [{ type: "IssueSeen", issue: asked, readAt: start }]);
    expect(snapshot.records.get("I_40")?.persisted.ran).toEqual(["IC_6"]);
    expect(actorsToCheck(snapshot, ["I_40"]).map(({ login }) => login)).toContain("mallory");
  });

  it("a /answer is not refused for having been written before the question was reopened and answered again", () => {
    const first = { ...comment("/answer One."), id: "IC_6" };
    const second = { ...comment("/answer Two."), id: "IC_8", createdAt: start + 90_000 };
    const again = question(40, "#12", {
      comments: [first, second],
      issueState: reopened,
      reopenedAt: start + 80_000,
    });
    const decision = decided([task(12), again]);
    expect(decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.word).toBe("IC_8");
    expect([...effectsOn(decision, 40).keys()].filter((slot) => slot.startsWith("reply"))).toEqual([]);
  });

  it("a /answer answers the question with the rest of the comment", () => {
    const decision = decided([
      task(12),
      question(40, "#12", { comments: [comment("/answer Use SQLite.\n\nIt is embedded.")] }),
    ]);
    expect(decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted).toMatchObject({
      how: "command",
      word: "IC_7",
      decision: "Use SQLite.\n\nIt is embedded.",
    });
    expect(effectsOn(decision, 40).has("close")).toBe(true);
  });

  it("a /answer on an answered question is not refused: people decide whether it disagrees", () => {
    const early = answer(41, "#40", { createdAt: start + 49_000 });
    const asked = question(40, "#12", { comments: [comment("/answer Late.", maria)] });
    const effects = effectsOn(decided([task(12), asked, early]), 40);
    expect(effects.has("reply:IC_7")).toBe(false);
    expect(effects.get(`open contradiction@I_41:IC_7 words ${sha256("Late.")}`)).toMatchObject({
      type: "OpenIssue",
    });
  });

  it("a /answer on a question that was answered by a later one gets one reply that says so", () => {
    const late = answer(41, "#40", { createdAt: start + 60_000 });
    const settled = decided([task(12), question(40, "#12"), late]);
    const persisted = settled.records.find(({ seen }) => seen.number === 40)?.persisted;
    const own = [
      { id: "IC_5", key: "status", text: "", persisted: persisted, createdAt: start, isMinimized: false },
    ];
    const asked = question(40, "#12", { comments: [comment("/answer Early.", maria)], own });
    expect(effectsOn(decided([task(12), asked, late]), 40).get("reply:IC_7")).toMatchObject({
      type: "AddComment",
      text: expect.stringContaining("already been answered"),
    });
  });

  it("a /answer by the asker gets one reply that says who may answer", () => {
    const decision = decided([
      task(12),
      question(40, "#12", { comments: [comment("/answer Mine.", alice)] }),
    ]);
    expect(effectsOn(decision, 40).get("reply:IC_7")).toMatchObject({
      type: "AddComment",
      marker: "reply:IC_7:refused",
    });
    expect(effectsOn(decision, 40).has("close")).toBe(false);
  });

  it("N06 a /answer that was permanently refused counts for nothing, whoever may answer the question by now", () => {
    const refused = (key: string) => ({
      id: "IC_8",
      key,
      text: "",
      persisted: undefined,
      createdAt: start + 51_000,
      isMinimized: false,
    });
    const acceptedBeside = (key: string) => {
      const asked = question(40, "#12", { comments: [comment("/answer Mine.", bob)], own: [refused(key)] });
      return decided([task(12), asked]).records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
    };
    expect(acceptedBeside("reply:IC_7:refused")).toBeUndefined();
    expect(acceptedBeside("reply:IC_9:refused")).toMatchObject({ word: "IC_7" });
    expect(acceptedBeside("reply:IC_7")).toMatchObject({ word: "IC_7" });
  });

  it("N06 a /answer that an earlier release refused in plain words counts for nothing, unless the reply said that it would later", () => {
    const acceptedBeside = (text: string) => {
      const reply = { id: "IC_8", key: "reply:IC_7", text, persisted: undefined };
      const own = [{ ...reply, createdAt: start + 51_000, isMinimized: false }];
      const asked = question(40, "#12", { comments: [comment("/answer Mine.", bob)], own });
      return decided([task(12), asked]).records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
    };
    const refused = (reason: string) =>
      `**Not done:** \`answer\` of \`bob\`. ${reason}\n\nThe right form is …`;
    expect(acceptedBeside(refused("Only people may."))).toBeUndefined();
    const later = refused("It counts as soon as the question's body is mended.");
    expect(acceptedBeside(later)).toMatchObject({ word: "IC_7" });
    const other = "**Not done:** `urgency` of `bob`. The urgencies of this issue are …";
    expect(acceptedBeside(other)).toMatchObject({ word: "IC_7" });
  });

  it("a /answer on a task is refused with the correct form", () => {
    const decision = decided([task(12, { comments: [comment("/answer 42", maria)] })]);
    expect(effectsOn(decision, 12).get("reply:IC_7")).toMatchObject({ type: "AddComment" });
  });

  it("a /answer loses to an earlier answer issue", () => {
    const early = answer(41, "#40", { createdAt: start + 49_000 });
    const decision = decided([
      task(12),
      question(40, "#12", { comments: [comment("/answer Late.", maria)] }),
      early,
    ]);
    expect(decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.word).toBe("I_41");
  });
});

describe("the order of the issues", () => {
  it("the order of the issues does not change what is decided", () => {
    const issues = [task(12), question(40, "#12"), answer(41, "#40"), answer(42, "#40", { author: maria })];
    const forwards = decided(issues)
      .effects.map(({ key }) => key)
      .sort();
    const backwards = decided([...issues].reverse())
      .effects.map(({ key }) => key)
      .sort();
    expect(backwards).toEqual(forwards);
  });
});
