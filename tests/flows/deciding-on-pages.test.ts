/**
 * A solo developer's first hour: three agents write with her login. What they ask is decided by her on the pages, signed in
 * with GitHub, and by nothing that the login comments.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Browser, openBrowser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin, openTask } from "../support/freeing.ts";
import { settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
let maria: Actor;
let task: number;

beforeEach(async () => {
  bus = await startBus();
  maria = bus.as("maria");
  await agentsOn(true);
  task = await openTask(maria);
  await bus.settled();
  await maria.comment(task, "/claim as maria-agent-1");
  await bus.settled();
});
afterEach(() => bus.stop());

async function agentsOn(withPerson: boolean | "comments"): Promise<void> {
  const { data } = await maria.octokit.rest.users.getAuthenticated();
  const entries = [1, 2, 3].map(
    (each) => `  maria-agent-${each}: { account: ${data.node_id}, with_person: ${withPerson} }\n`,
  );
  await settingsStory(bus).put(maria, `agents:\n${entries.join("")}`);
}

async function ask(category = "architecture"): Promise<number> {
  const text = form({
    "Blocking task": `#${task}`,
    Category: category,
    Urgency: "blocking",
    Context: "Both would do.",
  });
  const question = await maria.open("Q: Which store?", text, ["kind:question"]);
  await bus.settled();
  return question;
}

const oursOn = async (issue: number): Promise<readonly string[]> =>
  (await maria.comments(issue)).filter(({ author }) => author === botLogin).map(({ body }) => body);
const herCommentsOn = async (issue: number): Promise<number> =>
  (await maria.comments(issue)).filter(({ author }) => author === "maria").length;
const reactionsTo = async (comment: number): Promise<readonly string[]> => {
  const { data } = await maria.octokit.rest.reactions.listForIssueComment({
    ...maria.repository,
    comment_id: comment,
  });
  return data.map(({ content }) => content);
};

/** Hidden fields of the page's forms, as the browser would send them. */
async function fieldsOf(browser: Browser, path: string, names: readonly string[]) {
  const { text } = await browser.ask(path);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
  return Object.fromEntries(names.map((name) => [name, hidden(name)]));
}

async function answerOnPage(browser: Browser, question: number, decision: string): Promise<number> {
  const path = `/issues/acme/demo/${question}`;
  const given = await fieldsOf(browser, path, ["textHash", "formToken"]);
  const fields = { operation: "answer", ...given, decision, why: "One file is enough." };
  const { status } = await browser.post(path, fields);
  await bus.settled();
  return status;
}

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  return answer.json();
}

describe("a question that her agent asked", () => {
  test("AG01 is decided on the page, is in no comment of hers, and a rebuild has it", async () => {
    const question = await ask();
    const words = await herCommentsOn(question);
    const browser = await signIn(bus.server().url, bus.hub, "maria");
    expect(await answerOnPage(browser, question, "SQLite.")).toBe(303);
    expect(await maria.see(question)).toMatchObject({ state: "closed", reason: "completed" });
    expect((await maria.see(task)).labels).not.toContain("status:blocked");
    const [status] = await oursOn(question);
    expect(status).toContain("**Answered** by `maria`");
    expect(status).toContain("SQLite.");
    expect(await herCommentsOn(question)).toBe(words);
    expect(await rebuild()).toMatchObject({ differences: [] });
  });

  test("AG01 is not decided by a comment of the login: one line names the page, then the status does", async () => {
    const question = await ask();
    await maria.comment(question, "/answer PostgreSQL.");
    await bus.settled();
    const again = await maria.comment(question, "/answer PostgreSQL, I said.");
    await bus.settled();
    expect(await maria.see(question)).toMatchObject({ state: "open" });
    const page = `${bus.server().url}/issues/acme/demo/${question}`;
    const replies = (await oursOn(question)).filter((body) => body.includes("had no effect"));
    expect(replies).toHaveLength(1);
    expect(replies[0]).toContain(`[the page](${page})`);
    expect(await reactionsTo(again)).toEqual(["confused"]);
    const status = (await oursOn(question)).find((body) => body.startsWith("**Agents write"));
    expect(status ?? (await oursOn(question)).join("\n")).toContain(page);
  });

  test("AG01 is decided by her comments where an admin accepted the risk", async () => {
    await agentsOn("comments");
    const question = await ask();
    await maria.comment(question, "/answer SQLite.");
    await bus.settled();
    expect(await maria.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  });

  test("AG01 takes no choice from the start link, nor for a text that the page did not show", async () => {
    const question = await ask();
    const path = `/issues/acme/demo/${question}`;
    const hers = await signIn(bus.server().url, bus.hub, "maria");
    const given = await fieldsOf(hers, path, ["textHash", "formToken"]);
    const fields = { operation: "answer", ...given, decision: "Forged.", why: "It is easy." };
    const owner = openBrowser(bus.server().url);
    await owner.ask(new URL(bus.server().entryLink("/")).pathname);
    const own = await fieldsOf(owner, "/status", ["formToken"]);
    expect((await owner.post(path, { ...fields, ...own })).status).toBe(422);
    await bus.settled();
    expect(await maria.see(question)).toMatchObject({ state: "open" });
    await maria.edit(question, { title: "Q: May we delete all accounts?" });
    await bus.settled();
    const late = await hers.post(path, { ...fields, decision: "Yes." });
    expect(late.status).toBe(409);
    expect(late.text).toContain("The text was edited after you read it, so nothing was written.");
    await bus.settled();
    expect(await maria.see(question)).toMatchObject({ state: "open" });
  });
});

test("AG01 an escalation about her agents' question is decided on the page of decisions, which shows no question, so the question is answered on its own", async () => {
  const question = await ask();
  const body = form({
    Regarding: `#${question}`,
    Urgency: "blocking",
    Context: "Both would do.",
    Question: "Which store?",
    Options: "1. SQLite.\n2. PostgreSQL.",
    "Impact of delay": "Work stops.",
  });
  const escalation = await maria.open("Escalation: Which store?", body, ["kind:escalation"]);
  await bus.settled();
  await maria.comment(escalation, "/decide 2");
  await bus.settled();
  expect(await maria.see(escalation)).toMatchObject({ state: "open" });
  const browser = await signIn(bus.server().url, bus.hub, "maria");
  const given = await fieldsOf(browser, "/escalations", ["textHash", "formToken"]);
  const fields = { ...given, issue: `acme/demo#${escalation}`, option: "1", because: "" };
  expect((await browser.post("/escalations", fields)).status).toBe(303);
  await bus.settled();
  expect(await maria.see(escalation)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await maria.see(question)).toMatchObject({ state: "open" });
  const told = (await maria.comments(escalation)).map((each) => each.body).join("\n");
  expect(told).toContain(`It does not settle #${question}`);
  expect(await answerOnPage(browser, question, "SQLite.")).toBe(303);
  await bus.settled();
  expect(await maria.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await maria.see(task)).labels).not.toContain("status:blocked");
  expect(await rebuild()).toMatchObject({ differences: [] });
});
