/** What one stranger's fork and comments cost of the App's quota, and what the others have left meanwhile. */
import { afterEach, expect, test } from "vitest";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { blockedPair } from "../support/freeing.ts";

const crew: Crew = { ada: { login: "ada" } };
const repo = "/repos/acme/demo";
const files = 2_900;
/** A busy machine takes its time. */
const patiently = { timeout: 90_000 };

let bus: TestBus;
afterEach(() => bus.stop());

/** Points that the App has used of its quota: requests of REST, and GraphQL by GitHub's formula. */
async function pointsUsed(): Promise<number> {
  const ask = await bus.testHub.asInstallation();
  const { resources } = (await ask("GET", "/rate_limit")).body;
  return resources.core.used + resources.graphql.used;
}

/** Resolves when nothing is under way. What was put off may wait. */
async function atRest(): Promise<void> {
  await bus.hub.idle();
  await bus.server().idle();
}

async function cost(act: () => Promise<unknown>): Promise<number> {
  const before = await pointsUsed();
  await act();
  await atRest();
  return (await pointsUsed()) - before;
}

async function lockedTask(): Promise<number> {
  const body = "### Goal\n\nStore.\n\n### Files\n\nsrc/api/**";
  const issue = await bus.as("alice").open("Store", body, ["kind:task"], []);
  await bus.settled();
  await bus.as("ada").comment(issue, "/claim");
  await bus.settled();
  return issue;
}

/** Commits these files on top of `parent` in mallory's fork, and moves the branch `work` there. */
async function push(paths: readonly string[], parent: string, text: string): Promise<string> {
  const ask = bus.testHub.as("mallory");
  const git = "/repos/mallory/demo/git";
  const base = (await ask("GET", `${git}/commits/${parent}`)).body.tree.sha;
  const tree = paths.map((path) => ({ path, mode: "100644", type: "blob", content: text }));
  const made = await ask("POST", `${git}/trees`, { base_tree: base, tree });
  expect(made.status).toBe(201);
  const commit = await ask("POST", `${git}/commits`, {
    message: "Work",
    tree: made.body.sha,
    parents: [parent],
  });
  const sha: string = commit.body.sha;
  const moved = await ask("PATCH", `${git}/refs/heads/work`, { sha, force: true });
  if (moved.status >= 300) await ask("POST", `${git}/refs`, { ref: "refs/heads/work", sha });
  return sha;
}

async function proposeFork(): Promise<string> {
  const ask = bus.testHub.as("mallory");
  expect((await ask("POST", `${repo}/forks`, {})).status).toBe(202);
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  const many = Array.from({ length: files }, (_, at) => `web/${at}.ts`);
  const head = await push(many, sha, "Work\n");
  const opened = await ask("POST", `${repo}/pulls`, {
    title: "Work",
    head: "mallory:work",
    base: "main",
    body: "Much",
  });
  expect(opened.status).toBe(201);
  await bus.settled();
  return head;
}

/** The newest check of ours on a commit. */
async function checkOn(sha: string): Promise<{ conclusion: string; summary: string } | undefined> {
  const { body } = await bus.testHub.as("alice")("GET", `${repo}/commits/${sha}/check-runs`);
  const runs: { name: string; id: number; conclusion: string; output: { summary: string } }[] =
    body.check_runs;
  const own = runs.filter(({ name }) => name === "signalbox/locks").toSorted((a, b) => b.id - a.id);
  return own[0] && { conclusion: own[0].conclusion, summary: own[0].output.summary };
}

test("G19 K05 pushes of a stranger's fork with 2,900 files cost a few points each, and what was not read is not called compared", {
  timeout: 300_000,
}, async () => {
  bus = await startCrew(crew);
  await lockedTask();
  let head = await proposeFork();
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  for (let i = 0; i < 3; i++) {
    const parent = head;
    const spent = await cost(async () => {
      head = await push(["web/1.ts"], parent, `Again ${i}\n`);
    });
    // Listing pull requests, comparing trees, and writing the check.
    expect(spent).toBeLessThanOrEqual(6);
    expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  }
  let all = 0;
  for (let i = 0; i < 10; i++) {
    const parent = head;
    all += await cost(async () => {
      head = await push(["src/api/users.ts"], parent, `Mine ${i}\n`);
    });
  }
  // Read in full, ten pushes would cost 360.
  expect(all).toBeLessThan(240);
  expect(await checkOn(head)).toMatchObject({
    conclusion: "action_required",
    summary: expect.stringContaining("has used its share of GitHub's requests"),
  });
  expect((await bus.server().health()).beyondShare).toBe(1);

  bus.clock.advance(61 * 60_000);
  await bus.sweep();
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({
    conclusion: "neutral",
    summary: expect.stringContaining("src/api/users.ts"),
  });
});

test("G19 a stranger's flood of comments is read once a minute beyond its share, delays nobody else, and loses nothing", {
  timeout: 300_000,
}, async () => {
  bus = await startCrew(crew);
  const { task, question } = await blockedPair(bus);
  const flood = async (from: number, count: number): Promise<void> => {
    for (let i = from; i < from + count; i++) {
      await bus.as("mallory").comment(task, `Noise ${i}`);
      await atRest();
    }
  };
  const within = await cost(() => flood(0, 150));
  expect((await bus.server().health()).beyondShare).toBe(0);
  const beyond = await cost(() => flood(150, 100));
  expect((await bus.server().health()).beyondShare).toBe(1);
  expect(within).toBeLessThan(150 * 3);
  expect(beyond).toBeLessThan(30);

  await bus.as("bob").comment(question, "/answer SQLite.");
  const alice = bus.as("alice");
  await expect.poll(async () => (await alice.see(task)).labels, patiently).toContain("status:ready");
  expect((await alice.see(question)).state).toBe("closed");

  expect((await bus.server().health()).deliveries.pending).toBeGreaterThan(50);
  bus.clock.advance(60_000);
  await bus.settled();
  await expect.poll(async () => (await bus.server().health()).deliveries.pending, patiently).toBe(0);
});

test("G19 a restart begins the shares again, and neither loses nor puts off again what was put off", {
  timeout: 300_000,
}, async () => {
  bus = await startCrew(crew);
  const { task } = await blockedPair(bus);
  const flood = async (count: number): Promise<void> => {
    // Within one minute.
    bus.clock.advance(60_000 - (bus.clock.now() % 60_000));
    for (let i = 0; i < count; i++) await bus.as("mallory").comment(task, `Noise ${i}`);
    await atRest();
  };
  await flood(150);
  await flood(20);
  const waiting = async () => (await bus.server().health()).deliveries.pending;
  expect([(await bus.server().health()).beyondShare, await waiting()]).toEqual([1, 20]);
  await bus.stopServer();
  const restarted = bus.startServer();
  await expect.poll(waiting, patiently).toBe(20);
  expect((await bus.server().health()).beyondShare).toBe(0);
  bus.clock.advance(60_000);
  await restarted;
  expect(await waiting()).toBe(0);
  await flood(10);
  expect(await waiting()).toBe(0);
});
