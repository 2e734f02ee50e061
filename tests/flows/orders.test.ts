/** Agents beside the server claim and release by the command line, which costs no comment. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { OrderWish } from "../../src/dispatcher/orders/place.ts";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { type FullDisk, watchDisk } from "../support/full-disk.ts";
import { calm } from "../support/hurry.ts";
import { orderId } from "../support/orders.ts";
import { noSqliteFile } from "../support/store-of-flows.ts";

const crew: Crew = {
  ada: { login: "ada" },
  bea: { login: "bea" },
  // One login, two agents and no keys.
  dan: { login: "alice", with_person: true },
  eve: { login: "alice", with_person: true },
};

const unchecked = "By the index alone: neither GitHub nor the account's role was checked.";

let bus: TestBus;
afterEach(() => bus.stop());

const run = (line: string, agent?: string): Promise<Ran> =>
  signalbox(line.split(" "), {
    SIGNALBOX_HOME: bus.home,
    ...(agent === undefined ? {} : { SIGNALBOX_AGENT: agent }),
  });

async function openFree(title: string): Promise<number> {
  const alice = bus.as("alice");
  const issue = await alice.open(title, "### Goal\n\nIt works.\n\n### Priority\n\np1", ["kind:task"], []);
  await bus.settled();
  return issue;
}

async function assigneesOf(issue: number): Promise<readonly string[]> {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: issue });
  return (data.assignees ?? []).map(({ login }) => login).toSorted();
}

async function post(wish: Omit<OrderWish, "owner" | "repo">): Promise<unknown> {
  const contact = readContact(bus.home);
  const response = await fetch(`${contact?.url}/control/order`, {
    method: "POST",
    headers: { authorization: `Bearer ${contact?.token}` },
    body: JSON.stringify({ owner: "acme", repo: "demo", ...wish }),
  });
  return response.status === 200 ? response.json() : response.status;
}

/** Sends orders that change nothing until not even the shortest can be stored. */
async function fillUp(issue: number): Promise<void> {
  let sent = 1_000;
  for (const padding of ["x".repeat(900), ""]) {
    let status: unknown;
    for (; status !== 503; sent++) {
      if (sent > 1_300) throw new Error("The disk is never full.");
      bus.clock.advance(2_000);
      const text = `/claim as ada\n\n${padding}`.trim();
      status = await post({ id: orderId(sent), agent: "ada", issue, text, waitMs: 0 });
    }
  }
}

