/**
 * What commands, tools and `verify` read inside of a run goes to the server by the run's own secret: without a data folder, no
 * further than its agent's repositories, and no longer than its lease.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import type { RunRead } from "../../src/server/http/run-reads.ts";
import { signalbox } from "../cli/terminal.ts";
import { beginRun, besideServer } from "../support/begun-run.ts";
import type { TestBus } from "../support/bus.ts";
import { seedWith, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { questionText } from "../support/freeing.ts";
import { modulesLoadedBy } from "../support/loaded-modules.ts";
import { startMcp } from "../support/mcp-client.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const goal = "### Goal\n\nIt works.";

let bus: TestBus;
let folder: string;
let task: number;
let secretIssue: number;
let inRun: Readonly<Record<string, string>>;
let token: string;

async function post(path: string, secret: string, body: object) {
  const response = await fetch(`${bus.server().url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** What a reading found. */
const foundIn = (answer: string): unknown => JSON.parse(answer).found;

beforeAll(async () => {
  const seed = seedWith(crew);
  const roles = { maria: "admin", bob: "write" } as const;
  const vault = { fullName: "acme/vault", private: true, roles };
  bus = await startCrew(crew, { seed: { ...seed, repositories: [...seed.repositories, vault] } });
  folder = mkdtempSync(join(tmpdir(), "signalbox-run-reads-"));
  task = await bus.as("alice").open("Retry the queue", goal, ["kind:task"], []);
  secretIssue = await bus.as("bob", "acme/vault").open("Sell the firm", goal, ["kind:task"], []);
  await bus.settled();
  ({ secret: token, variables: inRun } = await beginRun(bus, folder, "ada", task));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bus.stop();
});

