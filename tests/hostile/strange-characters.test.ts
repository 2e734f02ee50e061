/**
 * An account with write access puts characters that nobody sees, or that a terminal obeys, and the forms of secrets into
 * every section of every kind of issue, and into titles. Nothing that reads them hands them on: no command, text or JSON,
 * no page and no answer of the API.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasInvisible } from "../../src/protocol/characters.ts";
import { signalbox } from "../cli/terminal.ts";
import { openBrowser } from "../server/site/browser.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { secretForms } from "../support/secret-forms.ts";
import { contractBody, voteBody } from "../support/votes-story.ts";
import { someOf } from "./attacks.ts";

const strange = "\u001b[2J\u001b]0;owned\u0007\u202eevil\u202c\u200b\u2066x\u2069\u00ad\u{e0041}\u009b31m";
const [, secretText = "", secret = ""] = secretForms[6] ?? [];
const [, otherText = "", otherSecret = ""] = secretForms[14] ?? [];
const hostile = (text: string): string => `${text} ${strange} ${secretText} ${otherText}`;

let bus: TestBus;
let task: number;
let question: number;
const others: number[] = [];
beforeAll(async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const open = async (
    title: string,
    kind: string,
    sections: Readonly<Record<string, string>>,
    body = form(sections),
  ) => {
    const issue = await alice.open(hostile(title), body, [`kind:${kind}`], []);
    await bus.settled();
    return issue;
  };
  task = await open("Part", "task", {
    Goal: hostile("Build it."),
    Track: hostile("web"),
    Priority: `p1${strange}`,
    Acceptance: `- [ ] ${hostile("it works")}`,
    Files: `- src/${strange}/**`,
  });
  question = await open("Q: Which", "question", {
    "Blocking task": `#${task}`,
    Category: hostile("architecture"),
    Urgency: "blocking",
    Context: hostile("Both."),
    Options: `1. ${hostile("This")}\n2. ${hostile("That")}`,
  });
  others.push(
    await open("Escalation: What", "escalation", {
      Regarding: `#${task}`,
      Urgency: "blocking",
      Context: hostile("Two."),
      Question: hostile("Which?"),
      Options: `1. ${hostile("This")}\n2. ${hostile("That")}`,
      "Impact of delay": hostile("None."),
    }),
    await open("Discovery: Found", "discovery", {
      "Found by": hostile("bob"),
      "Relevant to": `#${task}`,
      Finding: hostile("It never ends."),
      "Action needed": "fix",
    }),
    await open("Handover: done", "handover", {
      Completes: `#${task}`,
      Status: "partial",
      Changes: `- src/${strange}a.ts: ${hostile("does it")}`,
      Verified: `- ${hostile("npm test")}: passed`,
      Context: hostile("Easy."),
      "Next steps": hostile("1. More."),
    }),
    await open("Space: one", "space", { Purpose: hostile("All."), Track: hostile("web") }),
    await open(
      "Vote: it",
      "vote",
      {},
      voteBody({ Question: hostile("Which?"), Options: `1. ${hostile("A")}\n2. B`, Voters: "people" }),
    ),
    await open(
      "Contract: it",
      "contract",
      {},
      contractBody({ Provider: `#${task}`, Definition: `\`\`\`ts\n${hostile("a")}\n\`\`\`` }),
    ),
  );
  await bus.as("bob").comment(task, `/tell everyone ${hostile("Hello.")}`);
  await bus.as("maria").comment(question, `/answer ${hostile("This.")}`);
  await bus.settled();
}, 120_000);
afterAll(() => bus.stop());

function expectClean(said: string): void {
  expect(hasInvisible(said.replaceAll("\u001b[0m", ""))).toBe(false);
  for (const word of [secret, otherSecret]) expect(said).not.toContain(word);
}

const lists = [
  "ready",
  "board",
  "list",
  "graph",
  "questions",
  "escalations",
  "votes",
  "contracts",
  "agents",
  "changes",
  "locks",
  "export",
  "metrics",
].map((word) => [word]);
const commands = (issue: number): readonly (readonly string[])[] =>
  ["show", "explain", "timeline", ...(issue === task ? ["brief"] : [])].map((word) => [
    word,
    `acme/demo#${issue}`,
  ]);

test.each(someOf(lists, 5))("the list `%s`, as text and as JSON", async (word) => {
  for (const flags of [[], ["--json"]]) {
    const { out, err } = await signalbox([word, ...flags, "--home", bus.home]);
    expectClean(out + err);
  }
});

test("each issue by itself, as text and as JSON", async () => {
  const issues = [task, question, ...others];
  for (const words of someOf(issues.flatMap(commands), 8))
    for (const flags of [[], ["--json"]]) {
      const { out, err } = await signalbox([...words, ...flags, "--home", bus.home]);
      expect([words, err, out.length > 0]).toEqual([words, "", true]);
      expectClean(out + err);
    }
});

test("pages, and their API", async () => {
  const owner = openBrowser(bus.server().url);
  await owner.ask(new URL(bus.server().entryLink("/")).pathname);
  const issues = [task, question, ...others].map((issue) => `/issues/acme/demo/${issue}`);
  for (const path of ["/board", "/escalations", "/questions", "/status", ...someOf(issues, 3)]) {
    const { status, text } = await owner.ask(path);
    if (status === 200) expectClean(text);
  }
  const { out: token } = await signalbox(["tokens", "add", "--home", bus.home]);
  for (const path of [
    "ready",
    "board",
    "list",
    "questions",
    `show?issue=acme/demo%23${task}`,
    `brief?issue=acme/demo%23${task}`,
  ]) {
    const response = await fetch(`${bus.server().url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    expectClean(await response.text());
  }
});

test("what signalbox writes at GitHub", async () => {
  for (const issue of [task, question, ...others])
    for (const { author, body } of await bus.as("maria").comments(issue))
      if (author === "signalbox[bot]") expectClean(body.replace(/<!--[\s\S]*?-->/g, ""));
});
