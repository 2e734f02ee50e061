/** Handovers of work that is not where one expects it: a fork's, one in conflict, one that went on after it was done. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const as = (login: string) => bus.testHub.as(login);

/** Writes one file on a branch that begins at main. @returns the commit */
async function put(login: string, at: string, branch: string, path: string, text: string): Promise<string> {
  const ask = as(login);
  if ((await ask("GET", `${at}/git/ref/heads/${branch}`)).status !== 200) {
    const { sha } = (await ask("GET", `${at}/git/ref/heads/main`)).body.object;
    await ask("POST", `${at}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  }
  const { body: known } = await ask("GET", `${at}/contents/${path}?ref=${branch}`);
  const content = Buffer.from(text).toString("base64");
  const sha = known.sha === undefined ? {} : { sha: known.sha };
  const answer = await ask("PUT", `${at}/contents/${path}`, { message: "Work", branch, content, ...sha });
  expect(answer.status).toBeLessThan(300);
  return answer.body.commit.sha;
}

async function handOver(task: number, pull: number, path: string): Promise<number> {
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${path}: does it`,
    Verified: "- npm test: passed",
    Context: "It was simpler than it looked.",
    "Next steps": "None.",
    "Pull request": `#${pull}`,
  };
  const body = Object.entries(says).map(([label, value]) => `### ${label}\n\n${value}\n`);
  const number = await bus.as("alice").open("Handover: work", body.join("\n"), ["kind:handover"]);
  await bus.settled();
  return number;
}

const newTask = () => bus.as("alice").open("Work", "### Goal\n\nIt works.\n", ["kind:task"]);

async function ran(sha: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
}

const gateOn = async (sha: string) =>
  (await as("alice")("GET", `${repo}/commits/${sha}/check-runs?check_name=signalbox/handover`)).body
    .check_runs[0];

test("K05 work in a fork is held to the same, on the fork's own head commit", async () => {
  expect((await as("alice")("POST", `${repo}/forks`)).status).toBe(202);
  const head = await put("alice", "/repos/alice/demo", "work", "src/fork.ts", "fork();\n");
  const opened = { title: "From a fork", head: "alice:work", base: "main" };
  const { body: pull } = await as("alice")("POST", `${repo}/pulls`, opened);
  const task = await newTask();
  const handover = await handOver(task, pull.number, "src/fork.ts");
  expect(await gateOn(head)).toMatchObject({ conclusion: "action_required" });
  await ran(head);
  await bus.settled();
  expect(await gateOn(head)).toMatchObject({ conclusion: "success" });
  expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test("S3.54 S3.70 a conflict is one fix request, and the branch that takes its base in is looked at again", async () => {
  await put("alice", repo, "both", "README.md", "mine\n");
  await put("alice", repo, "main", "README.md", "theirs\n");
  const opened = { title: "Both", head: "both", base: "main" };
  const { body: pull } = await as("alice")("POST", `${repo}/pulls`, opened);
  const task = await newTask();
  const handover = await handOver(task, pull.number, "README.md");
  const fixes = async () =>
    (await bus.as("alice").comments(handover)).filter(({ body }) => body.includes("has conflicts with"));
  expect(await fixes()).toHaveLength(1);
  expect(await gateOn(pull.head.sha)).toMatchObject({ conclusion: "failure" });

  const [ours, theirs] = [
    pull.head.sha,
    (await as("alice")("GET", `${repo}/git/ref/heads/main`)).body.object.sha,
  ];
  const { body: blob } = await as("alice")("POST", `${repo}/git/trees`, {
    base_tree: theirs,
    tree: [{ path: "README.md", mode: "100644", content: "both\n" }],
  });
  const merge = { message: "Take main in", tree: blob.sha, parents: [ours, theirs] };
  const { sha } = (await as("alice")("POST", `${repo}/git/commits`, merge)).body;
  await as("alice")("PATCH", `${repo}/git/refs/heads/both`, { sha });
  await ran(sha);
  await bus.settled();
  expect(await fixes()).toEqual([]);
  expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await bus.as("alice").comments(handover)).toHaveLength(1);
});

test("K03 a push whose delivery is lost, after the handover was closed, gets a gate of its own with the next sweep", async () => {
  const head = await put("alice", repo, "on", "src/on.ts", "on();\n");
  const { body: pull } = await as("alice")("POST", `${repo}/pulls`, {
    title: "On",
    head: "on",
    base: "main",
  });
  const task = await newTask();
  const handover = await handOver(task, pull.number, "src/on.ts");
  await ran(head);
  await bus.settled();
  expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed" });
  bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" } });
  const next = await put("alice", repo, "on", "src/on.ts", "onAndOn();\n");
  await bus.settled();
  expect(await gateOn(next)).toBeUndefined();
  bus.hub.faults.clear();
  await bus.sweep();
  expect(await gateOn(next)).toMatchObject({ conclusion: "action_required" });
});
