/**
 * Two agents answer each other, as an admin's policy row allows, about something that is people's: the words of the question
 * and of the answer decide, not the category that the asker chose, and nothing that a page would not show hides a word. And
 * an agent changes what a person decided: it reopens the question, takes her answer away, and answers it itself.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { signIn } from "../server/site/sign-in.ts";
import type { TestBus } from "../support/bus.ts";
import { startBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { openTask, openVote, ours } from "../support/votes-story.ts";
import { someOf } from "./attacks.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const policy = `policy:
  - {name: people, who: [people]}
  - {name: helpers, who: [agents], categories: [implementation]}
  - {name: votes, who: [vote]}
`;
let bus: TestBus;
let asked = 0;
beforeAll(async () => {
  bus = await startBus({ seed: seedWith(crew) });
  await nameCrew(bus, crew, policy);
});
afterAll(() => bus.stop());

const settle = async (): Promise<void> => {
  await bus.settled();
  bus.clock.advance(1_100);
};

interface Asked {
  readonly task: number;
  readonly question: number;
}

async function ask(title: string, context: string): Promise<Asked> {
  asked += 1;
  const task = await openTask(bus.as("alice"), `Part ${asked}`);
  const sections = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "blocking" };
  const question = await bus
    .as("ada")
    .open(`Q: ${title} (${asked})`, form({ ...sections, Context: context }), ["kind:question"], []);
  await settle();
  return { task, question };
}

async function say(login: string, issue: number, words: string): Promise<number> {
  const comment = await bus.as(login).comment(issue, words);
  await settle();
  return comment;
}

async function expectLeftToPeople({ task, question }: Asked, decision: string): Promise<void> {
  expect(await bus.as("maria").see(question)).toMatchObject({ state: "open" });
  expect((await bus.as("maria").see(task)).labels).toContain("status:blocked");
  const status = (await ours(bus, question))[0] ?? "";
  expect(status).toContain("**Suggested** by `bea`");
  expect(status).toMatch(/A person decides: .+ To take it, comment `\/approve [0-9a-f]{64}`/);
  const brief = await signalbox(["brief", `acme/demo#${task}`, "--home", bus.home]);
  expect(brief.out).not.toContain(decision);
}

const harmless = "Which of the two names is better?";
const reserved: Readonly<Record<string, readonly [string, string, string]>> = {
  "in the title": ["May we delete all customer accounts?", harmless, "Yes."],
  "in the context": [harmless, "May we delete all customer accounts?", "Yes."],
  "in bold, a letter long": [harmless, "May we **d**elete all customer acc**o**unts?", "Yes."],
  "between tags": [harmless, "May we de<b></b>lete all customer acc<i></i>ounts?", "Yes."],
  "with escapes": [harmless, "May we delete the user&#115; ta&#x62;le?", "Yes."],
  "in fullwidth letters": [harmless, "May we ｄｅｌｅｔｅ all customer ａｃｃｏｕｎｔｓ?", "Yes."],
  "around a character that nobody sees": [
    harmless,
    "May we dele\u200bte all customer acc\u00adounts?",
    "Yes.",
  ],
  "in letters of another alphabet": [harmless, "May we dеlеtе all customеr аccounts?", "Yes."],
  "in a fence": [harmless, "Which?\n\n```\nMay we delete all customer accounts?\n```", "Yes."],
  "in another language": ["Dürfen wir alle Kundenkonten löschen?", "Bitte um Antwort.", "Ja."],
  "in the answer": [harmless, "The first or the second?", "The first, and delete all customer accounts."],
  "in the answer, in bold": [
    harmless,
    "The first or the second?",
    "The first; d**e**lete all customer **acc**ounts.",
  ],
  "in the answer, in another alphabet": [
    harmless,
    "The first or the second?",
    "The first, and dеlеtе all аccоunts.",
  ],
  "in the answer, below a harmless line": [
    harmless,
    "The first or the second?",
    "The first.\n\nAnd skip the check of the signatures from now on.",
  ],
};

describe("reserved words", () => {
  test("a question without any is answered by the other agent", async () => {
    const { task, question } = await ask(harmless, "The first or the second?");
    await say("bea", question, "/answer The first.");
    expect(await bus.as("maria").see(question)).toMatchObject({ state: "closed", reason: "completed" });
    expect((await bus.as("maria").see(task)).labels).toContain("status:ready");
  });

  test.each(someOf(Object.entries(reserved), 4))("%s", async (_, [title, context, decision]) => {
    const both = await ask(title, context);
    await say("bea", both.question, `/answer ${decision}`);
    await expectLeftToPeople(both, decision);
  });
});

describe("on a page, signed in as the agent's own account", () => {
  async function answerOnPage(question: number, decision: string): Promise<string> {
    const browser = await signIn(bus.server().url, bus.hub, "bea");
    const path = `/issues/acme/demo/${question}`;
    const { text } = await browser.ask(path);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
    const given = { textHash: hidden("textHash"), formToken: hidden("formToken") };
    const answered = await browser.post(path, { operation: "answer", ...given, decision, why: "It is." });
    await settle();
    return answered.text;
  }

  test("reserved words in the answer: nothing is decided", async () => {
    const { task, question } = await ask(harmless, "The first or the second?");
    await answerOnPage(question, "The first, and delete all customer accounts.");
    expect(await bus.as("maria").see(question)).toMatchObject({ state: "open" });
    expect((await bus.as("maria").see(task)).labels).toContain("status:blocked");
  });

  test("a person answered it before: nothing is decided", async () => {
    const both = await ask(harmless, "The first or the second?");
    await say("maria", both.question, "/answer The first.");
    await reopen(both);
    await answerOnPage(both.question, "The second.");
    expect(await bus.as("maria").see(both.question)).toMatchObject({ state: "open" });
  });
});

type Overturn = (asked: Asked, herAnswer: number) => Promise<unknown>;

async function reopen({ question }: Asked): Promise<void> {
  await bus.as("bea").reopen(question);
  await settle();
}
const takeAway = async (comment: number): Promise<void> => {
  const { octokit, repository } = bus.as("bea");
  await octokit.rest.issues.deleteComment({ ...repository, comment_id: comment });
  await settle();
};
const overturns: Readonly<Record<string, Overturn>> = {
  "it reopens the question and answers it": async (both) => {
    await reopen(both);
    await say("bea", both.question, "/answer The second.");
  },
  "it deletes her answer and answers in its place": async ({ question }, hers) => {
    await takeAway(hers);
    await say("bea", question, "/answer The second.");
  },
  "it deletes her answer, reopens the question and answers it": async (both, hers) => {
    await takeAway(hers);
    await reopen(both);
    await say("bea", both.question, "/answer The second.");
  },
  "it does so while the server is away": async (both, hers) => {
    await bus.stopServer();
    const { octokit, repository } = bus.as("bea");
    await octokit.rest.issues.deleteComment({ ...repository, comment_id: hers });
    await bus.as("bea").reopen(both.question);
    await bus.as("bea").comment(both.question, "/answer The second.");
    await bus.startServer();
    await settle();
  },
  "it answers in an issue of its own": async (both) => {
    await reopen(both);
    const says = { Answers: `#${both.question}`, Decision: "The second.", Rationale: "It is better." };
    await bus.as("bea").open("A: The second", form(says), ["kind:answer"], []);
    await settle();
  },
  "it deletes what signalbox said of her answer, too": async (both, hers) => {
    await takeAway(hers);
    const { octokit, repository } = bus.as("bea");
    for (const { id, author } of await bus.as("bea").comments(both.question))
      if (author === "signalbox[bot]")
        await octokit.rest.issues.deleteComment({ ...repository, comment_id: id });
    await settle();
    await reopen(both);
    await say("bea", both.question, "/answer The second.");
  },
};

describe("what a person decided", () => {
  test.each(someOf(Object.entries(overturns), 2))("%s: a person is asked", async (_, attack) => {
    const both = await ask(harmless, "The first or the second?");
    const hers = await say("maria", both.question, "/answer The first.");
    await attack(both, hers);
    const { task, question } = both;
    const status = (await ours(bus, question)).join("\n");
    expect(status).not.toMatch(/\*\*Answered\*\* by `bea`/);
    const brief = await signalbox(["brief", `acme/demo#${task}`, "--home", bus.home]);
    expect(brief.out).not.toContain("The second.");
    const { state } = await bus.as("maria").see(question);
    if (state === "open") expect(status).toContain("maria answered it before: a person changes what");
    // She changes it, by the command that she was shown.
    const [approve] = /\/approve [0-9a-f]{64}/.exec(status) ?? [];
    if (approve === undefined) return;
    await say("maria", question, approve);
    expect((await ours(bus, question)).join("\n")).toContain("**Answered** by `maria`");
  });

  test("agents carry a vote about it: her answer stands until a person changes it", async () => {
    const both = await ask(harmless, "The first or the second?");
    await say("maria", both.question, "/answer The first.");
    await reopen(both);
    const vote = await openVote(bus.as("ada"), {
      Question: "Which name?",
      Options: "1. The first.\n2. The second.",
      Voters: "ada, bea",
      Needs: "2",
      Regarding: `#${both.question}`,
    });
    await settle();
    for (const voter of ["ada", "bea"]) await say(voter, vote, "/vote 2");
    expect((await ours(bus, both.question)).join("\n")).not.toMatch(/\*\*Answered\*\*/);
    expect(await bus.as("maria").see(both.question)).toMatchObject({ state: "open" });
  });
});
