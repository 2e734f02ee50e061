/** Answers by agents that the policy allows and the gates make a suggestion, and the person who approves one. */
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/sha256.ts";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { alice, answer, bob, maria, start, us } from "../../support/issues.ts";
import { bobKey } from "../../support/public-keys.ts";
import { type Asked, asked, decisionOn, minute, says, settings } from "../../support/suggested-answers.ts";

const words = "/answer In the keychain.";
const hashOf = (seen: IssueSeen, decision: string) => sha256(`${seen.textHash}\u0000${decision}`);

test("an agent's answer counts where nothing makes it people's", () => {
  expect(decisionOn(asked(), [says(words)]).accepted).toMatchObject({ decision: "In the keychain." });
});

describe("an agent's answer is a suggestion", () => {
  test.each<readonly [string, Asked, string]>([
    ["the class that the asker declares is people's", { decisionClass: "Breaking change" }, words],
    ["the class that the asker declares is not known", { decisionClass: "Moon phase" }, words],
    [
      "the words ask for a step that is people's",
      { title: "Q: May we delete all customer accounts?" },
      words,
    ],
    [
      "the words concern the architecture, whatever the category",
      { text: "It splits the service layer." },
      words,
    ],
    ["no class can be found", { title: "Q: Tokens", text: "Tokens." }, words],
    ["what it decides is not in the question", {}, "/answer Rename the public API endpoint."],
    ["what it decides deletes data", {}, "/answer Delete all customer accounts."],
    ["what it decides weakens a protection", {}, "/answer Disable signature verification."],
    ["its end decides it", {}, `/answer ${"In the keychain, as before. ".repeat(120)}Delete all backups.`],
    [
      "the question asks for it at its end",
      {
        text: `${"I cannot find it anywhere in here. ".repeat(60)}May the job delete all customer accounts?`,
      },
      words,
    ],
    ["it is longer than anybody can judge by its words", {}, `/answer ${"In the keychain. ".repeat(3_200)}`],
  ])("if %s", (_, given, said) => {
    const seen = asked(given);
    const { accepted, status } = decisionOn(seen, [says(said)]);
    expect(accepted).toBeUndefined();
    expect(status).toContain("**Suggested** by `bea`:");
    expect(status).toContain(`/approve ${hashOf(seen, said.slice("/answer ".length).trim())}`);
    expect(decisionOn(seen, [says(said, maria)]).accepted).toBeDefined();
  });

  test("in an issue of its own, too, whose status says where it is approved", () => {
    const seen = asked({ decisionClass: "Breaking change" });
    const { decision, accepted } = decisionOn(seen, [], { answers: [answer(41, "#40", { author: bob })] });
    expect(accepted).toBeUndefined();
    const texts = decision.effects.flatMap(({ issueId, effect }) =>
      issueId === "I_41" && effect.type === "ShowStatus" ? effect.text : [],
    );
    expect(texts[0]).toContain("It is a suggestion");
  });

  test("also where a person edited it: the agent's words are in it", () => {
    const seen = asked({ decisionClass: "Breaking change" });
    const edited = answer(41, "#40", { author: bob, editor: maria, editedAt: start + 2 * minute });
    expect(decisionOn(seen, [], { answers: [edited] }).accepted).toBeUndefined();
  });

  test("if a gate of the coordinator stopped at a page", () => {
    const seen = asked();
    const proposal: Proposal = {
      textHash: seen.textHash,
      basis: "b",
      isSuggestion: true,
      gates: [{ gate: "conflict", passes: false, reasons: ["`a.md` and `b.md` differ."] }],
      passages: [],
      proposed: { type: "rest", same: undefined, because: "nothing" },
    };
    const { accepted } = decisionOn(seen, [says(words)], { proposals: new Map([["I_40", proposal]]) });
    expect(accepted).toBeUndefined();
  });
});

test("an agent's answer is a suggestion if a page has a constraint about it, whatever the coordinator found", () => {
  const reason = "`context/constraints.md` has a constraint about it, on line 3.";
  const constraints = new Map([["IC_1", [reason]]]);
  const { accepted, status } = decisionOn(asked(), [says(words)], { constraints });
  expect(accepted).toBeUndefined();
  expect(status).toContain("**Suggested** by `bea`:");
  expect(status).toContain(reason);
  expect(decisionOn(asked(), [says(words, maria)], { constraints }).accepted).toBeDefined();
});

test("an agent's answer waits, and is looked at again, while the pages about it are not read", () => {
  const constraints = new Map([["IC_1", "unread" as const]]);
  const { accepted, status, decision } = decisionOn(asked(), [says(words)], { constraints });
  expect(accepted).toBeUndefined();
  expect(status ?? "").not.toContain("**Suggested**");
  expect(decision.refreshes.map(({ because }) => because)).toContain("The pages about it were not read yet.");
  expect(decisionOn(asked(), [says(words, maria)], { constraints }).accepted).toBeDefined();
});

