/** What the status of a question says under an agent's answer: why it is a suggestion, and that a person takes it. */
import { describe, expect, test } from "vitest";
import {
  type Accepted,
  emptyPersistedState,
  type PersistedState,
} from "../../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { answer, bob, maria, start, us } from "../../support/issues.ts";
import { type Asked, asked, decisionOn, minute, says, settings } from "../../support/suggested-answers.ts";

const words = "In the keychain.";
const given = (decision = words) => [says(`/answer ${decision}`)];
const long = "I cannot find it anywhere in here. ".repeat(60);

describe("the reasons by the words of question and answer", () => {
  const declared = "The declared decision class";
  const deletes = "It mentions something that deletes data.";
  const asksToDelete = `It asks for a step that deletes data. ${deletes} It asks permission for a step.`;
  const foreign = "It is not in English, so it is unclear what kind of decision it is.";
  const mixed = `A word mixes letters of several alphabets. ${foreign}`;
  const unclear = "It is unclear what kind of decision it is.";
  const weakens = "It mentions something that weakens a check or a protection.";
  const relied = "Breaking change: it changes what others rely on.";

  test.each<readonly [Asked, string, string]>([
    [{ decisionClass: "Breaking change" }, words, `${declared} is people's: Breaking change.`],
    [{ decisionClass: "Moon phase" }, words, `${declared} is not known.`],
    [{ title: "Q: May we delete all customer accounts?" }, words, asksToDelete],
    [{ title: "Q: May we de**lete** all customer accounts?" }, words, asksToDelete],
    [{ text: "May we de**lete** all customer accounts?" }, words, asksToDelete],
    [{ text: `${long}It would delete all customer accounts.` }, words, deletes],
    [{ text: `${long}It would de**lete** all customer accounts.` }, words, deletes],
    [{ options: "1. Keep it.\n2. Delete all customer accounts." }, words, deletes],
    [{ title: "Q: Tokens", text: "Tokens." }, words, unclear],
    [{ title: "Q: Where is the tоken kept?" }, words, mixed],
    [{ text: "I cannot find the tоken." }, words, mixed],
    [{}, "In the keychаin.", mixed],
    [{ title: "Q: Wo ist es, und warum?" }, words, foreign],
    [{ text: "Wir dürfen das nicht." }, words, foreign],
    [{}, "Im Schlüsselbund, und nicht in der Datei.", foreign],
    [{}, "Delete all customer accounts.", `Of the answer: ${deletes}`],
    [{}, "De**lete** all customer accounts.", `Of the answer: ${deletes}`],
    [
      {},
      "Delete all customer accounts and disable signature verification.",
      `Of the answer: ${relied} Of the answer: ${deletes} Of the answer: ${weakens}`,
    ],
    [
      {},
      "Run `npm install keytar` there.",
      "The answer takes the package `keytar`, which the question does not name.",
    ],
    [
      { decisionClass: "Architecture" },
      "Delete all customer accounts.",
      `${declared} is people's: Architecture. Of the answer: ${deletes}`,
    ],
  ])("to %j, answered by %j", (question, decision, reasons) => {
    const { accepted, reasons: said } = decisionOn(asked(question), given(decision));
    expect(said).toBe(reasons);
    expect(accepted).toBeUndefined();
    expect(decisionOn(asked(question), [says(`/answer ${decision}`, maria)])).toMatchObject({
      accepted: { by: { login: "maria" } },
      reasons: undefined,
    });
  });

  test.each<readonly [Asked, string]>([
    [{ decisionClass: "Bug fix approach" }, words],
    [{ text: "I cannot find it: keytar?" }, "Run `npm install keytar` there."],
    [{ options: "1. In the keychain.\n2. In a file." }, words],
  ])("are none to %j, answered by %j, which counts", (question, decision) => {
    const { accepted, reasons } = decisionOn(asked(question), given(decision));
    expect(accepted).toMatchObject({ decision, by: { login: "bob" } });
    expect(reasons).toBeUndefined();
  });

  test("are none by a class that a row of the policy names, alone or beside others", () => {
    const rows = "{name: people, who: [people]}, {name: agents, who: [agents]}";
    const moon = settings(`${rows}, {name: moon, who: [people], decisions: [sun-spots, moon-phase]}`);
    const question = asked({ decisionClass: "Moon phase" });
    expect(decisionOn(question, given(), { settings: moon }).accepted).toBeDefined();
    const sun = settings(`${rows}, {name: sun, who: [people], decisions: [sun-spots]}`);
    expect(decisionOn(question, given(), { settings: sun }).reasons).toBe(
      "The declared decision class is not known.",
    );
  });

  test("are not told of an answer that nobody may give: it is no suggestion", () => {
    const people = settings("{name: people, who: [people]}");
    for (const question of [asked(), asked({ decisionClass: "Breaking change" })]) {
      const { accepted, status } = decisionOn(question, given(), { settings: people });
      expect(accepted).toBeUndefined();
      expect(status ?? "").not.toContain("Suggested");
    }
  });
});

