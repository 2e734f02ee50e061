/**
 * Tests whose pull request a handover may be about: users cannot make themselves a part of it by what they
 * write in a fork of their own.
 */
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { steps } from "../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { inHubsFolder } from "../support/gh.ts";
import { loseIndex, noSqliteFile } from "../support/store-of-flows.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
beforeAll(async () => {
  const [demo] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The seed has a repository.");
  const files = { ...demo.files, ".github/signalbox.yml": "handovers: { merge: when accepted }\n" };
  const permissions = { ...demoSeed.app.permissions, contents: "write", pull_requests: "write" } as const;
  const app = { ...demoSeed.app, permissions };
  bus = await startBus({ seed: { ...demoSeed, app, repositories: [{ ...demo, files }] } });
  const forked = await bus.testHub.as("mallory")("POST", `${repo}/forks`, {});
  expect(forked.status).toBe(202);
});
afterAll(() => bus.stop());

/** Writes one file on a branch from main. @returns the commit */
async function put(login: string, branch: string, path: string, text: string): Promise<string> {
  const ask = bus.testHub.as(login);
  const at = login === "alice" ? repo : `/repos/${login}/demo`;
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${at}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from(text).toString("base64");
  const { body: known } = await ask("GET", `${at}/contents/${path}?ref=${branch}`);
  const change = { message: "Work", branch, content, ...(known.sha === undefined ? {} : { sha: known.sha }) };
  const answer = await ask("PUT", `${at}/contents/${path}`, change);
  expect(answer.status).toBeLessThan(300);
  return answer.body.commit.sha;
}

async function propose(login: string, head: string, body: string): Promise<number> {
  const answer = await bus.testHub.as(login)("POST", `${repo}/pulls`, {
    title: "Work",
    head,
    base: "main",
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body.number;
}

/** What a workflow would report on a commit. */
async function passed(sha: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
  await bus.settled();
}

const newTask = (): Promise<number> => bus.as("alice").open("Work", "### Goal\n\nIt works.\n", ["kind:task"]);
const written = (task: number, path: string, more: Readonly<Record<string, string>> = {}): string =>
  form({
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${path}: does it`,
    Verified: "- npm test: passed",
    Context: "It was simpler than it looked.",
    "Next steps": "None.",
    ...more,
  });
const handOver = async (task: number, path: string, more: Readonly<Record<string, string>> = {}) => {
  const number = await bus.as("alice").open("Handover: work", written(task, path, more), ["kind:handover"]);
  await bus.settled();
  return number;
};
const statusOf = async (issue: number): Promise<string> =>
  (await bus.as("alice").comments(issue)).map(({ body }) => body).join("\n");
const verified = async (handover: number): Promise<string> => {
  const env = { PATH: process.env.PATH, ...inHubsFolder(bus) };
  const args = ["verify", `#${handover}`, "--home", bus.home, "--dir", bus.home, "--dry-run"];
  return (await signalbox(args, env, () => {}, undefined)).err;
};
const isMerged = async (pull: number): Promise<boolean> =>
  (await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull}`)).body.merged;

test("N01 a pull request from a fork of a user without write access is neither taken for a handover that names none, nor merged", async () => {
  const task = await newTask();
  const theirs = await put("mallory", `task-${task}`, "src/theirs.ts", "steal();\n");
  const pull = await propose("mallory", `mallory:task-${task}`, `Closes #${task}`);
  await passed(theirs);
  const handover = await handOver(task, "src/theirs.ts", { Context: `It is at ${theirs}, with care.` });
  expect(await statusOf(handover)).toContain("No pull request was found.");
  expect(await statusOf(handover)).not.toContain(`#${pull}`);
  await bus.sweep();
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([false, "open"]);
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "open" });
});

