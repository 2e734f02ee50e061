/** What the author of an `/approve` on a question is told where it does not take an answer, and what it takes. */
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/sha256.ts";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import {
  alice,
  bob,
  closed,
  completed,
  decided,
  effectsOn,
  mallory,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { bobKey } from "../../support/public-keys.ts";
import { asked, decisionOn, minute, says, settings } from "../../support/suggested-answers.ts";

const seen = asked({ decisionClass: "Breaking change" });
const hashOf = (decision: string, { textHash }: IssueSeen = seen) => sha256(`${textHash}\0${decision}`);
const suggests = (decision: string, at = minute, id = "IC_1") => says(`/answer ${decision}`, bob, at, id);
const approves = (text: string, by = maria, at = 3 * minute) => says(`/approve ${text}`, by, at, "IC_A");
const keychain = hashOf("In the keychain.");

function outcomeOf(
  issue: IssueSeen,
  comments: readonly CommentSeen[],
  known: Parameters<typeof decisionOn>[2] = {},
) {
  const { decision, accepted } = decisionOn(issue, comments, known);
  const written = decision.effects.flatMap(({ issueId, effect }) =>
    issueId === "I_40" && effect.type === "AddComment" && effect.marker.startsWith("reply:IC_A")
      ? effect
      : [],
  );
  return { accepted, refreshes: decision.refreshes, written, reply: written[0]?.text ?? "" };
}

describe("an approval has no effect, and says why", () => {
  const given = [suggests("In the keychain.")];
  const nothing = "No suggested answer has this hash now. Read the status again, and approve what it shows.";

  test.each<readonly [string, readonly CommentSeen[], string]>([
    ["of a hash that no answer has", [...given, approves("0".repeat(64))], nothing],
    ["of eight digits that no answer has", [...given, approves("00000000")], nothing],
    ["of nothing that was suggested", [approves(keychain)], nothing],
    ["by an agent", [...given, approves(keychain, bob)], "Only a person can approve it."],
    [
      "of an answered question",
      [...given, says("/answer In a safe.", maria, 2 * minute, "IC_M"), approves(keychain)],
      "The question has already been answered. To answer it again, reopen it first.",
    ],
  ])("%s", (_, comments, why) => {
    const { accepted, reply } = outcomeOf(seen, comments);
    expect(accepted?.decision).not.toBe("In the keychain.");
    expect(reply).toContain(why);
  });

  test("by a person whom the policy does not let answer", () => {
    const policy = "{name: admins, who: [admin]}, {name: agents, who: [agents]}";
    const known = { settings: settings(policy) };
    const question = { ...seen, author: maria };
    expect(outcomeOf(question, [...given, approves(keychain, alice)], known).reply).toContain(
      "No row of the policy lets this person decide a question about implementation and breaking-change.",
    );
    expect(outcomeOf(seen, [...given, approves(keychain)], known).accepted).toBeDefined();
  });

  test("by the login that gave the answer, where agents write with it", () => {
    const shared = readSettings(
      `agents: { bea: { account: U_bob, key: "${bobKey}", with_person: true } }\npolicy: [{name: people, who: [people]}, {name: agents, who: [agents]}]\n`,
    );
    if (!shared.ok) throw new Error(shared.problem);
    const until = start + 15 * minute;
    const signature = { type: "holds", key: bobKey, from: "bea", id: "01JBEA", until } as const;
    const signed = [{ ...suggests("In the keychain."), signature }, approves(keychain, bob)];
    const { accepted, reply } = outcomeOf(seen, signed, { settings: shared.settings });
    expect(accepted).toBeUndefined();
    expect(reply).toContain(
      "Agents write with the login bob, so no comment by it decides what it wrote itself.",
    );
  });

  test("once the question says something else, which is shown", () => {
    const edited = { ...seen, editedAt: start + 2 * minute, editor: alice };
    const early = { ...seen, own: [], editedAt: start + minute / 2, editor: alice };
    const short = approves(hashOf("In the keychain.").slice(0, 8));
    expect(outcomeOf(edited, [...given, approves(keychain)]).reply).toContain(
      "No suggested answer has this hash now.",
    );
    expect(outcomeOf(early, [...given, short]).accepted).toBeUndefined();
  });
});

