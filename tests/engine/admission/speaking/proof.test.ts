/** When a signature counts, and what an agent's words are worth on an account that it shares with a person. */
import { describe, expect, test } from "vitest";
import { proofOfBody, proofOfComment } from "../../../../src/engine/admission/speaking/proof.ts";
import { voiceOfComment } from "../../../../src/engine/admission/speaking/voice.ts";
import type { CommentSeen, SignatureSeen } from "../../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../../src/engine/model/snapshot.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";
import { alice, bob, context, decided, question, start, task } from "../../../support/issues.ts";
import { adaKey, bobKey } from "../../../support/public-keys.ts";

const minute = 60_000;
const until = start + 15 * minute;
const id = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
const by = (key: string, changes: object = {}): SignatureSeen => ({
  type: "holds",
  key,
  from: key === adaKey ? "ada" : "bea",
  id,
  until,
  ...changes,
});
const comment = (name: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: name,
  author: alice,
  text: "/answer SQLite",
  createdAt: start + minute,
  signature: by(adaKey),
  ...changes,
});

/** Ada writes as alice, who is a person. */
function roster(policy = "{ name: people, who: [people] }") {
  const text = `agents: { ada: { account: U_alice, key: "${adaKey}", with_person: true } }\npolicy: [${policy}]`;
  const reading = readSettings(text);
  if (!reading.ok) throw new Error(reading.problem);
  return { ...context, settings: reading.settings };
}

/** The record of a question with these comments. */
function asked(...comments: readonly CommentSeen[]): IssueRecord {
  const { records } = decided([task(12), question(40, "#12", { author: bob, comments })], {}, roster());
  const found = records.find(({ seen }) => seen.number === 40);
  if (found === undefined) throw new Error("the question was decided about");
  return found;
}

test.each([
  [0, "key"],
  [-minute, "key"],
  [-minute - 1, "too-early"],
  [15 * minute, "key"],
  [16 * minute, "key"],
  [16 * minute + 1, "expired"],
])("AG03 created %d ms after the earliest time, a signature is worth: %s", (after, worth) => {
  const one = comment("IC_1", { createdAt: start + after });
  const proof = proofOfComment(asked(one), one);
  expect(proof.type === "failed" ? proof.why : proof.type).toBe(worth);
});

describe("AG03 of texts with one ID", () => {
  const first = comment("IC_2", { commentNumber: 1 });
  const second = comment("IC_1", { commentNumber: 2 });
  test("the first in GitHub's order counts, also within one second and read in the other order", () => {
    expect(proofOfComment(asked(second, first), first)).toEqual({ type: "key", key: adaKey });
    expect(proofOfComment(asked(second, first), second)).toEqual({ type: "failed", why: "reused" });
  });
  test("that of another key is another one", () => {
    const other = { ...second, signature: by(bobKey) };
    expect(proofOfComment(asked(first, other), other)).toEqual({ type: "key", key: bobKey });
  });
  test("the first that was heard is remembered, and a copy does not count once it is gone", () => {
    const { persisted } = asked(first);
    expect(persisted.signed).toEqual([{ id, key: adaKey.slice(-12), comment: "IC_2" }]);
    const rebuilt = { ...asked(second), persisted };
    expect(proofOfComment(rebuilt, second)).toEqual({ type: "failed", why: "reused" });
  });
  test("comments signed with keys that no agent has are not remembered, however many there are", () => {
    const made = Array.from(
      { length: 60 },
      (_, index) => `ssh-ed25519 stranger${String(index).padStart(12, "0")}`,
    );
    const strangers = made.map((key, index) => comment(`IC_9${index}`, { signature: by(key) }));
    const remembered = [{ id, key: adaKey.slice(-12), comment: "IC_2" }];
    expect(asked(first, ...strangers).persisted.signed).toEqual(remembered);
  });
  test("an issue whose first was deleted does not count, and one signed as another kind neither", () => {
    const opened = { ...asked(), seen: { ...asked().seen, signature: by(adaKey, { kind: "question" }) } };
    expect(proofOfBody({}, opened)).toEqual({ type: "key", key: adaKey });
    expect(proofOfBody({ firstSigned: new Map([["I_40", "I_7"]]) }, opened)).toEqual({
      type: "failed",
      why: "reused",
    });
    const relabelled = { ...opened, seen: { ...opened.seen, signature: by(adaKey, { kind: "task" }) } };
    expect(proofOfBody({}, relabelled)).toEqual({ type: "failed", why: "mismatch" });
  });
});

describe("on a person's account", () => {
  const accepted = (policy: string, said: CommentSeen) => {
    const seen = [task(12), question(40, "#12", { author: bob, comments: [said] })];
    const decision = decided(seen, {}, roster(policy));
    return decision.records.find(({ seen: { number } }) => number === 40)?.persisted.accepted?.row;
  };
  const signed = comment("IC_1");
  const unsigned = comment("IC_1", { signature: undefined });

  test("AG02 rows for people, for a role and for the person's ID are not for what its agent signs", () => {
    for (const who of ["people", "write", "U_alice"]) {
      expect(accepted(`{ name: row, who: [${who}] }`, unsigned)).toContain('row "row"');
      expect(accepted(`{ name: row, who: [${who}] }`, signed)).toBeUndefined();
    }
    expect(accepted("{ name: row, who: [agents] }", signed)).toContain("a listed agent");
    expect(accepted("{ name: row, who: [agents] }", unsigned)).toBeUndefined();
  });

  test("AG04 what fails the check is nobody's: one reaction, and the reason", () => {
    const late = comment("IC_1", { createdAt: until + 2 * minute });
    const seen = [task(12), question(40, "#12", { author: bob, comments: [late] })];
    const rules = roster("{ name: row, who: [people, agents] }");
    const decision = decided(seen, {}, rules);
    const reactions = decision.effects.filter(({ slot }) => slot.type === "reaction");
    expect(reactions).toEqual([
      expect.objectContaining({
        effect: { type: "AddReaction", commentId: "IC_1", content: "CONFUSED" },
        reason: expect.objectContaining({
          because: expect.stringContaining("after the time until which its signature counts"),
        }),
      }),
    ]);
    const { speaker } = voiceOfComment(asked(late), late, rules);
    expect(speaker).toEqual({ type: "nobody", because: "expired" });
  });
});