describe("the reasons by pages", () => {
  const question = asked();
  const found = (gates: Proposal["gates"], textHash = question.textHash) => ({
    proposals: new Map([
      [
        question.id,
        {
          textHash,
          basis: "b",
          isSuggestion: true,
          gates,
          passages: [],
          proposed: { type: "rest", same: undefined, because: "nothing" } as const,
        },
      ],
    ]),
  });
  const gate = (name: string, passes: boolean, ...reasons: readonly string[]) => ({
    gate: name,
    passes,
    reasons,
  });

  test.each(["reserved", "authority", "conflict"])("are those of the gate %s where it stopped", (name) => {
    const gates = [
      gate("evidence", false, "Nothing."),
      gate(name, false, "`a.md` says so.", "So does `b.md`."),
    ];
    const { accepted, reasons } = decisionOn(question, given(), found(gates));
    expect(accepted).toBeUndefined();
    expect(reasons).toBe("`a.md` says so. So does `b.md`.");
    const passed = [gate(name, true, "`a.md` agrees.")];
    expect(decisionOn(question, given(), found(passed)).accepted).toBeDefined();
    expect(decisionOn(question, given(), found(gates, "0".repeat(64))).accepted).toBeDefined();
  });

  test.each(["evidence", "policy", "own page", "reading", "tree"])(
    "are none of the gate %s, which is about the coordinator's own answer",
    (name) => {
      const gates = [gate(name, false, "It found nothing.")];
      expect(decisionOn(question, given(), found(gates)).accepted).toBeDefined();
    },
  );

  test("come after those of the words, each once", () => {
    const deletes = "Of the answer: It mentions something that deletes data.";
    const constraints = new Map([["IC_1", ["`a.md` says so.", "`c.md` says so."]]]);
    const known = { ...found([gate("conflict", false, "`a.md` says so.")]), constraints };
    expect(decisionOn(question, given("Delete all customer accounts."), known).reasons).toBe(
      `${deletes} \`a.md\` says so. \`c.md\` says so.`,
    );
  });

  test("are none where no page has a constraint about this answer", () => {
    const others = new Map([
      ["IC_1", []],
      ["IC_7", ["Another one."]],
    ]);
    for (const constraints of [others, new Map([["IC_7", ["Another one."]]])])
      expect(decisionOn(question, given(), { constraints }).accepted).toBeDefined();
  });
});

describe("after a person's answer, once the question was reopened", () => {
  const reopenedAt = start + minute / 2;
  const earlier = (by: { readonly id: string; readonly login: string }): Accepted => ({
    version: { title: asked().title, hash: asked().textHash },
    at: start + 1,
    how: "command",
    word: "IC_0",
    by: { id: by.id, login: by.login },
    decision: keepWords("In a file."),
    row: "any",
  });
  const remembering = (persisted: Partial<PersistedState>) => {
    const status = { id: "IC_s", key: "status", text: "", createdAt: start, isMinimized: false } as const;
    return {
      ...asked(),
      issueState: { state: "open", reopened: true } as const,
      reopenedAt,
      own: [{ ...status, persisted: { ...emptyPersistedState, ...persisted } }],
    };
  };
  const kept = "maria answered it before: a person changes what a person decided.";
  const disputed = { decision: "In a file.", by: { id: maria.id, login: "maria" } };

  test.each<readonly [string, Partial<PersistedState>]>([
    ["that was accepted", { accepted: earlier(maria) }],
    ["that was deleted", { accepted: { ...earlier(maria), gone: true } }],
    ["that is disputed", { disputed }],
  ])("%s, an agent's is a suggestion, and another person's counts", (_, persisted) => {
    const seen = remembering(persisted);
    expect(decisionOn(seen, given())).toMatchObject({ accepted: undefined, reasons: kept });
    expect(decisionOn(seen, [says(`/answer ${words}`, maria)])).toMatchObject({
      accepted: { by: { login: "maria" } },
      reasons: undefined,
    });
  });

  test("one that an agent gave and a person edited is a suggestion, too: the agent's words are in it", () => {
    const edited = answer(41, "#40", { author: bob, editor: maria, editedAt: start + 2 * minute });
    const { accepted, reasons } = decisionOn(remembering({ disputed }), [], { answers: [edited] });
    expect(accepted).toBeUndefined();
    expect(reasons).toContain(kept);
  });

  test("other reasons follow", () => {
    const { reasons } = decisionOn(remembering({ disputed }), given("Delete all customer accounts."));
    expect(reasons).toBe(`${kept} Of the answer: It mentions something that deletes data.`);
  });

  test.each([
    ["an agent", bob],
    ["the App", us],
  ])("which %s gave, an agent's counts", (_, by) => {
    expect(decisionOn(remembering({ accepted: earlier(by) }), given()).accepted).toMatchObject({
      decision: words,
      by: { login: "bob" },
    });
  });
});

test("suggestions are shown the newest first, and no more than three", () => {
  const all = ["One.", "Two.", "Three.", "Four."].map((decision, at) =>
    says(`/answer ${decision}`, bob, minute + at, `IC_${at}`),
  );
  const { status = "" } = decisionOn(asked({ decisionClass: "Breaking change" }), all);
  expect([...status.matchAll(/^> (\w+)\.$/gm)].map(([, word]) => word)).toEqual(["Four", "Three", "Two"]);
});
