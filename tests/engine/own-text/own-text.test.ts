/** What we put before people is ours to word: an edit by anybody is undone, said once, and nothing is decided meanwhile. */
import { describe, expect, it } from "vitest";
import { applyReceipt } from "../../../src/engine/fold/apply-receipt.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Alteration, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  alice,
  bob,
  context,
  decided,
  effectsOn,
  empty,
  hashTitleAndBody,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";

const { render } = loadTexts();
const hour = 60 * 60_000;
const now = start + hour;
const known = { ...context, render, now };
const asked = question(40, "#12", { createdAt: start });
const [raised] = openedFor(decided([task(12), asked], {}, known), 40);
const renamed: readonly Alteration[] = [{ part: "title", at: start + hour, by: bob }];
const says = (text: string, at = start + hour + 5000, author = maria): CommentSeen => ({
  id: "IC_7",
  author,
  text,
  createdAt: at,
});
const asking = (changes: Partial<IssueSeen> = {}) =>
  asSeen(60, raised, { createdAt: start + 60_000, ...changes });
const decision = (seen: IssueSeen, at = now) => decided([task(12), asked, seen], {}, { ...known, now: at });
const stateOf = (result: ReturnType<typeof decided>, number = 60) =>
  result.records.find(({ seen }) => seen.number === number)?.persisted;
const status = (restored: object): IssueSeen["own"] => [
  { id: "IC_1", key: "status", text: "", createdAt: start, isMinimized: false, persisted: { restored } },
];
const textOf = (result: ReturnType<typeof decided>, slot: string): string => {
  const effect = effectsOn(result, 60).get(slot);
  return effect?.type === "AddComment" ? effect.text : "";
};