test("N01 a fork at the same commit, and another user's pull request of the same branch name, do not make the right one ambiguous", async () => {
  const task = await newTask();
  const head = await put("alice", "true", "src/true.ts", "ask();\n");
  const pull = await propose("alice", "true", `Closes #${task}`);
  const mallory = bus.testHub.as("mallory");
  const copied = await mallory("POST", "/repos/mallory/demo/git/refs", { ref: "refs/heads/copy", sha: head });
  if (copied.status === 201) await propose("mallory", "mallory:copy", `Closes #${task}`);
  const other = await put("mallory", `task-${task}`, "src/other.ts", "steal();\n");
  await propose("mallory", `mallory:task-${task}`, `Fixes #${task}, not ${other}`);
  const handover = await handOver(task, "src/true.ts", { Context: `It is at ${head}, with care.` });
  expect(await statusOf(handover)).not.toContain("Several pull requests");
  await passed(head);
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([true, "closed"]);
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test("N01 a fork that a trusted user names is checked like a branch of the repository", async () => {
  const task = await newTask();
  const theirs = await put("mallory", "named", "src/named.ts", "ask();\n");
  const pull = await propose("mallory", "mallory:named", "Some work.");
  const handover = await handOver(task, "src/named.ts", { "Pull request": `#${pull}` });
  await passed(theirs);
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([true, "closed"]);
});

test("N01 a named fork counts at the commit of that moment, and later pushes are not merged until it is named again", async () => {
  const task = await newTask();
  await put("mallory", "held", "src/held.ts", "ask();\n");
  const pull = await propose("mallory", "mallory:held", "Some work.");
  const handover = await handOver(task, "src/held.ts", { "Pull request": `#${pull}` });
  const later = await put("mallory", "held", "src/held.ts", "steal();\n");
  await passed(later);
  await bus.sweep();
  expect(await statusOf(handover)).toContain(
    `The fork has new commits since \`#${pull}\` was referenced here`,
  );
  expect(await verified(handover)).toContain(`the fork of #${pull} has new commits since`);
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([false, "open"]);

  const again = { "Pull request": `#${pull}`, Context: "The fork was read again, and it is good." };
  await bus.as("alice").edit(handover, { body: written(task, "src/held.ts", again) });
  await bus.settled();
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([true, "closed"]);
});

test("N01 a fork counts at the commit that the handover names, a rebuilt index knows it, and `/accept` accepts it as it is", async () => {
  const task = await newTask();
  const read = await put("mallory", "exact", "src/exact.ts", "ask();\n");
  const pull = await propose("mallory", "mallory:exact", "Some work.");
  const later = await put("mallory", "exact", "src/exact.ts", "steal();\n");
  const handover = await handOver(task, "src/exact.ts", {
    "Pull request": `#${pull}`,
    Context: `I have read ${read}, which is good.`,
  });
  await passed(later);
  expect(await statusOf(handover)).toContain(`references \`${read.slice(0, 12)}\``);
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.sweep();
  expect(await isMerged(pull)).toBe(false);
  await bus.as("maria").comment(handover, "/accept because the later commit is good, too");
  await bus.settled();
  expect([await isMerged(pull), (await bus.as("alice").see(handover)).state]).toEqual([true, "closed"]);
});

// No release that queued such a merge kept its index in PostgreSQL.
test.skipIf(noSqliteFile !== undefined).each([
  ["adopted a stranger's fork", false],
  ["was told of a fork that has moved since", true],
])("N01 a merge that the earlier version queued for a handover that %s is not sent", async (_, isNamed) => {
  const alice = bus.as("alice");
  const task = await newTask();
  const branch = `earlier-${task}`;
  const then = await put("mallory", branch, `src/${branch}.ts`, "ask();\n");
  const pull = await propose("mallory", `mallory:${branch}`, `Closes #${task}`);
  const more = isNamed ? { "Pull request": `#${pull}` } : {};
  const handover = await handOver(task, `src/${branch}.ts`, more);
  const now = isNamed ? await put("mallory", branch, `src/${branch}.ts`, "steal();\n") : then;
  await passed(now);
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: handover });
  await bus.stopServer();
  asOfEarlierVersion(data.node_id, { pull, then, now });
  await bus.startServer();
  await bus.sweep();
  expect([await isMerged(pull), (await alice.see(handover)).state, (await alice.see(task)).state]).toEqual([
    false,
    "open",
    "open",
  ]);
  expect(await statusOf(handover)).toContain(
    isNamed ? "has new commits since" : "No pull request was found.",
  );
  await alice.edit(handover, {
    body: written(task, `src/${branch}.ts`, { "Pull request": `#${pull}`, Context: now }),
  });
  await bus.settled();
  expect([await isMerged(pull), (await alice.see(handover)).state]).toEqual([true, "closed"]);
});