describe("an approval of an answer while another one was given", () => {
  const suggested = suggests("In the keychain.");
  const approval = { ...approves(keychain), commentNumber: 100 };
  const dora = { id: "U_dora", login: "dora", type: "User" } as const;
  const waiting = { id: "I_40", because: "An answerer's role could not be read.", isRetry: true };

  test("before it, by somebody whose role is not read yet, waits and says nothing", () => {
    const earlier = says("/answer In a safe.", dora, 2 * minute, "IC_D");
    const { accepted, reply, written, refreshes } = outcomeOf(seen, [suggested, earlier, approval]);
    expect([accepted, reply, written]).toEqual([undefined, "", []]);
    expect(refreshes).toContainEqual(expect.objectContaining(waiting));
  });

  test("after it, by such a one, waits for nothing", () => {
    const later = says("/answer In a safe.", dora, 4 * minute, "IC_D");
    expect(outcomeOf(seen, [suggested, approval, later]).accepted?.decision).toBe("In the keychain.");
  });

  test("before it, of which the pages are not read yet, waits until they are", () => {
    const question = asked();
    const lowered = suggests("Delete all customer accounts.");
    const counts = suggests("In the keychain.", 2 * minute, "IC_2");
    const takes = approves(hashOf("Delete all customer accounts.", question));
    const outcomeWith = (constraints: ReadonlyMap<string, readonly string[] | "unread">) =>
      outcomeOf(question, [lowered, counts, takes], { constraints });
    expect(outcomeWith(new Map([["IC_2", "unread"]]))).toMatchObject({ accepted: undefined, reply: "" });
    expect(outcomeWith(new Map([["IC_2", []]]))).toMatchObject({
      accepted: { decision: "In the keychain." },
      reply: expect.stringContaining("The question has already been answered."),
    });
    expect(
      outcomeWith(new Map([["IC_2", ["A page says that it is kept in a file."]]])).accepted,
    ).toMatchObject({
      decision: "Delete all customer accounts.",
    });
  });

  test.each([
    [99, "In a safe.", "The question has already been answered."],
    [101, "In the keychain.", ""],
  ])("in the same second, with the number %d, is the earlier one by its number", (number, counts, said) => {
    const other = { ...says("/answer In a safe.", maria, 3 * minute, "IC_Z"), commentNumber: number };
    const { accepted, reply } = outcomeOf(seen, [suggested, other, approval]);
    expect(accepted?.decision).toBe(counts);
    expect(reply).toContain(said);
  });
});

describe("eight digits that may be another answer's", () => {
  // The first eight digits of both are the same for this question.
  const [one, other] = ["In drawer 25581.", "In drawer 58591."];
  const digits = hashOf(one).slice(0, 8);

  test("are shown with all digits of each answer that has them, and take none", () => {
    expect(hashOf(other).slice(0, 8)).toBe(digits);
    const two = [suggests(one), suggests(other, minute + 1, "IC_2")];
    const { accepted, reply, written } = outcomeOf(seen, [...two, approves(digits)]);
    expect(accepted).toBeUndefined();
    expect(reply).toContain(
      `Eight digits may be another answer's, too. What begins with \`${digits}\` now: \`${other}\`: \`/approve ${hashOf(other)}\`. \`${one}\`: \`/approve ${hashOf(one)}\`.`,
    );
    expect(written[0]?.marker).not.toContain("told");
    const again = [...two, approves(digits), says(`/approve ${digits}`, maria, 4 * minute, "IC_B")];
    const own = {
      id: "IC_r",
      text: "",
      createdAt: start + 200_000,
      isMinimized: false,
      persisted: undefined,
    };
    const told = { ...seen, own: [{ ...own, key: `reply:IC_A:told:${hashOf(other)}` }] };
    expect(outcomeOf(told, again).accepted).toBeUndefined();
  });

  test("are shown with the one answer that has them, which the same word then takes", () => {
    const { accepted, reply, written } = outcomeOf(seen, [suggests(one), approves(digits)]);
    expect(accepted).toBeUndefined();
    expect(reply).toContain(
      `Eight digits may be another answer's, too. Those are of \`${one}\`: \`/approve ${hashOf(one)}\`. Is it what you mean? Write it again, or with all digits.`,
    );
    expect(written[0]?.marker).toBe(`reply:IC_A:told:${hashOf(one)}`);
  });

  test("take no answer that is too long to be shown whole, however often they are written", () => {
    const long = `${"In the keychain, as before, and in no other place. ".repeat(8)}Really.`;
    const { reply, written } = outcomeOf(seen, [suggests(long), approves(hashOf(long).slice(0, 8))]);
    expect(reply).toContain(`What begins with \`${hashOf(long).slice(0, 8)}\` now: \`In the keychain, as`);
    expect(reply).toContain(`/approve ${hashOf(long)}`);
    expect(reply).not.toContain("Really.");
    expect(written[0]?.marker).not.toContain("told");
  });
});

