import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { rowsOfIndex } from "../support/store-of-flows.ts";

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
  return rowsOfIndex(bus.home, "SELECT * FROM session ORDER BY agent, id");
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
      type: "ended",
      holder: "bea",
      endedAt: expect.any(Number),
      why: expect.stringMatching(/^your lease ended at \d{4}-\d\d-\d\d \d\d:\d\d UTC; bea holds it$/),
    });
    expect(await beat({ agent: "bea", repo: "acme/demo", issue })).toEqual({ type: "heard" });
  });

  test("needs no repository where one is served, and refuses names that nobody has", async () => {
    bus = await startCrew(crew);
    expect(await beat({ agent: "ada" })).toEqual({ type: "heard" });
    expect(await beat({ agent: "zoe" })).toEqual({
      type: "refused",
      why: "the settings of acme/demo name no agent zoe",
    });
    expect(await beat({ agent: "ada", repo: "acme/other" })).toEqual({
      type: "refused",
      why: "the App does not serve acme/other",
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
    code: 1,
    out: "",
    err: expect.stringContaining("SIGNALBOX_SESSION must be a ULID"),
  });
});

const minute = 60_000;

/** Time passes in steps that no clock jump has, with what agents do in each. */
async function pass(minutes: number, each: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let left = minutes; left > 0; left -= 5) {
    await each();
    bus.clock.advance(5 * minute);
    while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
    await bus.settled();
  }
}

async function labelsOf(issue: number): Promise<readonly string[]> {
  return (await bus.as("alice").see(issue)).labels.toSorted();
}

const held = ["kind:task", "status:in-progress"];
const free = ["kind:task", "status:ready"];

describe("AG18 AG26 the time to live of a lease", () => {
  test("fifty agents that beat and read for an hour cost no request, and who falls silent then loses the task", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `agent-${n}`);
    const team: Crew = Object.fromEntries(names.map((name) => [name, { login: "ada" }]));
    bus = await startCrew(team);
    await nameCrew(bus, team, "leases: { ttl: 20m, unheard: 4h }\n");
    const holders = names.slice(0, 5);
    const tasks = new Map<string, { readonly issue: number; readonly lease: number }>();
    for (const name of holders) {
      const issue = await openFree(`Task of ${name}`);
      tasks.set(name, { issue, lease: await claim(issue, name) });
    }
    let requests = 0;
    bus.hub.observe(({ kind }) => {
      if (kind === "response") requests += 1;
    });
    await pass(60);
    const inSilence = requests;
    requests = 0;
    await pass(60, async () => {
      for (const agent of names)
        expect(await beat({ agent, repo: "acme/demo", ...tasks.get(agent) })).toEqual({ type: "heard" });
      expect(await run("ready", { SIGNALBOX_AGENT: "agent-7" })).toMatchObject({ code: 0 });
    });
    expect(requests).toBeLessThanOrEqual(inSilence);
    const issues = [...tasks.values()].map(({ issue }) => issue);
    for (const issue of issues) expect(await labelsOf(issue)).toEqual(held);
    await pass(30);
    for (const issue of issues) expect(await labelsOf(issue)).toEqual(free);
  });

  test("is what the claim says, by the command line or in a comment", async () => {
    bus = await startCrew(crew);
    const long = await openFree("Long");
    const short = await openFree("Short");
    expect(await run(`claim ${long} --ttl 2h`, { SIGNALBOX_AGENT: "ada" })).toMatchObject({ code: 0 });
    await bus.as("bea").comment(short, "/claim for 30m");
    await bus.settled();
    await pass(40);
    expect([await labelsOf(long), await labelsOf(short)]).toEqual([held, free]);
    expect(await run(`claim ${short} --ttl 2d`, { SIGNALBOX_AGENT: "ada" })).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("must be a duration from 1m to 24h, such as 2h"),
    });
  });

  test("AG20 does not run while no server does", async () => {
    bus = await startCrew(crew);
    await nameCrew(bus, crew, "leases: { ttl: 20m }\n");
    const issue = await openFree("Store deliveries");
    const lease = await claim(issue, "ada");
    await beat({ agent: "ada", repo: "acme/demo", issue, lease });
    await bus.stopServer();
    bus.clock.advance(120 * minute);
    await bus.startServer();
    await pass(15);
    expect(await labelsOf(issue)).toEqual(held);
    await pass(10);
    expect(await labelsOf(issue)).toEqual(free);
  });
});

test("AG84 `agents` shows who is at work on what, in one line whatever the agent says", async () => {
  bus = await startCrew(crew);
  const issue = await openFree("Store deliveries");
  const lease = await claim(issue, "ada");
  await beat({ agent: "ada", repo: "acme/demo", issue, lease, doing: "tests\n\u001b[31m\t{}" });
  await bus.stopServer();
  const { out } = await run("agents", {});
  expect(out).toMatch(
    new RegExp(`^ada\\tonline: tests .*, last sign of life [^ ]*Z\\tholds #${issue}\\t.*\\nbea\\t`),
  );
  expect(out.split("\n")).toHaveLength(3);
  const { agents } = JSON.parse((await run("agents ada --json", {})).out);
  const heardAt = expect.stringMatching(/^20.*Z$/);
  expect(agents).toMatchObject([{ name: "ada", presence: "online", tasks: [issue], heardAt }]);
});

describe("AG17 AG19 two sessions of one agent", () => {
  const second = "01JDB3Z5M7Q8R9S0T1V2W3X4Z6";
  const env = (id: string) => ({ SIGNALBOX_AGENT: "ada", SIGNALBOX_SESSION: id });

  test("the second is refused while the first lives, also after a restart; then it takes the task over, and the first is fenced", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("Store deliveries");
    const first = await run(`claim ${issue} --json`, env(session));
    const { token } = JSON.parse(first.out);
    await bus.settled();
    await bus.stopServer();
    await bus.startServer();
    expect(await run(`claim ${issue}`, env(second))).toMatchObject({
      code: 2,
      out: `acme/demo#${issue} is not yours: another session of ada holds it and is alive.\n`,
    });
    expect(JSON.parse((await run(`claim ${issue} --json`, env(session))).out).token).toBe(token);
    bus.clock.advance(91_000);
    const next = JSON.parse((await run(`claim ${issue} --json`, env(second))).out);
    expect(next.token).toBeGreaterThan(token);
    await bus.settled();
    expect(await beat({ agent: "ada", session, repo: "acme/demo", issue, lease: token })).toMatchObject({
      type: "ended",
      holder: "ada",
    });
    const stale = { ...env(session), SIGNALBOX_LEASE: `${token}`, SIGNALBOX_ISSUE: `${issue}` };
    expect(await run(`release ${issue}`, stale)).toMatchObject({
      code: 2,
      out: expect.stringMatching(/was not released: your lease ended at .* UTC; ada holds it\.\n$/),
    });
    expect(await labelsOf(issue)).toEqual(held);
    expect(await run(`release ${issue} --lease ${next.token}`, env(second))).toMatchObject({ code: 0 });
  });
});
