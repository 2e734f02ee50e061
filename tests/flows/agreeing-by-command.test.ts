/** Votes and contracts opened by one command each, and what is refused before anything is written. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { openTask, ours } from "../support/votes-story.ts";

let bus: TestBus;
let api = 0;
let shop = 0;
beforeAll(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea", role: "reviewer" } });
  const alice = bus.as("alice");
  [api, shop] = [await openTask(alice, "Orders API"), await openTask(alice, "Shop")];
  await bus.settled();
});
afterAll(() => bus.stop());

const as = (login: string, words: readonly string[]): Promise<Ran> =>
  signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login) });

async function opened(words: readonly string[]): Promise<number> {
  const ran = await as("ada", [...words, "--json"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  await bus.settled();
  return Number(String(JSON.parse(ran.out).issue).split("#")[1]);
}

const bodyOf = async (number: number): Promise<string> => {
  const { octokit, repository } = bus.as("alice");
  return (await octokit.rest.issues.get({ ...repository, issue_number: number })).data.body ?? "";
};

const store = ["call-vote", "Which store?", "--options", "SQLite, one file", "PostgreSQL"];
const count = async (): Promise<number> => {
  const { octokit, repository } = bus.as("alice");
  return (await octokit.rest.issues.listForRepo({ ...repository, state: "all", per_page: 100 })).data.length;
};

describe("call-vote", () => {
  test("AG60 opens a vote that blocks its tasks and can be voted on", async () => {
    const words = [...store, "--voters", "ada", "role:reviewer,@maria", "--blocks", String(shop)];
    const vote = await opened([...words, "--deadline", "4h"]);
    expect(await bus.as("alice").see(vote)).toMatchObject({ title: "Vote: Which store?" });
    expect(await bodyOf(vote)).toContain("### Options\n\n1. SQLite, one file\n2. PostgreSQL\n");
    expect(await bodyOf(vote)).toContain(
      "### Voters\n\nada, role:reviewer, @maria\n\n### Needs\n\nmajority\n",
    );
    expect(await bus.as("alice").blockers(shop)).toEqual([vote]);
    for (const login of ["ada", "bea"]) await bus.as(login).comment(vote, "/vote 1");
    await bus.settled();
    expect(await bus.as("alice").see(vote)).toMatchObject({ state: "closed", reason: "completed" });
    expect(await bus.as("alice").blockers(shop)).toEqual([vote]);
    expect((await bus.as("alice").see(shop)).labels).toContain("status:ready");
  });

  test("with the same key, nothing new is opened; a dry run writes nothing", async () => {
    const words = [...store, "--voters", "ada", "--key", "store"];
    const first = await opened(words);
    expect(await opened(words)).toBe(first);
    const before = await count();
    const { code, out } = await as("ada", [...store, "--voters", "ada", "--dry-run"]);
    expect([code, out]).toEqual([0, expect.stringContaining("gh issue create")]);
    expect(await count()).toBe(before);
  });
});

describe("contract", () => {
  test("AG62 opens a contract between tasks and tracks, with its definition in a fence", async () => {
    const contract = await opened([
      "contract",
      "orders-api",
      "1.2",
      "--provider",
      String(api),
      "--consumers",
      String(shop),
      "track:web",
      "--format",
      "types",
      "--definition",
      "interface Order { id: string }",
    ]);
    expect(await bus.as("alice").see(contract)).toMatchObject({ title: "Contract: orders-api 1.2.0" });
    const body = await bodyOf(contract);
    expect(body).toContain(`### Consumers\n\n#${shop}, track:web\n`);
    expect(body).toContain("### Definition\n\n```ts\ninterface Order { id: string }\n```\n");
    expect(await bus.as("alice").blockers(api)).toEqual([contract]);
    expect((await ours(bus, contract))[0]).toMatch(/^\*\*Not agreed yet\.\*\*/);
  });
});

describe("bad input is refused before anything is written", () => {
  const contract = ["contract", "orders-api", "1.2.0", "--format", "text", "--definition", "Orders."];
  test.each<[string, () => readonly string[], string]>([
    [
      "an unknown agent",
      () => [...store, "--voters", "zoe"],
      "no agent is called zoe. The settings name ada, bea.",
    ],
    ["an unknown role", () => [...store, "--voters", "role:cook"], "no agent has the role cook."],
    [
      "what is no voter",
      () => [...store, "--voters", "a b"],
      "is neither an agent's name nor a person's `@login`",
    ],
    ["one option", () => ["call-vote", "Go?", "--options", "Yes", "--voters", "ada"], "options"],
    [
      "what is no number of votes",
      () => [...store, "--voters", "ada", "--needs", "some"],
      "is not a number of votes",
    ],
    [
      "all of the people",
      () => [...store, "--voters", "people", "--needs", "all"],
      "`people` is a list without an end",
    ],
    ["what is no time", () => [...store, "--voters", "ada", "--deadline", "soon"], "is not a point in time"],
    [
      "a version that is none",
      () => [
        "contract",
        "orders-api",
        "next",
        ...contract.slice(3),
        "--provider",
        String(api),
        "--consumers",
        "track:a",
      ],
      "`next` is not a version. Write three numbers",
    ],
    [
      "a provider that does not exist",
      () => [...contract, "--provider", "999", "--consumers", "track:a"],
      "#999",
    ],
    [
      "a consumer that is neither",
      () => [...contract, "--provider", String(api), "--consumers", "web"],
      "`web` is neither a task nor a track",
    ],
    [
      "a version before that is no contract",
      () => [...contract, "--provider", String(api), "--consumers", "track:a", "--replaces", String(shop)],
      "is a task, and a contract replaces a contract.",
    ],
  ])("AG62 %s", async (_, words, answer) => {
    const before = await count();
    const { code, out, err } = await as("ada", words());
    expect([code === 0, out]).toEqual([false, ""]);
    expect(err).toContain(answer);
    expect(await count()).toBe(before);
  });
});
