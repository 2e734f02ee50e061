/** An agent answers another one's question while a page has a constraint about it: people decide, whatever the coordinator does. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const settings = [
  "coordinator: { mode: off }",
  "policy:",
  "  - { name: people, who: [people] }",
  "  - { name: agents, who: [agents] }",
].join("\n");
const path = "context/constraints.md";

let bus: TestBus;
afterEach(() => bus.stop());

async function write(text: string): Promise<void> {
  const { octokit, repository } = bus.as("maria");
  const { repos } = octokit.rest;
  const content = Buffer.from(text).toString("base64");
  await repos.createOrUpdateFileContents({ ...repository, path, message: "Write", content });
  await bus.settled();
}

async function ask(title: string): Promise<number> {
  const ada = bus.as("ada");
  const task = await ada.open("Sign in", "### Goal\n\nPeople sign in.", ["kind:task"]);
  const sections = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: "I cannot go on.",
  };
  const number = await ada.open(title, form(sections), ["kind:question"]);
  await bus.settled();
  return number;
}

async function statusOf(issue: number): Promise<string> {
  const comments = await bus.as("maria").comments(issue);
  return comments.findLast(({ author }) => author === "signalbox[bot]")?.body ?? "";
}

test("an agent's answer becomes a suggestion where a page has a constraint about it, also right after the page was pushed", async () => {
  bus = await startBus({ seed: seedWith(crew) });
  await nameCrew(bus, crew, settings);
  const free = await ask("Q: Which method of the client reads a cookie?");
  await bus.as("bea").comment(free, "/answer The method `readCookie`.");
  await bus.settled();
  bus.clock.advance(6_000);
  await bus.settled();
  expect((await bus.as("maria").see(free)).state).toBe("closed");

  const bound = await ask("Q: Where does the client keep session tokens?");
  await write("# Constraints\n\n- Session tokens are kept in memory by the client, never on disk.\n");
  await bus.as("bea").comment(bound, "/answer The client keeps them in its own folder.");
  await bus.settled();
  bus.clock.advance(6_000);
  await bus.settled();
  expect((await bus.as("maria").see(bound)).state).toBe("open");
  const status = await statusOf(bound);
  expect(status).toContain("**Suggested** by `bea`:");
  expect(status).toContain("`context/constraints.md` has a constraint about it, on line 3.");

  const [, hash = ""] = /\/approve ([0-9a-f]{8,64})/.exec(status) ?? [];
  await bus.as("maria").comment(bound, `/approve ${hash}`);
  await bus.settled();
  expect((await bus.as("maria").see(bound)).state).toBe("closed");
});