describe("an issue of ours that somebody edited", () => {
  it("gets the title and the body that we wrote", () => {
    const seen = asking({ altered: renamed });
    expect(effectsOn(decision(seen), 60).get("text")).toEqual({
      type: "RestoreText",
      title: seen.title,
      body: seen.body,
    });
    expect(effectsOn(decision(asking()), 60).get("text")).toBeUndefined();
  });

  it.each(["/decide because Use files.", "/answer Use files."])(
    "decides nothing until then by %s, says who changed it, and the same word counts afterwards",
    (word) => {
      const before = decision(asking({ altered: renamed, comments: [says(word)] }));
      expect(stateOf(before)?.decided).toBeUndefined();
      expect(stateOf(before, 40)?.accepted).toBeUndefined();
      expect(textOf(before, "reply:IC_7")).toContain("`bob` changed the title at 2026-01-01 01:00 UTC");
      expect(textOf(before, "reply:IC_7")).toContain("signalbox puts its own text back:");
      const reply = effectsOn(before, 60).get("reply:IC_7");
      if (reply?.type !== "AddComment") throw new Error("There is no reply.");
      const own = [
        {
          id: "IC_8",
          key: reply.marker,
          text: "",
          createdAt: start + hour + 6000,
          isMinimized: false,
          persisted: null,
        },
      ];
      const again = { ...says(word, start + hour + 20_000), id: "IC_9" };
      const back = {
        editor: us,
        editedAt: start + hour + 10_000,
        renamed: { at: start + hour + 10_000, by: us },
      };
      const after = decision(asking({ ...back, own, comments: [says(word), again] }));
      expect(stateOf(after)?.decided).toMatchObject({ decision: "Use files.", word: "IC_9" });
      const still = decision(asking({ altered: renamed, own, comments: [says(word), again] }));
      expect(stateOf(still)?.decided).toBeUndefined();
    },
  );

  it("does not let a word of before count for the text that was put back, and says so", () => {
    const at = start + hour + 10_000;
    const back = { editor: us, editedAt: at, renamed: { at, by: us } };
    const early = decision(asking({ ...back, comments: [says("/answer Use files.")] }));
    expect(stateOf(early)?.decided).toBeUndefined();
    expect(textOf(early, "reply:IC_7")).toContain(
      "Somebody changed it, and signalbox put its text back at 2026-01-01 01:00 UTC.",
    );
  });

  it("says once what happened, and nothing to whom it was said, even if that comment is deleted", () => {
    const once = decision(asking({ own: status({ at: [now], by: "bob", told: [] }) }));
    expect(textOf(once, "text notice")).toBe(
      "`bob` changed what this issue says, and signalbox put its text back: what is decided here is about that text. " +
        "To have something else decided, comment it here or open another issue.",
    );
    const told = decision(asking({ own: status({ at: [now], by: "bob", told: ["restored"] }) }));
    expect(effectsOn(told, 60).get("text notice")).toBeUndefined();
  });

  it("is put back three times within a day, then waits and says until when", () => {
    const at = [now - 3 * hour, now - 2 * hour, now - hour];
    const altered = renamed;
    const held = decision(asking({ altered, own: status({ at, by: "bob", told: ["restored"] }) }));
    expect(effectsOn(held, 60).get("text")).toBeUndefined();
    expect(textOf(held, "text notice")).toContain(
      "**What this issue says is not signalbox's until 2026-01-01 22:00 UTC.**",
    );
    expect(textOf(held, "text notice")).toContain(`\`text:${asking().textHash}\``);
    expect(held.refreshes).toContainEqual(expect.objectContaining({ id: "I_60", afterMs: 21 * hour }));
    const next = decision(
      asking({ altered, own: status({ at, by: "bob", told: ["restored", "held"] }) }),
      now + 21 * hour,
    );
    expect(effectsOn(next, 60).get("text")).toMatchObject({ type: "RestoreText" });
  });

  it.each([0, 3])(
    "put back %i times today, a command that names our whole text decides it, and no other hash does",
    (times) => {
      const at = [3, 2, 1].slice(0, times).map((hours) => now - hours * hour);
      const own = at.length === 0 ? [] : status({ at, by: "bob", told: ["restored", "held"] });
      const whole = asking().textHash;
      const edited = hashTitleAndBody({ title: "Swapped", body: "Swapped." });
      const decidedBy = (name: string) =>
        stateOf(
          decision(
            asking({ altered: renamed, own, comments: [says(`/decide text:${name} because Use files.`)] }),
          ),
        )?.decided?.by.login;
      expect(decidedBy(whole)).toBe("maria");
      expect([decidedBy(edited), decidedBy(whole.slice(0, 8))]).toEqual([undefined, undefined]);
    },
  );

  it("keeps what it did in the record and in its status", () => {
    const record = decision(asking({ altered: renamed })).records.find(({ seen }) => seen.number === 60);
    const effect = { type: "RestoreText", title: "", body: "" } as const;
    const receipt = {
      updatedAt: now,
      labels: undefined,
      issueState: undefined,
      closedAt: undefined,
      commentId: undefined,
    };
    if (record === undefined) throw new Error("It is gone.");
    const after = applyReceipt(record, effect, receipt, now);
    expect(after.seen.altered).toBeUndefined();
    expect(after.seen).toMatchObject({ renamed: { at: now, by: us } });
    expect(after.persisted.restored).toEqual({ at: [now], by: "bob", told: [] });
  });

  it("takes no default while it is altered, though its time is over", () => {
    const body = raised?.body.replace("### Options\n\n", "### Options\n\n1. Files.\n2. SQLite.\n\n") ?? "";
    const withDefault = { ...asking(), body: `${body}\n\n### Default\n\n1\n` };
    const settings = {
      ...context.settings,
      escalations: { ...context.settings.escalations, defaults: ["blocking" as const] },
    };
    const later = (changes: Partial<IssueSeen>) =>
      decided(
        [task(12), asked, { ...withDefault, ...changes }],
        {},
        { ...known, settings, now: start + 400 * hour },
      );
    expect(stateOf(later({}))?.decided).toMatchObject({ option: 1, decision: "Files." });
    expect(stateOf(later({ altered: renamed }))?.decided).toBeUndefined();
  });
});

describe("an issue of ours whose first version somebody deleted", () => {
  const seenBefore = fold(empty, [{ type: "IssueSeen", issue: asking(), readAt: now }]).snapshot;
  const edited = asking({
    title: "Escalation: Other",
    body: "Other.",
    opened: undefined,
    updatedAt: now + 5000,
  });
  const readAgain = (changes: Partial<IssueSeen>) =>
    fold(viewOf(seenBefore), [
      { type: "IssueSeen", issue: { ...edited, ...changes }, readAt: now + 10_000 },
    ]).snapshot.records.get("I_60")?.seen;

  it("keeps the text that the index knows", () => {
    const { title, body, textHash } = asking();
    const at = now + 5000;
    expect(readAgain({ editor: alice, editedAt: at, renamed: { at, by: alice } })).toMatchObject({
      title,
      body,
      textHash,
      opened: { key: raised?.marker },
      altered: [
        { part: "title", at, by: alice },
        { part: "text", at, by: alice },
      ],
    });
    expect(readAgain({})?.altered).toBeUndefined();
  });
});
