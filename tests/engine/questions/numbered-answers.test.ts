/** An answer that is nothing but an option's number means that option: its words are kept, and judged. */
import { describe, expect, it, test } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { form } from "../../support/form.ts";
import {
  answer,
  bob,
  context,
  decided,
  effectsOn,
  links,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { openedFor } from "../../support/opened.ts";

const minute = 60_000;
const known = { ...context, ...loadTexts(), now: start + 5 * minute };
const says = (text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_1",
  author: maria,
  text,
  createdAt: start + minute,
  ...changes,
});
const withOptions = (options: string): string =>
  form({
    "Blocking task": "#12",
    Category: "implementation",
    Urgency: "blocking",
    Context: "Both work.",
    Options: options,
  });
const stores = "1. SQLite: one file\n2. PostgreSQL: a server";
const asked = (changes: Partial<IssueSeen> = {}, options = stores) =>
  question(40, "#12", {
    createdAt: start,
    blocking: links(task(12)),
    body: withOptions(options),
    ...changes,
  });

function judged(issues: readonly IssueSeen[], snapshot: Partial<Snapshot> = {}, settings = known.settings) {
  const decision = decided([task(12), ...issues], snapshot, { ...known, settings });
  const persisted = decision.records.find(({ seen }) => seen.number === 40)?.persisted;
  const text = (slot: string): string => {
    const effect = effectsOn(decision, 40).get(slot);
    return effect?.type === "AddComment" || effect?.type === "ShowStatus" ? effect.text : "";
  };
  return { accepted: persisted?.accepted, status: text("status"), reply: text("reply:IC_1") };
}

describe("an answer by number", () => {
  it("is kept and shown in the words of the option, by comment and by issue", () => {
    const spoken = judged([asked({ comments: [says("/answer 1")] })]);
    expect(spoken.accepted).toMatchObject({ word: "IC_1", decision: "SQLite: one file" });
    expect(spoken.status).toContain("> SQLite: one file");
    const written = judged([asked(), answer(41, "#40", { createdAt: start + minute, decision: "2" })]);
    expect(written.accepted).toMatchObject({ word: "I_41", decision: "PostgreSQL: a server" });
  });

  it("is kept so where it was chosen on a page, with the reason", () => {
    const seen = asked();
    const order = says("/answer 2\n\nBecause it is there.", { id: orderedId("01A"), shown: seen.textHash });
    const orders = new Map([["I_40", [order]]]);
    expect(judged([seen], { orders }).accepted?.decision).toBe(
      "PostgreSQL: a server\n\nBecause it is there.",
    );
  });

  it("stays as it is where the question has no such option", () => {
    expect(judged([asked({ comments: [says("/answer 5")] })]).accepted?.decision).toBe("5");
    expect(judged([asked({ comments: [says("/answer 5")] }, "None")]).accepted?.decision).toBe("5");
  });

  it("does not count where it may mean something else, and its author is told how to say it", () => {
    const many = "- two replicas\n- three replicas";
    const unclear = judged([asked({ comments: [says("/answer 2")] }, many)]);
    expect(unclear.accepted).toBeUndefined();
    expect(unclear.reply).toContain("`2` may name an option of the question, or be the answer itself.");
    expect(unclear.reply).toContain("Comment `/answer` and the words of what you mean.");
    const issue = answer(41, "#40", { createdAt: start + minute, decision: "2" });
    expect(judged([asked({}, many), issue]).accepted).toBeUndefined();
  });

  it("means the option of the text that it is about: of an edited one, nothing is decided", () => {
    const edited = asked({
      body: withOptions("1. PostgreSQL\n2. SQLite"),
      editedAt: start + 2 * minute,
      editor: bob,
      comments: [says("/answer 1", { createdAt: start + 3 * minute })],
    });
    expect(judged([edited])).toMatchObject({
      accepted: undefined,
      reply: expect.stringContaining("PostgreSQL"),
    });
  });

  it("is the same answer as the option's words, and differs from another option's", () => {
    const said = says("/answer SQLite: one file");
    const first = decided([task(12), asked({ comments: [said] })], {}, known);
    const persisted = first.records.find(({ seen }) => seen.number === 40)?.persisted;
    const status = { id: "IC_0", key: "status", text: "", createdAt: start, isMinimized: false, persisted };
    const later = (text: string) => {
      const comments = [said, says(text, { id: "IC_2", createdAt: start + 2 * minute })];
      return openedFor(decided([task(12), asked({ comments, own: [status] })], {}, known), 40);
    };
    expect(later("/answer 1")).toEqual([]);
    expect(later("/answer 2")).toMatchObject([{ body: expect.stringContaining("2. PostgreSQL: a server") }]);
  });

  test("an agent's answer by number passes the gates with the words of the option", () => {
    const reading = readSettings(
      "agents: { bea: { account: U_bob } }\npolicy: [{name: agents, who: [agents, people]}]\n",
    );
    if (!reading.ok) throw new Error(reading.problem);
    const options = "1. Keep it\n2. Drop the public API of older clients";
    const said = says("/answer 2", { author: bob });
    const lowered = judged([asked({ comments: [said] }, options)], {}, reading.settings);
    expect(lowered.accepted).toBeUndefined();
    expect(lowered.status).toContain("**Suggested** by `bea`");
    expect(lowered.status).toContain("> Drop the public API of older clients");
  });
});