describe("an approval takes", () => {
  test("one answer of several, as the person's word, and has its issues looked at again", () => {
    const given = [suggests("In a file."), suggests("In the keychain.", minute + 1, "IC_2")];
    const { accepted, reply } = outcomeOf(seen, [...given, approves(keychain)]);
    expect(accepted).toMatchObject({
      word: "IC_2",
      decision: "In the keychain.",
      by: { id: maria.id, login: "maria" },
      at: start + 3 * minute,
      how: "command",
      commentNumber: 1,
    });
    expect(reply).toBe("");
  });

  test("an answer although a person gave another one later, which is read with it", () => {
    const given = [suggests("In the keychain."), approves(keychain)];
    const late = says("/answer In a safe.", maria, 4 * minute, "IC_M");
    expect(outcomeOf(seen, [...given, late]).accepted).toMatchObject({ decision: "In the keychain." });
  });

  test("no answer of a question that was closed since", () => {
    const done = closed(seen, completed, start + 2 * minute, alice);
    expect(outcomeOf(done, [suggests("In the keychain."), approves(keychain)]).accepted).toBeUndefined();
  });
});

describe("an approval that comes later", () => {
  const ownComment = (key: string, at: number, persisted?: PersistedState): OwnComment => ({
    id: `IC_${key}`,
    key,
    text: "",
    createdAt: start + at,
    isMinimized: false,
    persisted,
  });

  test("than another one is told that the question is answered, and the answer that was taken is told nothing", () => {
    const given = [suggests("In the keychain."), suggests("In a file.", minute + 1, "IC_2")];
    const first = { ...approves(keychain), id: "IC_0" };
    const { accepted } = outcomeOf(seen, [...given, first]);
    const status = ownComment("status", 3 * minute, {
      ...emptyPersistedState,
      ...(accepted && { accepted }),
    });
    const late = approves(hashOf("In a file."), alice, 4 * minute);
    const { decision } = decisionOn({ ...seen, own: [status] }, [...given, first, late]);
    const replies = decision.effects.flatMap(({ effect }) => (effect.type === "AddComment" ? effect : []));
    expect(replies.find(({ marker }) => marker.startsWith("reply:IC_A"))?.text).toContain(
      "The question has already been answered. To answer it again, reopen it first.",
    );
    expect(replies.some(({ marker }) => marker.startsWith("reply:IC_1"))).toBe(false);
  });

  test("than an edit is shown the question's text first, before it is shown the answer", () => {
    const own = [ownComment(`reply:IC_0:told:${seen.textHash}`, 40_000)];
    const edited = { ...seen, own, editedAt: start + minute / 2, editor: alice };
    const given = [suggests("In the keychain.", -minute, "IC_0"), suggests("In the keychain.")];
    const { accepted, written } = outcomeOf(edited, [...given, approves(keychain.slice(0, 8))]);
    expect(accepted).toBeUndefined();
    expect(written[0]?.marker).toContain(`told:${seen.textHash}`);
  });
});

test("an approval of a text that does not count, or counts already, is about no answer", () => {
  const admittedIn = (decision: ReturnType<typeof decided>, number: number) =>
    decision.records.find(({ seen: each }) => each.number === number)?.persisted.admitted;
  const strangers = question(40, "#12", { author: mallory });
  const approval = (hash: string) => says(`/approve ${hash}`, maria, 3 * minute, "IC_A");
  const taken = decided([task(12), { ...strangers, comments: [approval(strangers.textHash)] }]);
  expect(admittedIn(taken, 40)).toMatchObject({ approver: "maria" });
  const work = task(12);
  const again = decided([{ ...work, comments: [approval(work.textHash)] }]);
  expect([...effectsOn(again, 12).keys()].filter((slot) => slot.startsWith("reply:"))).toEqual([]);
});