describe("by the command line", () => {
  test("AG10 AG17 a claimed task is its agent's, with the same token if asked again; another is told whose it is", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("Store deliveries");
    const won = await run(`claim ${issue}`, "ada");
    expect(won).toMatchObject({ code: 0, err: "" });
    expect(won.out).toMatch(
      new RegExp(
        `^acme/demo#${issue} is yours: Store deliveries \\(p1\\)\\. Token \\d+\\.\nRead: signalbox brief acme/demo#${issue}\n$`,
      ),
    );
    await bus.settled();
    expect(await run(`claim ${issue} --agent ada`)).toEqual(won);
    expect(await run(`claim ${issue} --agent bea`)).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        new RegExp(`^acme/demo#${issue} is not yours: held by ada since .* UTC\\.\n$`),
      ),
    });
    await bus.settled();
    expect(await assigneesOf(issue)).toEqual(["ada"]);
    expect((await bus.as("alice").see(issue)).labels).toContain("status:in-progress");
    expect(await bus.as("alice").comments(issue)).toEqual([]);
  });

  test("a held task is given back, and handed to another agent", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("Store deliveries");
    await run(`claim ${issue}`, "ada");
    expect(await run(`release ${issue}`, "bea")).toMatchObject({
      code: 2,
      out: `acme/demo#${issue} was not released: only ada and people may do that.\n`,
    });
    expect(await run(`release ${issue} --to bea`, "ada")).toMatchObject({
      code: 0,
      out: `acme/demo#${issue} is bea's now.\n`,
    });
    expect(await run(`release ${issue} --because tired --json`, "bea")).toMatchObject({ code: 0 });
    await bus.settled();
    expect(await assigneesOf(issue)).toEqual([]);
    expect(bus.ledger().map(({ because }) => because)).toContain("bea released it: tired.");
  });

  test("AG11 two agents of one login get different tasks with --next, and the third nothing", async () => {
    bus = await startCrew(crew);
    const issues = [await openFree("First"), await openFree("Second")];
    const told = await Promise.all(["dan", "eve", "ada"].map((agent) => run("claim --next --json", agent)));
    const held = told.filter(({ code }) => code === 0).map(({ out }) => JSON.parse(out));
    expect(held.map(({ issue }) => issue).toSorted()).toEqual(issues.map((issue) => `acme/demo#${issue}`));
    const [left] = told.filter(({ code }) => code === 2);
    expect(JSON.parse(left?.out ?? "")).toMatchObject({ isHeld: false, reason: "nothing ready" });
  });

  test("a dry run says which task it would be, and claims nothing", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("First");
    expect(await run("claim --next --dry-run", "ada")).toMatchObject({
      code: 0,
      out: `Would claim acme/demo#${issue} for ada. ${unchecked}\n`,
    });
    await bus.settled();
    expect(await assigneesOf(issue)).toEqual([]);
  });

  test("a dry run says why a task would be refused, as the claim itself does", async () => {
    bus = await startCrew(crew);
    const held = await openFree("First");
    const closed = await openFree("Second");
    await run(`claim ${held}`, "ada");
    await bus.as("alice").close(closed);
    await bus.settled();
    for (const [issue, agent] of [
      [held, "bea"],
      [closed, "ada"],
    ] as const) {
      const { out } = await run(`claim ${issue}`, agent);
      const why = out.slice(out.indexOf(":")).trim();
      expect(await run(`claim ${issue} --dry-run`, agent)).toMatchObject({
        code: 2,
        out: `Would not claim acme/demo#${issue} for ${agent}${why} ${unchecked}\n`,
      });
    }
    expect(await run(`claim ${held} --dry-run`, "ada")).toMatchObject({ code: 0 });
    expect(await run("claim --next --dry-run", "bea")).toMatchObject({
      code: 2,
      out: `Nothing ready for bea. ${unchecked}\n`,
    });
    expect(await run(`claim ${held} --dry-run`, "zoe")).toMatchObject({ code: 1 });
  });

  test.each([
    ["claim 1", undefined, "Say which agent asks: --agent ada, or set SIGNALBOX_AGENT."],
    ["claim 1", "Ada Lovelace", "SIGNALBOX_AGENT must be an agent's name"],
    ["claim", "ada", "name a task or give --next"],
    ["claim 1 --next", "ada", "not both"],
    ["claim 1 --track api", "ada", "go with --next"],
    ["claim 1", "zoe", "The settings of acme/demo name no agent zoe, but ada, bea, dan, eve."],
    ["claim 999", "ada", "There is no issue acme/demo#999."],
    ["release 1 --to Bob!", "ada", "must be an agent's name"],
  ])("`%s` as %s is a mistake, and the message says what would work", async (line, agent, message) => {
    bus = await startCrew(crew);
    const ran = await run(line, agent);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain(message);
  });

  test("without a server nothing is decided", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("First");
    await bus.stopServer();
    expect(await run(`claim ${issue}`, "ada")).toMatchObject({
      code: 2,
      out: "Not decided: no server runs with this data folder.\n",
    });
  });
});