test("an answer of the App's own counts by the policy alone: it read the pages before it answered", () => {
  const policy = settings("{name: app, who: [coordinator]}, {name: agents, who: [agents]}");
  const seen = asked({ title: "Q: Tokens", text: "Tokens." });
  const opened = { key: `open:I_40:answer@${seen.textHash.slice(0, 12)}`, about: seen.textHash };
  const proposal: Proposal = {
    textHash: seen.textHash,
    basis: "b",
    isSuggestion: false,
    gates: [],
    passages: [],
    proposed: {
      type: "answer",
      decisionClass: "precedent",
      decision: "Decision 41",
      rationale: undefined,
      alternatives: undefined,
      quotes: [],
      precedent: 7,
      answerer: "quote",
    },
  };
  const known = { settings: policy, proposals: new Map([["I_40", proposal]]) };
  const answeredBy = (changes: Partial<IssueSeen>) =>
    decisionOn(seen, [], { ...known, answers: [answer(41, "#40", changes)] }).accepted;
  expect(answeredBy({ author: us, opened })).toMatchObject({ by: { login: "signalbox" }, number: 41 });
  expect(answeredBy({ author: bob })).toBeUndefined();
});

describe("a suggested answer", () => {
  const seen = asked({ decisionClass: "Breaking change" });
  const hash = hashOf(seen, "In the keychain.");
  const approval = (by = maria, text = `/approve ${hash}`, at = 3 * minute) => says(text, by, at, "IC_2");

  test("is taken by a person's approval, who is then who decided", () => {
    const { accepted } = decisionOn(seen, [says(words), approval()]);
    expect(accepted).toMatchObject({ word: "IC_1", decision: "In the keychain.", by: { login: "maria" } });
  });

  test("is taken by all digits after an edit of the question, too, as they name its text", () => {
    const edited = { ...seen, editedAt: start + 30_000, editor: alice };
    const asBefore = { ...edited, own: [reply("IC_0", edited.textHash, 40_000)] };
    const first = says(words, bob, -minute, "IC_0");
    expect(decisionOn(asBefore, [first, says(words), approval()]).accepted).toBeDefined();
  });

  test.each<readonly [string, IssueSeen, CommentSeen]>([
    ["an agent's", seen, approval(bob)],
    ["one of another hash", seen, approval(maria, "/approve 00000000")],
    ["one of a text that was changed since", { ...seen, textHash: "f".repeat(64) }, approval()],
  ])("is not taken by %s", (_, given, said) => {
    expect(decisionOn(given, [says(words), said]).accepted).toBeUndefined();
  });

  test("is not taken by an unsigned comment of the login that gave it, where agents write with a person's login", () => {
    const shared = readSettings(
      `agents: { bea: { account: U_bob, key: "${bobKey}", with_person: true } }\npolicy: [{name: people, who: [people]}, {name: agents, who: [agents]}]\n`,
    );
    if (!shared.ok) throw new Error(shared.problem);
    const signature = {
      type: "holds",
      key: bobKey,
      from: "bea",
      id: "01JBEA",
      until: start + 15 * minute,
    } as const;
    const given = { ...says(words), signature };
    const known = { settings: shared.settings };
    expect(decisionOn(seen, [given, approval(bob)], known).accepted).toBeUndefined();
    expect(decisionOn(seen, [given, approval(maria)], known).accepted).toMatchObject({
      by: { login: "maria" },
    });
  });

  /** A reply of ours, which shows the text with the hash. */
  function reply(to: string, tells: string, at: number): OwnComment {
    const createdAt = start + at;
    const key = `reply:${to}:told:${tells}`;
    return { id: `IC_to_${to}`, key, text: "", createdAt, isMinimized: false, persisted: undefined };
  }

  describe("is meant by eight digits only once we showed it to the approver", () => {
    const short = approval(maria, `/approve ${hash.slice(0, 8)}`);
    const again = says(`/approve ${hash.slice(0, 8)}`, maria, 4 * minute, "IC_3");
    const later = 200_000;

    test("so that the answer is shown first, with all digits, even if our own status names it", () => {
      const text = `<!-- answer ${hash} -->`;
      const status = { ...reply("IC_0", hash, 100_000), key: "status", text };
      const { decision, accepted } = decisionOn({ ...seen, own: [status] }, [says(words), short]);
      expect(accepted).toBeUndefined();
      const said = decision.effects.flatMap(({ effect }) => (effect.type === "AddComment" ? effect : []))[0];
      expect(said?.text).toContain("In the keychain.");
      expect(said?.text).toContain(`/approve ${hash}`);
      expect(said?.marker).toBe(`reply:IC_2:told:${hash}`);
    });

    test("and then the same word counts", () => {
      const own = [reply("IC_2", hash, later)];
      expect(decisionOn({ ...seen, own }, [says(words), short, again]).accepted).toBeDefined();
      const other = [reply("IC_2", "0".repeat(64), later)];
      expect(decisionOn({ ...seen, own: other }, [says(words), short, again]).accepted).toBeUndefined();
      const toBob = { ...seen, own: [reply("IC_1", hash, later)] };
      expect(decisionOn(toBob, [says(words), short, again]).accepted).toBeUndefined();
    });
  });
});
