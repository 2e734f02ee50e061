/**
 * What commands, tools and `verify` read inside of a run goes to the server by the run's own secret: without a data folder, no
 * further than its agent's repositories, and no longer than its lease.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import type { RunRead } from "../../src/server/http/run-reads.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { seedWith, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { questionText } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { startMcp } from "../support/mcp-client.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const session = "01JDB3Z5M7Q8R9S00000000001";
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

const beside = (agent: string) => ({
  SIGNALBOX_HOME: bus.home,
  SIGNALBOX_AGENT: agent,
  GH_REPO: "acme/demo",
});

const owners = () => readContact(bus.home)?.token ?? "";

/** As `run` does for its program: which has a secret and a file, and no data folder. */
async function beginRun(agent: string, issue: number) {
  const env = beside(agent);
  const claimed = JSON.parse((await signalbox(["claim", String(issue), "--json"], env)).out);
  const place = { owner: "acme", repo: "demo" };
  const made = await post(controlPaths.runs, owners(), {
    ...place,
    agent,
    session,
    issue,
    lease: claimed.token,
  });
  const { secret } = JSON.parse(made.text);
  const file = join(folder, `${agent}.json`);
  writeFileSync(file, JSON.stringify({ url: bus.server().url, token: secret, hub: bus.hub.url }));
  const { SIGNALBOX_HOME: _, ...proxy } = inHubsFolder(bus);
  const variables = {
    ...proxy,
    GH_TOKEN: bus.hub.tokenOf(agent),
    SIGNALBOX_HOME: folder,
    SIGNALBOX_AGENT: agent,
    SIGNALBOX_SESSION: session,
    SIGNALBOX_REPO: "acme/demo",
    SIGNALBOX_RUN: file,
    PATH: process.env.PATH ?? "",
  };
  return { secret, variables };
}

beforeAll(async () => {
  const seed = seedWith(crew);
  const roles = { maria: "admin", bob: "write" } as const;
  const vault = { fullName: "acme/vault", private: true, roles };
  bus = await startCrew(crew, { seed: { ...seed, repositories: [...seed.repositories, vault] } });
  folder = mkdtempSync(join(tmpdir(), "signalbox-run-reads-"));
  task = await bus.as("alice").open("Retry the queue", goal, ["kind:task"], []);
  secretIssue = await bus.as("bob", "acme/vault").open("Sell the firm", goal, ["kind:task"], []);
  await bus.settled();
  ({ secret: token, variables: inRun } = await beginRun("ada", task));
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
    expect(card).toEqual({ status: 200, text: "{}\n" });
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
    const other = (await beginRun("bea", await opened("Another"))).secret;
    // An id is no way around: who has not been shown the issue by its name reads nothing of it.
    for (const read of ["verdictOf", "reported"] as const)
      expect((await post(controlPaths.reads, other, { read, issue: id })).text).toBe("{}\n");
  });

  test("an owner's token for an agent, and no secret, read nothing there", async () => {
    const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
    for (const secret of [out.trim(), "", `${token}A`])
      for (const path of [controlPaths.reads, controlPaths.look, controlPaths.invariants]) {
        const place = { owner: "acme", repo: "demo", number: task };
        const body = { read: "card", ...place, commit: "a".repeat(40), results: [held] };
        expect([path, (await post(path, secret, body)).status]).toEqual([path, 403]);
      }
  });
});

const opened = async (title: string): Promise<number> => {
  const issue = await bus.as("alice").open(title, goal, ["kind:task"], []);
  await bus.settled();
  return issue;
};

describe("once the lease has ended", () => {
  test("no reading is answered, and a command says that the run is over", async () => {
    await signalbox(["release", String(task)], beside("ada"));
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
