/** Agents without keys on one account cannot agree for each other, nor take back what another of them said. */
import { describe, expect, test } from "vitest";
import { contractStatusText } from "../../../src/engine/contracts/contract-status-text.ts";
import type { CommentSeen } from "../../../src/engine/model/fact.ts";
import { contractPollOf } from "../../../src/engine/polls/contract-poll.ts";
import { isTakenBack, words } from "../../../src/engine/polls/words.ts";
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
import { bob, context, maria, person } from "../../support/issues.ts";

const bot = person("bot");
const settings = settingsSchema.parse({ agents: { ada: { account: bot.id }, bea: { account: bot.id } } });
const shared = [held(12, bot, "ada"), held(13, bot, "bea")];

const decideWith = (comments: readonly CommentSeen[], tasks = shared, known = settings): Decided =>
  decideOn([...tasks, contract(20, { comments })], 3, { settings: known });

function pollIn({ view, records }: Decided, known = settings) {
  const record = records.get("I_20");
  const poll = record && contractPollOf({ view, record, context: { ...context, settings: known } });
  if (poll === undefined) throw new Error("It was not read.");
  return poll;
}

const missingIn = (decision: Decided) => pollIn(decision).missing.map(({ task }) => task.seen.number);

describe("agents of one account that hold the provider's and a consumer's task", () => {
  test("AG62 one word of the account counts for one of them: a person agrees for the other", () => {
    const one = decideWith([says(bot, "/ack")]);
    expect(missingIn(one)).toEqual([13]);
    expect(keptOf(one, 20).outcome).toBeUndefined();
    const two = decideWith([says(bot, "/ack"), says(bot, "/ack", 2)]);
    expect(keptOf(two, 20).outcome).toBeUndefined();
    const agreed = decideWith([says(bot, "/ack"), says(bob, "/ack", 2)]);
    expect(keptOf(agreed, 20).outcome?.how).toBe("carried");
  });

  test("AG62 a person's word alone is not that of the other one either", () => {
    expect(missingIn(decideWith([says(bob, "/ack")]))).toEqual([12]);
  });

  test("AG62 the contract's author counts for one of them, too", () => {
    const theirs = contract(20, { author: bot });
    expect(missingIn(decideOn([...shared, theirs], 3, { settings }))).toEqual([13]);
  });

  test("AG62 its status says who has to agree, and a note tells the agent", () => {
    const decision = decideWith([says(bot, "/ack")]);
    const record = decision.records.get("I_20");
    if (record === undefined) throw new Error("It was not read.");
    const { text } = contractStatusText({ view: decision.view, record, context: { ...context, settings } });
    expect("unclear" in text.data ? text.data.unclear : undefined).toEqual([
      { name: "#13", holders: ["bea"] },
    ]);
    expect(decision.notes.map(({ kind, to, text: said }) => [kind, to, said])).toContainEqual([
      "ack-wanted",
      "bea",
      "Object to it, or ask a person to agree for you: Contract: orders-api 20",
    ]);
  });

  test.each([
    ["one agent that holds both", [held(12, bot, "ada"), held(13, bot, "ada")], settings],
    [
      "an account with one agent",
      [held(12, ada), held(13, ada)],
      settingsSchema.parse({ agents: { ada: { account: ada.id } } }),
    ],
    ["a person who holds both", [held(12, ada), held(13, ada)], settingsSchema.parse({})],
  ])("AG62 is not about %s: one word is theirs for both", (_, tasks, known) => {
    const by = tasks === shared ? bot : known === settings ? bot : ada;
    expect(keptOf(decideWith([says(by, "/ack")], tasks, known), 20).outcome?.how).toBe("carried");
  });

  test("AG62 agents that gave no names may be two", () => {
    expect(missingIn(decideWith([says(bot, "/ack")], [held(12, bot), held(13, bot)]))).toEqual([13]);
  });

  test("AG62 nor is a person's account told apart from the agents that share it", () => {
    const withPerson = settingsSchema.parse({ agents: { bea: { account: bot.id, with_person: true } } });
    const decision = decideWith([says(bot, "/ack")], [held(12, bot), held(13, bot, "bea")], withPerson);
    expect(keptOf(decision, 20).outcome).toBeUndefined();
  });
});

describe("what an agent without a key said", () => {
  const own = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
  const tasks = [held(12, ada, "ada"), held(13, bea, "bea")];

  test("AG62 that a change is breaking is not taken back by its account: a person decides", () => {
    const comments = [says(bot, "/object breaking because the shop reads it"), says(bot, "/ack", 2)];
    expect(pollIn(decideWith(comments))).toMatchObject({ isBreaking: true, missing: [expect.anything()] });
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
    expect(keptOf(decideWith(comments, [held(12, ada), held(13, bea)], nobodys), 20).outcome?.how).toBe(
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
    expect(keptOf(decideWith(comments, tasks, own), 20).outcome?.how).toBe("carried");
  });

  test("AG62 an agent with a key takes back what it said, as nobody else can have said it", () => {
    const said = { by: { id: bot.id, login: bot.login }, comment: "IC_1", at: 1, round: "r" };
    for (const option of [words.object, words.breaking]) {
      expect(isTakenBack({ ...said, voter: "agent bea", option }, "r", settings)).toBe(true);
      expect(isTakenBack({ ...said, voter: `account ${bot.id}`, option }, "r", settings)).toBe(false);
    }
  });
});
