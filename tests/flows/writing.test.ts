/** Tests `answer`, `discover` and `escalate` on the running bus: each opens what the form would have opened. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";

let bus: TestBus;
let task: number;
let question: number;
beforeEach(async () => {
  bus = await startBus();
  task = await openTask(bus.as("alice"));
  question = await openQuestion(bus.as("alice"), task);
  await bus.settled();
});
afterEach(() => bus.stop());

const as = (login: string, words: readonly string[]): Promise<Ran> =>
  signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login) });

/** Writes, and resolves to the number of the new issue. */
async function write(login: string, words: readonly string[]): Promise<number> {
  const ran = await as(login, [...words, "--json"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const output = JSON.parse(ran.out);
  expect(output).toMatchObject({ wrote: "issue", seen: true });
  await bus.settled();
  return Number(String(output.issue).split("#")[1]);
}

const issue = async (number: number) => {
  const { octokit, repository } = bus.as("maria");
  return (await octokit.rest.issues.get({ ...repository, issue_number: number })).data;
};

test("an answer settles its question, as the caller", async () => {
  const number = await write("bob", [
    "answer",
    String(question),
    "Opaque tokens",
    "--why",
    "They can be ended.",
  ]);
  expect(await issue(number)).toMatchObject({ title: "A: Opaque tokens", user: { login: "bob" } });
  expect(await bus.as("alice").see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await bus.as("alice").see(task)).labels).toContain("status:ready");
  const shown = await as("bob", ["show", String(question), "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({ decision: expect.stringContaining("Opaque tokens") });
});

test("the person who asked cannot settle the question by the command either", async () => {
  await write("alice", ["answer", String(question), "Opaque tokens", "--why", "They can be ended."]);
  expect(await bus.as("alice").see(question)).toMatchObject({ state: "open" });
});

test("a discovery names who found it, and reaches its tasks", async () => {
  const words = [
    "discover",
    `${task}, backend`,
    "Tokens never end",
    "--finding",
    "See login.ts.",
    "--action",
    "fix",
  ];
  const number = await write("bob", words);
  const found = await issue(number);
  expect(found.title).toBe("Discovery: Tokens never end");
  expect(found.body).toContain(`### Found by\n\nbob\n\n### Relevant to\n\n#${task}, backend\n`);
  const comments = await bus.as("alice").comments(task);
  expect(comments.some(({ body }) => body.includes(`#${number}`))).toBe(true);
});

test("an escalation waits for a person, with its options", async () => {
  const words = [
    "escalate",
    String(question),
    "May we store addresses?",
    "--context",
    "The law says little.",
  ];
  const options = ["--delay", "Sign-up stays closed.", "--options", "Yes, for a year", "No"];
  const number = await write("bob", [...words, ...options]);
  const listed = JSON.parse((await as("maria", ["escalations", "--json"])).out);
  expect(listed.decisions).toMatchObject([
    { number, urgency: "important", question: "May we store addresses?", options: ["Yes, for a year", "No"] },
  ]);
});

test.each([
  ["answer", () => ["answer", String(question), "Opaque tokens", "--why", "They can be ended."]],
  ["discover", () => ["discover", String(task), "Tokens never end", "--finding", "See login.ts."]],
  ["escalate", () => ["escalate", String(task), "Stop?", "--context", "Costs.", "--delay", "None."]],
])("IF11 %s with --dry-run writes nothing and prints the gh command", async (_, words) => {
  const count = async () => {
    const { octokit, repository } = bus.as("maria");
    return (await octokit.rest.issues.listForRepo({ ...repository, state: "all" })).data.length;
  };
  const before = await count();
  const ran = await as("bob", [...words(), "--dry-run"]);
  expect(ran).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^gh issue create --title '/) });
  expect(ran.out).toMatch(/ --repo github\.localhost\/acme\/demo\n$/);
  expect(await count()).toBe(before);
});

test("an answer to a task and an escalation about a missing issue are refused", async () => {
  expect(await as("bob", ["answer", String(task), "Yes", "--why", "So."])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`#${task} is a task, and answers are for questions`),
  });
  const missing = ["escalate", "999", "Stop?", "--context", "Costs.", "--delay", "None."];
  expect(await as("bob", missing)).toMatchObject({ code: 1, err: expect.stringContaining("no issue") });
});
