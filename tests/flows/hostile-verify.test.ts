/**
 * Whoever reaches the server's socket can report what `verify` found. An agent that reports it for its own handover, and stands for
 * it, gets nothing accepted; a person, or an agent that has nothing to do with the work, does.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const repo = "/repos/acme/demo";
const claim = "npm test";
let bus: TestBus;
beforeAll(async () => {
  bus = await startCrew({
    ada: { login: "ada" },
    twin: { login: "ada" },
    bea: { login: "bea" },
    pia: { login: "bob", with_person: true },
  });
});
afterAll(() => bus.stop());

/** Ada works on a task and hands it over, with a claim that nothing shows. */
async function handOver(
  branch: string,
): Promise<{ readonly task: number; readonly handover: number; readonly head: string }> {
  const ask = bus.testHub.as("ada");
  const task = await bus.as("alice").open("Say it", "### Goal\n\nIt is said.", ["kind:task"], []);
  await bus.settled();
  const env = { SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: "ada", ...databaseVariables(bus.home) };
  expect((await signalbox(["claim", String(task)], env)).code).toBe(0);
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from("well\n").toString("base64");
  await ask("PUT", `${repo}/contents/${branch}.md`, { message: "Work", branch, content });
  const { body } = await ask("POST", `${repo}/pulls`, {
    title: "Say it",
    head: branch,
    base: "main",
    body: "",
  });
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${branch}.md: says it`,
    Verified: `- \`${claim}\`: passed`,
    Context: "Nobody had said it before.",
    "Next steps": "None.",
    "Pull request": `#${body.number}`,
  };
  const handover = await bus.as("ada").open("Handover: it", form(says), ["kind:handover"], []);
  await bus.settled();
  return { task, handover, head: body.head.sha };
}

/** As with the owner's secret: what the server is told to have been found. */
async function report(handover: number, commit: string, found = "exit code 0"): Promise<string> {
  const { url, token } = readContact(bus.home) ?? { url: "", token: "" };
  const claims = [{ name: claim, holds: true, found }];
  const answer = await fetch(`${url}/control/invariants`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ owner: "acme", repo: "demo", number: handover, commit, results: [], claims }),
  });
  const posted: unknown = await answer.json();
  expect(posted).toEqual({ isPosted: true, result: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await bus.settled();
  return /[0-9a-f]{64}/.exec(JSON.stringify(posted))?.[0] ?? "";
}

async function say(login: string, handover: number, words: string): Promise<string> {
  await bus.as(login).comment(handover, words);
  await bus.settled();
  return (await bus.as("maria").comments(handover)).map(({ body }) => body).join("\n");
}

const stateOf = async (issue: number): Promise<string> => (await bus.as("maria").see(issue)).state;

test("an agent that forges a result for its own handover, and stands for it itself, gets nothing accepted", async () => {
  const { task, handover, head } = await handOver("forged");
  const result = await report(handover, head);
  expect([await stateOf(handover), await stateOf(task)]).toEqual(["open", "open"]);
  const said = await say("ada", handover, `/verified ${result}`);
  expect(said).toContain("Agents write as `ada`, and that account does this work");
  expect(said).toContain(`comments \`/verified ${result}\``);
  const envelope = "\n\n```signalbox\nv: 1.1\nfrom: twin\n```";
  await say("ada", handover, `/verified ${result}${envelope}`);
  expect([await stateOf(handover), await stateOf(task)]).toEqual(["open", "open"]);
});

test("a result counts for no other one, and a stranger's word for none", async () => {
  const { handover, head } = await handOver("other");
  const first = await report(handover, head, "exit code 0, at first");
  const result = await report(handover, head);
  expect(first).not.toBe(result);
  await say("maria", handover, `/verified ${first}`);
  await say("maria", handover, `/verified ${result.slice(0, 16)}`);
  await say("mallory", handover, `/verified ${result}`);
  expect(await stateOf(handover)).toBe("open");
  await say("maria", handover, `/verified ${result}`);
  expect(await stateOf(handover)).toBe("closed");
});

test.each([
  ["a person", "maria"],
  ["an agent of another account", "bea"],
])("%s who stands for it has it accepted, and is named", async (_, login) => {
  const { task, handover, head } = await handOver(`by-${login}`);
  const result = await report(handover, head);
  const said = await say(login, handover, `/verified ${result}`);
  expect(said).toContain(`\`${login}\` stood for what \`signalbox verify\` found.`);
  expect([await stateOf(handover), await stateOf(task)]).toEqual(["closed", "closed"]);
});

test("a person on a login that agents use stands for others' work, and not for their own", async () => {
  const { handover, head } = await handOver("shared");
  const result = await report(handover, head);
  await say("bob", handover, `/verified ${result}`);
  expect(await stateOf(handover)).toBe("closed");
});