describe("at the direct door", () => {
  test("sixty orders a minute are taken of an agent, and it is told when there are more", async () => {
    bus = await startCrew(crew);
    const issue = await openFree("First");
    const text = "/claim as ada";
    for (let n = 0; n < 60; n++) await post({ id: orderId(n), agent: "ada", issue, text });
    expect(await post({ id: orderId(60), agent: "ada", issue, text })).toMatchObject({
      type: "refused",
      isMistake: false,
      reason: "ada gave 60 orders within a minute: wait a moment",
    });
    expect(await post({ id: orderId(59), agent: "ada", issue, text })).toMatchObject({ type: "done" });
    bus.clock.advance(61_000);
    expect(await post({ id: orderId(60), agent: "ada", issue, text })).toMatchObject({ type: "done" });
  });

  test.each([
    ["no id", { id: "1", agent: "ada", text: "/claim" }],
    ["a long text", { id: orderId(1), agent: "ada", text: `/claim ${"x".repeat(12_000)}` }],
    ["a negative issue", { id: orderId(1), agent: "ada", text: "/claim", issue: -1 }],
  ])("an order with %s is refused as a mistake", async (_, wish) => {
    bus = await startCrew(crew);
    expect(await post(wish)).toMatchObject({
      type: "refused",
      isMistake: true,
      reason: expect.stringMatching(/^the server does not understand the order: (id|text|issue): /),
    });
  });

  test("AG85 M01 while the disk is full orders are refused, nothing is half awarded, and it goes on by itself", async () => {
    const watched = watchDisk(() => bus.home);
    onTestFinished(watched.end);
    bus = await startCrew(crew, { expectsErrors: true });
    const own = await openFree("First");
    const free = await openFree("Second");
    expect(await run(`claim ${own}`, "ada")).toMatchObject({ code: 0 });
    await bus.settled();
    const disk = watched.disk(bus.home, "a little");
    disk.fill();
    await fillUp(own);
    expect(await run(`claim ${free}`, "bea")).toMatchObject({
      code: 2,
      out: "Not decided: the server cannot store the order; its log says why.\n",
    });
    expect((await run(`show ${free}`)).out).not.toContain("bea");
    const full = await fetch(`${bus.server().url}/health`);
    expect(await full.json()).toMatchObject({ failing: [disk.fault] });

    disk.empty();
    await expect
      .poll(
        async () => {
          bus.clock.advance(2_000);
          await calm(bus);
          return (await run(`claim ${free}`, "dan")).code;
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(0);
    await bus.settled();
    expect(await assigneesOf(free)).toEqual(["alice"]);
    expect(await assigneesOf(own)).toEqual(["ada"]);
    expect(await run(`claim ${free}`, "bea")).toMatchObject({
      code: 2,
      out: expect.stringMatching(/held by dan since/),
    });
    expect(await bus.server().health()).toMatchObject({ failing: [] });
  });

  test("AG85 AG12 if the disk fills up between an order and its award, nothing is half awarded, and it is awarded once there is room", async () => {
    const watched = watchDisk(() => bus.home);
    onTestFinished(watched.end);
    let armed: FullDisk | undefined;
    const onStep = (step: DurableStep): void => {
      if (step !== "order stored") return;
      armed?.fill();
      armed = undefined;
    };
    bus = await startCrew(crew, { expectsErrors: true, onStep });
    const disk = watched.disk(bus.home, "none");
    const issue = await openFree("First");
    // The pass that decides on the order reads it, and cannot store so much.
    bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" }, times: 1_000 });
    const { octokit, repository } = bus.as("alice");
    const body = `### Goal\n\n${"It works. ".repeat(5_000)}`;
    await octokit.rest.issues.update({ ...repository, issue_number: issue, body });
    armed = disk;
    const claim = { id: orderId(1), agent: "ada", issue, text: "/claim as ada", waitMs: 500 };
    // On SQLite there is still room to end the order.
    expect(await post(claim)).toMatchObject({
      type: expect.stringMatching(bus.databaseUrl === undefined ? /^undecided$/ : /^unknown$/),
    });
    expect((await run(`show ${issue}`)).out).not.toContain("ada");
    expect(await assigneesOf(issue)).toEqual([]);
    expect(bus.ledger().filter(({ kind }) => kind === "lease")).toEqual([]);

    disk.empty();
    const decided = async (): Promise<unknown> => {
      bus.clock.advance(2_000);
      await calm(bus);
      return post(claim);
    };
    await expect
      .poll(decided, { timeout: 30_000, interval: 50 })
      .toMatchObject({ type: "done", lease: { token: expect.any(Number) } });
    await bus.settled();
    expect(await post(claim)).toEqual(await post(claim));
    expect(await assigneesOf(issue)).toEqual(["ada"]);
    expect(bus.ledger().filter(({ kind }) => kind === "lease")).toHaveLength(1);
    expect(await bus.server().health()).toMatchObject({ failing: [] });
  });

  test("AG85 while another program holds the database an order is refused, nothing is half awarded, and it goes on by itself", async ({
    skip,
  }) => {
    bus = await startCrew(crew, { expectsErrors: true });
    skip(noSqliteFile !== undefined, noSqliteFile);
    const issue = await openFree("First");
    const intruder = new DatabaseSync(databaseIn(bus.home));
    intruder.exec("BEGIN IMMEDIATE");
    const refused = await run(`claim ${issue}`, "ada");
    expect(refused).toMatchObject({
      code: 2,
      out: "Not decided: the server cannot store the order; its log says why.\n",
    });
    intruder.exec("ROLLBACK");
    intruder.close();
    await expect
      .poll(
        async () => {
          bus.clock.advance(2_000);
          await calm(bus);
          return (await run(`claim ${issue}`, "bea")).code;
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(0);
    await bus.settled();
    expect(await assigneesOf(issue)).toEqual(["bea"]);
  });
});