/** The index in that case: the handover accepted at `then`, and a merge of the current head queued. */
function asOfEarlierVersion(
  id: string,
  { pull, then, now }: Readonly<{ pull: number; then: string; now: string }>,
): void {
  const database = new DatabaseSync(databaseIn(bus.home));
  const row = database.prepare("SELECT repository_id, record FROM issue WHERE id = ?").get(id);
  const record = JSON.parse(String(row?.record));
  // The stored spelling of the persisted state.
  const { fork: _, ...memory } = record.memory;
  const { title, textHash: hash, bodyHash: body } = record.seen;
  const settled = { body, version: { title, hash }, commit: then, base: "main", since: 0, at: 1 };
  const pullRequest = {
    number: pull,
    headSha: now,
    headRef: "earlier",
    baseRef: "main",
    state: "open",
    isDraft: false,
    isFork: true,
    hasConflicts: false,
    mergeState: "clean",
    files: [],
    hasAllFiles: true,
  };
  const evidence = { readAt: 1, pullRequest, candidates: [], checkRuns: [] };
  const earlier = { ...record, memory: { ...memory, settled }, evidence };
  database.prepare("UPDATE issue SET record = ? WHERE id = ?").run(JSON.stringify(earlier), id);
  const effect = { type: "MergePullRequest", number: pull, headSha: now };
  database
    .prepare(
      `INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, key, effect, reason, state, is_wished, attempts, due_at)
       SELECT ?, id, installation_id, 'merge', 5, ?, ?, ?, 'waiting', 1, 0, 0 FROM repository WHERE id = ?`,
    )
    .run(
      ...[id, `${id} merge MergePullRequest ${now}`, JSON.stringify(effect)],
      ...[JSON.stringify({ rule: "merge-accepted", because: "" }), String(row?.repository_id)],
    );
  // What the upgrade does; the steps after it have been taken already.
  database.exec(steps.find((step) => step.includes("its handovers are read again")) ?? "");
  database.close();
}

test("N01 a pull request completes the task that it was handed over for, and another only if its text names both", async () => {
  const alice = bus.as("alice");
  const first = await newTask();
  const second = await newTask();
  const head = await put("alice", "one", "src/one.ts", "ask();\n");
  const pull = await propose("alice", "one", "Some work.");
  const one = await handOver(first, "src/one.ts", { "Pull request": `#${pull}` });
  const two = await handOver(second, "src/one.ts", { "Pull request": `#${pull}` });
  await passed(head);
  expect(await statusOf(two)).toContain(
    `is handed over for \`#${first}\`, but its body does not mention \`#${second}\``,
  );
  expect((await alice.see(second)).state).toBe("open");

  const both = { body: `Closes #${first} and closes #${second}` };
  await bus.testHub.as("alice")("PATCH", `${repo}/pulls/${pull}`, both);
  await bus.settled();
  expect([await isMerged(pull), (await alice.see(one)).state, (await alice.see(two)).state]).toEqual([
    true,
    "closed",
    "closed",
  ]);
  expect((await alice.see(second)).state).toBe("closed");
});
