/** Agents beside the server say that they are at work, without a word on GitHub. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const session = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
const writeEveryMs = 15_000;

let bus: TestBus;
afterEach(() => bus.stop());

async function openFree(title: string): Promise<number> {
  const issue = await bus.as("alice").open(title, "### Goal\n\nIt works.", ["kind:task"], []);
  await bus.settled();
  return issue;
}

const run = (line: string, env: Readonly<Record<string, string>>): Promise<Ran> =>
  signalbox(line.split(" "), { SIGNALBOX_HOME: bus.home, ...env });

async function claim(issue: number, agent: string): Promise<number> {
  const { out } = await run(`claim ${issue} --json`, { SIGNALBOX_AGENT: agent });
  await bus.settled();
  return JSON.parse(out).token;
}

async function beat(body: object): Promise<unknown> {
  const contact = readContact(bus.home);
  const response = await fetch(`${contact?.url}/control/beat`, {
    method: "POST",
    headers: { authorization: `Bearer ${contact?.token}` },
    body: JSON.stringify(body),
  });
  return response.status === 200 ? response.json() : response.status;
}

function stored(): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(databaseIn(bus.home), { readOnly: true });
  const rows = database.prepare("SELECT * FROM session ORDER BY agent, id").all();
  database.close();
  return rows;
}

describe("POST /control/beat", () => {
  test("keeps which agent was heard, in which session, on what, and writes it soon", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("Store deliveries");
    const lease = await claim(issue, "ada");
    expect(await beat({ agent: "ada", session, repo: "acme/demo", issue, lease, doing: "tests" })).toEqual({
      type: "heard",
    });
    await expect
      .poll(
        () => {
          bus.clock.advance(writeEveryMs);
          return stored().filter(({ id }) => id === session);
        },
        { timeout: 20_000, interval: 20 },
      )
      .toMatchObject([
        { agent: "ada", doing: "tests", issue, leases: JSON.stringify([{ issue, token: lease }]) },
      ]);
  });

  test("AG19 tells an agent whose lease has ended when that was, and who holds the task now", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("Store deliveries");
    const lease = await claim(issue, "ada");
    await run(`release ${issue} --to bea`, { SIGNALBOX_AGENT: "ada" });
    await bus.settled();
    expect(await beat({ agent: "ada", repo: "acme/demo", issue, lease })).toEqual({
      ...{ type: "ended", holder: "bea", endedAt: expect.any(Number) },
      why: expect.stringMatching(
        new RegExp(
          `^your lease of acme/demo#${issue} ended at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC; bea holds it$`,
        ),
      ),
    });
    expect(await beat({ agent: "bea", repo: "acme/demo", issue })).toEqual({ type: "heard" });
  });

  test("needs no repository where one is served, and refuses names that nobody has", async () => {
    bus = await startCrew(crew);
    expect(await beat({ agent: "ada" })).toEqual({ type: "heard" });
    expect(await beat({ agent: "zoe" })).toEqual({
      ...{ type: "refused", why: "the settings of acme/demo name no agent zoe" },
    });
    expect(await beat({ agent: "ada", repo: "acme/other" })).toEqual({
      ...{ type: "refused", why: "the App does not serve acme/other" },
    });
  });

  test.each([
    ["no agent", {}],
    ["a session that is no ULID", { agent: "ada", session: "1" }],
    ["a repository without an owner", { agent: "ada", repo: "demo" }],
    ["a long description", { agent: "ada", doing: "x".repeat(201) }],
  ])("%s is not understood", async (_, body) => {
    bus = await startCrew(crew);
    expect(await beat(body)).toBe(400);
  });
});

test("an order is a sign of life, in the session that the surroundings name", async () => {
  bus = await startCrew(crew);
  const issue = await openFree("Store deliveries");
  const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_SESSION: session };
  expect(await run(`claim ${issue}`, env)).toMatchObject({ code: 0 });
  await bus.stopServer();
  expect(stored()).toMatchObject([{ agent: "ada", id: session }]);
  expect(await run(`claim ${issue}`, { ...env, SIGNALBOX_SESSION: "today" })).toMatchObject({
    ...{ code: 1, out: "" },
    err: expect.stringContaining("SIGNALBOX_SESSION must be a ULID"),
  });
});
