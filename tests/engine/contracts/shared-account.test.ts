/** Agents of one login are one voice for a contract, and none of them takes back what another of them said. */
import { describe, expect, test } from "vitest";
import { contractStatusText } from "../../../src/engine/contracts/contract-status-text.ts";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { contractPollOf } from "../../../src/engine/polls/contract-poll.ts";
import { isTakenBack, words } from "../../../src/engine/polls/words.ts";
import { formatTextName } from "../../../src/protocol/commands/text-name.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  ada,
  bea,
  contract,
  type Decided,
  decideOn,
  held,
  keptOf,
  says,
} from "../../support/contract-issues.ts";
import { bob, context, maria, person, start } from "../../support/issues.ts";
import { contractBody } from "../../support/votes-story.ts";

const bot = person("bot");
const [adaKey, beaKey] = [1, 2].map(
  (digit) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${"GPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnA"}${digit}`,
);
const settings = settingsSchema.parse({ agents: { ada: { account: bot.id }, bea: { account: bot.id } } });
const signing = settingsSchema.parse({
  agents: { ada: { account: bot.id, key: adaKey }, bea: { account: bot.id, key: beaKey } },
});
const shared = [held(12, bot, "ada"), held(13, bot, "bea")];
const theirs = { author: bot };

const decideWith = (
  comments: readonly CommentSeen[],
  tasks = shared,
  known = settings,
  changes: Partial<IssueSeen> = {},
): Decided => decideOn([...tasks, contract(20, { comments, ...changes })], 3, { settings: known });

/** As the reader of GitHub's comments reports a signature that holds. */
const signed = (key: string | undefined, from: string, text: string, atHours = 1): CommentSeen => {
  const said = says(bot, text, atHours);
  const until = said.createdAt + 600_000;
  return { ...said, signature: { type: "holds", key: key ?? "", from, id: `01J${said.id}`, until } };
};

function pollIn({ view, records }: Decided, known = settings) {
  const record = records.get("I_20");
  const poll = record && contractPollOf({ view, record, context: { ...context, settings: known } });
  if (poll === undefined) throw new Error("It was not read.");
  return poll;
}

const missingIn = (decision: Decided, known = settings) =>
  pollIn(decision, known).missing.map(({ task }) => task.seen.number);

describe("agents of one login that hold the provider's and a consumer's task", () => {
  test("AG62 are one voice: one acknowledgement of the login is that of both", () => {
    const agreed = decideWith([says(bot, "/ack")]);
    expect(missingIn(agreed)).toEqual([]);
    expect(keptOf(agreed, 20).outcome?.result).toBe("carried");
    expect(missingIn(decideWith([says(bob, "/ack")]))).toEqual([12, 13]);
  });

  test("AG62 with keys are one voice, too: two acknowledgements are kept as one, the last", () => {
    const decision = decideWith(
      [signed(adaKey, "ada", "/ack"), signed(beaKey, "bea", "/ack", 2)],
      [held(12, bot, "ada"), held(13, bot, "bea"), held(14, maria)],
      signing,
      { body: contractBody({ Provider: "#12", Consumers: "#13, #14" }), author: person("cleo") },
    );
    expect(pollIn(decision, signing).acks.map(({ speaker }) => speaker)).toEqual(["agent bea"]);
    expect(missingIn(decision, signing)).toEqual([14]);
  });

  test.each([
    ["one agent that holds both", [held(12, bot, "ada"), held(13, bot, "ada")], settings],
    [
      "an account with one agent",
      [held(12, ada), held(13, ada)],
      settingsSchema.parse({ agents: { ada: { account: ada.id } } }),
    ],
    ["a person who holds both", [held(12, ada), held(13, ada)], settingsSchema.parse({})],
  ])("AG62 so is %s: one word is theirs for both", (_, tasks, known) => {
    const by = known === settings ? bot : ada;
    expect(keptOf(decideWith([says(by, "/ack")], tasks, known), 20).outcome?.result).toBe("carried");
  });
});

describe("a contract that was written with the login of its holders", () => {
  test("AG62 is not agreed to by its author's word, however it is repeated: a person agrees", () => {
    expect(missingIn(decideWith([], shared, settings, theirs))).toEqual([12, 13]);
    const again = decideWith([says(bot, "/ack"), says(bot, "/ack", 2)], shared, settings, theirs);
    expect(missingIn(again)).toEqual([12, 13]);
    const agreed = decideWith([says(bob, "/ack")], shared, settings, theirs);
    expect(keptOf(agreed, 20).outcome?.result).toBe("carried");
  });

  test("AG62 is agreed to by an agent of the login that signs with another key than its author", () => {
    const opening = { type: "holds", key: adaKey ?? "", from: "ada", id: "01JA", kind: "contract" } as const;
    const opened = { author: bot, signature: { ...opening, until: start + 600_000 } };
    const own = decideWith([signed(adaKey, "ada", "/ack")], shared, signing, opened);
    expect(missingIn(own, signing)).toEqual([12, 13]);
    const other = decideWith([signed(beaKey, "bea", "/ack")], shared, signing, opened);
    expect(missingIn(other, signing)).toEqual([]);
    const alone = decideWith([], [held(12, bot, "ada"), held(13, bot, "ada")], signing, opened);
    expect(missingIn(alone, signing)).toEqual([]);
  });

  test.each([
    ["edited", { editor: bot, editedAt: start + 60_000 }],
    ["renamed", { renamed: { at: start + 60_000, by: bot } }],
  ])("AG62 nor by the word of an agent of the login that %s another's contract", (_, changes) => {
    const word = `/ack ${formatTextName(contract(20).textHash)}`;
    expect(missingIn(decideWith([says(bot, word)], shared))).toEqual([]);
    expect(missingIn(decideWith([says(bot, word)], shared, settings, changes))).toEqual([12, 13]);
    const key = decideWith([signed(beaKey, "bea", word)], shared, signing, changes);
    expect(missingIn(key, signing)).toEqual([12, 13]);
    const agreed = decideWith([says(bob, word)], shared, settings, changes);
    expect(missingIn(agreed)).toEqual([]);
  });

  test("AG62 nor is a comment of the person who shares the login told apart from its agents'", () => {
    const known = (with_person: boolean | "comments") =>
      settingsSchema.parse({ agents: { bea: { account: bot.id, with_person } } });
    const tasks = [held(12, bot), held(13, bot, "bea")];
    expect(missingIn(decideWith([says(bot, "/ack")], tasks, known(true), theirs), known(true))).toEqual([
      12, 13,
    ]);
    const accepted = decideWith([says(bot, "/ack")], tasks, known("comments"), theirs);
    expect(missingIn(accepted, known("comments"))).toEqual([]);
  });

  test("AG62 its status says who has to agree, and a note tells the agents", () => {
    const decision = decideWith([says(bot, "/ack")], shared, settings, theirs);
    const record = decision.records.get("I_20");
    if (record === undefined) throw new Error("It was not read.");
    const { text } = contractStatusText({ view: decision.view, record, context: { ...context, settings } });
    expect("unclear" in text.data ? text.data.unclear : undefined).toEqual([
      { name: "#12", holders: ["ada"] },
      { name: "#13", holders: ["bea"] },
    ]);
    expect(decision.notes.map(({ kind, to, text: said }) => [kind, to, said])).toContainEqual([
      "ack-wanted",
      "bea",
      "Object to it, or ask a person to agree for you: Contract: orders-api 20",
    ]);
  });
});

describe("what an agent without a key said", () => {
  const own = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
  const tasks = [held(12, ada, "ada"), held(13, bea, "bea")];

  test("AG62 that a change is breaking is not taken back by its account: a person decides", () => {
    const comments = [says(bot, "/object breaking because the shop reads it"), says(bot, "/ack", 2)];
    expect(pollIn(decideWith(comments))).toMatchObject({ isBreaking: true, missing: [] });
    const alone = [
      says(ada, "/ack"),
      says(bea, "/object breaking because it breaks the shop"),
      says(bea, "/ack", 2),
    ];
    const decision = decideWith(alone, tasks, own);
    expect(pollIn(decision, own)).toMatchObject({ isBreaking: true, state: "heard" });
    expect(keptOf(decision, 20).outcome).toBeUndefined();
    const plain = [
      says(ada, "/ack"),
      says(bea, "/object breaking because it breaks the shop"),
      says(bea, "/object because no", 2),
    ];
    expect(pollIn(decideWith(plain, tasks, own), own)).toMatchObject({ isBreaking: true, state: "objected" });
  });

  test("AG62 a person takes it back by themselves", () => {
    const comments = [
      says(ada, "/ack"),
      says(bea, "/object breaking because it breaks the shop"),
      says(bea, "/ack", 2),
    ];
    const nobodys = settingsSchema.parse({});
    const said = decideWith(comments.slice(0, 2), [held(12, ada), held(13, bea)], nobodys);
    expect(pollIn(said, nobodys).isBreaking).toBe(true);
    expect(keptOf(decideWith(comments, [held(12, ada), held(13, bea)], nobodys), 20).outcome?.result).toBe(
      "carried",
    );
  });

  test("AG62 an objection on an account of several is taken back by a person, not by the account", () => {
    const comments = [says(bot, "/object because no price"), says(bot, "/ack", 2)];
    expect(pollIn(decideWith(comments)).state).toBe("objected");
    const later = decideWith([...comments, says(maria, "/ack", 2.5)]);
    expect(pollIn(later).objections).toEqual([]);
    const early = decideWith([says(maria, "/ack", 0.5), ...comments]);
    expect(pollIn(early).state).toBe("objected");
  });

  test("AG62 an objection on an account of one agent is taken back by it", () => {
    const comments = [says(ada, "/ack"), says(bea, "/object because no price"), says(bea, "/ack", 2)];
    expect(keptOf(decideWith(comments, tasks, own), 20).outcome?.result).toBe("carried");
  });

  test("AG62 an agent with a key takes back what it said, as nobody else can have said it", () => {
    const said = { by: { id: bot.id, login: bot.login }, round: "r" };
    for (const option of [words.object, words.breaking]) {
      const earlier = { ...said, option, speaker: "agent bea" };
      expect(isTakenBack(earlier, { speaker: "agent bea", round: "r" }, settings)).toBe(true);
      expect(isTakenBack(earlier, { speaker: "agent ada", round: "r" }, settings)).toBe(false);
      expect(isTakenBack(earlier, { round: "r" }, settings)).toBe(false);
      expect(isTakenBack({ ...said, option }, { round: "r" }, settings)).toBe(false);
      expect(isTakenBack({ ...said, option }, { speaker: "person", round: "r" }, settings)).toBe(true);
    }
  });
});
