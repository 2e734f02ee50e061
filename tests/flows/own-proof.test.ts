/** Where the settings name no agents, any account may be an agent's: nobody stands for what verify found of their own work. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

/** Maria opens the task; the login does the work, and hands it over with a claim that nothing shows. */
async function handOver(login: string, branch: string) {
  const ask = bus.testHub.as(login);
  const task = await bus.as("maria").open("Say it", "### Goal\n\nIt is said.", ["kind:task"], []);
  await bus.settled();
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from("well\n").toString("base64");
  await ask("PUT", `${repo}/contents/${branch}.md`, { message: "Work", branch, content });
  const opened = { title: "Say it", head: branch, base: "main", body: `Closes #${task}` };
  const { body } = await ask("POST", `${repo}/pulls`, opened);
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${branch}.md: says it`,
    Verified: "- `npm test`: passed",
    Context: "Nobody had said it before.",
    "Next steps": "None.",
    "Pull request": `#${body.number}`,
  };
  const handover = await bus.as(login).open("Handover: it", form(says), ["kind:handover"], []);
  await bus.settled();
  bus.clock.advance(2_000);
  return { task, handover, commit: String(body.head.sha) };
}

/** What `signalbox verify` reports with the owner's secret, which every process of the server's user can read. */
async function report(handover: number, commit: string): Promise<string> {
  const { url, token } = readContact(bus.home) ?? { url: "", token: "" };
  const claims = [{ name: "npm test", holds: true, found: "exit code 0" }];
  const answer = await fetch(`${url}/control/invariants`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ owner: "acme", repo: "demo", number: handover, commit, results: [], claims }),
  });
  return /[0-9a-f]{64}/.exec(JSON.stringify(await answer.json()))?.[0] ?? "";
}

async function say(login: string, handover: number, words: string): Promise<string> {
  await bus.as(login).comment(handover, words);
  await bus.settled();
  bus.clock.advance(2_000);
  return (await bus.as("maria").comments(handover)).map(({ body }) => body).join("\n");
}

const stateOf = async (issue: number): Promise<string> => (await bus.as("maria").see(issue)).state;

test("Who did the work does not stand for what verify found of it; another account does", async () => {
  const { task, handover, commit } = await handOver("alice", "proof");
  const result = await report(handover, commit);
  await bus.settled();
  const told = await say("alice", handover, `/verified ${result}`);
  expect(told).toContain("`alice` may be an agent's account, as the settings name no agents");
  expect([await stateOf(handover), await stateOf(task)]).toEqual(["open", "open"]);
  await say("maria", handover, `/verified ${result}`);
  expect([await stateOf(handover), await stateOf(task)]).toEqual(["closed", "closed"]);
});