describe("what a command looks up before it writes", () => {
  test("`ask` in a run opens its question once, in the repository of its task, which no checkout names", async () => {
    const words = [
      "ask",
      String(task),
      "Which store?",
      "--context",
      "Both work.",
      "--key",
      "store",
      "--json",
    ];
    const first = await signalbox(words, inRun);
    expect(first).toMatchObject({ code: 0, err: "" });
    const asked = JSON.parse(first.out);
    expect(asked).toMatchObject({ task: `acme/demo#${task}`, wrote: "issue", seen: true });
    const again = JSON.parse((await signalbox(words, inRun)).out);
    expect(again).toMatchObject({ issue: asked.issue, wrote: "nothing new" });
    await bus.settled();
    const { octokit, repository } = bus.as("alice");
    const issue_number = Number(asked.issue.split("#")[1]);
    const { data } = await octokit.rest.issues.get({ ...repository, issue_number });
    expect(data.user?.login).toBe("ada");
  });

  test.each([
    ["task", ["task", "Next", "--goal", "It works too."]],
    ["space start", ["space", "start", "It is tidy."]],
  ])("`%s` in a run opens what it says", async (_, words) => {
    const ran = await signalbox([...words, "--json"], inRun);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(JSON.parse(ran.out).issue).toMatch(/^acme\/demo#\d+$/);
    await bus.settled();
  });
});

test("`verify` in a run reads the handover from the server, and its result waits for an account that stands for it", async () => {
  const done = await bus.as("alice").open("Say it", goal, ["kind:task"], []);
  const says = {
    Completes: `#${done}`,
    Status: "complete",
    Changes: "- README.md: says it",
    Verified: "- `grep -q demo README.md`: passed",
    Context: "Nobody had said it before.",
    "Next steps": "None.",
  };
  const handover = await bus.as("alice").open("Handover: it", form(says), ["kind:handover"]);
  await bus.settled();
  const words = ["verify", String(handover), "--dir", folder, "--run", "grep -q demo README.md", "--dry-run"];
  const ran = await signalbox(words, inRun);
  expect(ran.err).not.toContain("data folder");
  expect(`${ran.out}${ran.err}`).toMatch(/pull request|grep -q demo README\.md/);
});

test("an agent's tools are told in a run when something new is in the inbox", async () => {
  const { client } = await startMcp(inRun, { era: "2026-07-28" });
  let told = 0;
  client.setNotificationHandler("notifications/resources/updated", () => {
    told += 1;
  });
  await client.listen({ resourceSubscriptions: ["signalbox://inbox"] });
  const question = await bus.as("ada").open("Q: Which?", questionText(task), ["kind:question"], []);
  await bus.settled();
  await bus.as("alice").comment(question, "/answer SQLite");
  await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(0);
  await bus.settled();
}, 30_000);

const held = { name: "It holds", holds: true, found: "" };

describe("no further than its agent's repositories", () => {
  const vault = { owner: "acme", repo: "vault" };

  test.each(Object.entries(controlPaths))("nothing of another repository leaves by %s", async (_, path) => {
    const place = { ...vault, number: secretIssue };
    for (const more of [{}, { read: "card" }, { commit: "a".repeat(40), results: [held] }]) {
      const { text } = await post(path, token, { ...place, ...more });
      expect(text).not.toMatch(/Sell the firm|isFresh|isPosted/);
    }
  });
  test("each reading is of what the run may see", async () => {
    const card = await post(controlPaths.reads, token, { read: "card", ...vault, number: secretIssue });
    expect([card.status, foundIn(card.text)]).toEqual([200, undefined]);
    const { text } = await post(controlPaths.reads, token, { read: "repositories" });
    expect(text).toContain("demo");
    expect(text).not.toContain("vault");
    const known = await post(controlPaths.reads, token, {
      read: "card",
      owner: "acme",
      repo: "demo",
      number: task,
    });
    expect(known.text).toContain("Retry the queue");
    const { id } = JSON.parse(known.text).found;
    const other = (await beginRun(bus, folder, "bea", await opened("Another"))).secret;
    // An id is no way around: who has not been shown the issue by its name reads nothing of it.
    const asked = { read: "reported", issue: id };
    expect(foundIn((await post(controlPaths.reads, other, asked)).text)).toBeUndefined();
  });

  const demo = { owner: "acme", repo: "demo" };
  const paths = [controlPaths.reads, controlPaths.look, controlPaths.invariants];

  test.each(["", "A"])("no secret, or a changed one (%j), reads nothing there", async (end) => {
    for (const path of paths) {
      const body = { read: "card", ...demo, number: task, commit: "a".repeat(40), results: [held] };
      const secret = end === "" ? "" : `${token}${end}`;
      expect([path, (await post(path, secret, body)).status]).toEqual([path, 403]);
    }
  });

  test("an owner's token for an agent reads there what its agent may see, whatever else the index has", async () => {
    const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
    const read = async (body: object) => foundIn((await post(controlPaths.reads, out.trim(), body)).text);
    expect(await read({ read: "card", ...demo, number: task })).toMatchObject({ title: "Retry the queue" });
    expect(await read({ read: "card", ...vault, number: secretIssue })).toBeUndefined();
    expect(JSON.stringify(await read({ read: "repositories" }))).not.toContain("vault");
    const looked = await post(controlPaths.look, out.trim(), { ...vault, number: secretIssue });
    expect(looked.status).toBe(403);
    const { out: listed } = await signalbox(["list", "--state", "all", "--json"], {
      SIGNALBOX_SERVER: bus.server().url,
      SIGNALBOX_TOKEN: out.trim(),
    });
    expect(listed).toContain("Retry the queue");
    expect(listed).not.toContain("Sell the firm");
  });

  test("an owner's token that names no agent reads, and neither fills a verdict nor gives a sign of life", async () => {
    const { out } = await signalbox(["tokens", "add", "--home", bus.home], {});
    const card = await post(controlPaths.reads, out.trim(), { read: "card", ...vault, number: secretIssue });
    expect(foundIn(card.text)).toMatchObject({ title: "Sell the firm" });
    const report = { ...demo, number: task, commit: "a".repeat(40), results: [held] };
    expect((await post(controlPaths.invariants, out.trim(), report)).status).toBe(403);
    const sign = await post(controlPaths.beat, out.trim(), { agent: "ada" });
    expect(JSON.parse(sign.text)).toMatchObject({ type: "refused" });
  });

  test("an agent's token gives signs of life of its agent alone, where it may see", async () => {
    const only = ["--repo", "acme/demo"];
    const { out } = await signalbox(["tokens", "add", "--agent", "ada", ...only, "--home", bus.home], {});
    const sign = async (body: object) => JSON.parse((await post(controlPaths.beat, out.trim(), body)).text);
    const held = await opened("Held by bea");
    const { out: claimed } = await signalbox(["claim", `${held}`, "--json"], besideServer(bus, "bea"));
    const lease = JSON.parse(claimed).token;
    const asBea = await sign({ agent: "bea", repo: "acme/demo", issue: held, lease });
    expect(asBea).toMatchObject({ type: "ended", holder: "bea" });
    expect(await sign({ agent: "ada", repo: "acme/vault" })).toMatchObject({ type: "refused" });
  });
});

const opened = async (title: string): Promise<number> => {
  const issue = await bus.as("alice").open(title, goal, ["kind:task"], []);
  await bus.settled();
  return issue;
};

describe("what a command of a run loads", () => {
  const isOurs = (url: string) => url.includes("/src/") || url.includes("/node_modules/");

  test("`ready` loads no client of GitHub's, no grammar of comments, and no more than it does in the owner's shell", async () => {
    const words = ["ready", "--json"];
    const inTheRun = (await modulesLoadedBy(words, inRun)).filter(isOurs);
    const beside = (await modulesLoadedBy(words, { SIGNALBOX_HOME: bus.home })).filter(isOurs);
    const needless = /octokit|\/yaml\/|protocol\/commands\/|\/answerers\//;
    expect([...inTheRun, ...beside].filter((url) => needless.test(url))).toEqual([]);
    expect(inTheRun.length).toBeLessThanOrEqual(beside.length);
  });

  test("in an agent's name, `ready` beside the server reads the roster without the whole board", async () => {
    const loaded = await modulesLoadedBy(["ready", "--json"], besideServer(bus, "ada"));
    expect(loaded.some((url) => url.endsWith("/sqlite/board/rosters.ts"))).toBe(true);
    expect(loaded.some((url) => url.endsWith("/sqlite/board/board.ts"))).toBe(false);
  });
});

describe("once the lease has ended", () => {
  test("no reading is answered, and a command says that the run is over", async () => {
    await signalbox(["release", String(task)], besideServer(bus, "ada"));
    await bus.settled();
    const asked: readonly RunRead[] = [
      { read: "repositories" },
      { read: "version" },
      { read: "card", owner: "acme", repo: "demo", number: task },
      { read: "notes", which: "unread", now: 0, limit: 1 },
    ];
    for (const each of asked) expect((await post(controlPaths.reads, token, each)).status).toBe(403);
    for (const path of [controlPaths.look, controlPaths.invariants])
      expect((await post(path, token, { owner: "acme", repo: "demo", number: task })).status).not.toBe(200);
    const ran = await signalbox(["ask", String(task), "Which?", "--context", "Both."], inRun);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("is over") });
  });
});
