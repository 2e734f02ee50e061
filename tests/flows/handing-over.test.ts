/** Tests `signalbox hand-over` and `task` on the running bus: what they open, and what comes of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readMessage } from "../../src/protocol/message.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { settingsStory } from "../support/settings-story.ts";
import { createKeyRing, whyNoSshKeygen } from "../support/ssh-keys.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
let task: number;
beforeEach(async () => {
  bus = await startBus();
  task = await openTask(bus.as("alice"));
  await bus.settled();
});
afterEach(() => bus.stop());

type Variables = Readonly<Record<string, string>>;

const as = (login: string, words: readonly string[], more: Variables = {}): Promise<Ran> =>
  signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login), ...more });

const jsonOf = ({ out }: Ran): Record<string, unknown> => JSON.parse(out);
const numberOf = ({ issue }: Record<string, unknown>): number => Number(String(issue).split("#")[1]);

async function issues(): Promise<readonly { number: number; title: string; body: string; login: string }[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
  return data.map(({ number, title, body, user }) => ({
    number,
    title,
    body: body ?? "",
    login: user?.login ?? "",
  }));
}

const ask: ReturnType<TestBus["testHub"]["as"]> = (...asked) => bus.testHub.as("alice")(...asked);

/** A pull request for the task, with one file. @returns its number and its head commit */
async function propose(): Promise<{ readonly pull: number; readonly head: string }> {
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/login", sha });
  const content = Buffer.from("ask();\n").toString("base64");
  const file = { message: "Work", branch: "login", content };
  const { body } = await ask("PUT", `${repo}/contents/src/login.ts`, file);
  const opened = { title: "Log in", head: "login", base: "main", body: `Fixes #${task}` };
  const pull: number = (await ask("POST", `${repo}/pulls`, opened)).body.number;
  return { pull, head: body.commit.sha };
}

async function passed(sha: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
}

const works = (changes = "src/login.ts: asks for the password"): readonly string[] => [
  "hand-over",
  String(task),
  "--status",
  "complete",
  "--changes",
  changes,
  "--verified",
  "npm test: passed, 41 tests",
  "--context",
  "Tokens end after an hour.",
  "--next-steps",
  "1. Log out.",
];

test("IF09 a handover by one line is the caller's, and --wait tells that its evidence was enough", async () => {
  const { pull, head } = await propose();
  const told: string[] = [];
  const words = [...works(), "--pull-request", String(pull), "--agent", "ada", "--wait", "--json"];
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("bob"), SIGNALBOX_LEASE: "7" };
  const running = signalbox(words, env, (line) => told.push(line));
  await expect.poll(() => told.join(""), { timeout: 20_000 }).toContain("Not verified yet:\n- ");
  await passed(head);
  const ran = await running;
  expect(ran).toMatchObject({ code: 0 });
  const handed = jsonOf(ran);
  expect(handed).toMatchObject({
    task: `acme/demo#${task}`,
    wrote: "issue",
    seen: true,
    verdict: { outcome: "accepted", problems: [] },
  });
  const opened = (await issues()).find(({ number }) => number === numberOf(handed));
  expect(opened).toMatchObject({ login: "bob", title: "Handover: Sign in" });
  expect(readMessage({ title: "", body: opened?.body ?? "", labels: ["kind:handover"] })).toMatchObject({
    problems: [],
    envelope: { from: "ada", lease: 7 },
    message: {
      completes: { number: task },
      status: "complete",
      pullRequest: { number: pull },
      changes: [{ name: "src/login.ts", note: "asks for the password" }],
      verified: [{ name: "npm test", note: "passed, 41 tests" }],
    },
  });
  await bus.settled();
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test("a handover that the evidence contradicts is exit code 2, with what is wrong", async () => {
  const { pull } = await propose();
  const ran = await as("bob", [
    ...works("src/other.ts: does something else"),
    "--pull-request",
    `${pull}`,
    "--as-is",
    "--wait",
  ]);
  expect(ran).toMatchObject({ code: 2, out: expect.stringMatching(/ needs changes\. .*:\n- /) });
  expect(ran.out).toContain("src/other.ts");
});

test("a handover from a file is written as it is, and what is missing is named before anything is written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hands-over-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "handover.md");
  const whole = [
    `### Completes\n\n#${task}`,
    "### Status\n\npartial",
    "### Changes\n\n- src/login.ts: asks for the password",
    "### Verified\n\nNone",
    `### Blockers\n\n#${task}`,
    "### Context\n\n<!-- kept as it is -->\nTokens end after an hour.",
    "### Next steps\n\n1. Log out.",
  ];
  const before = (await issues()).length;
  writeFileSync(file, whole.filter((section) => !/Next steps|Changes/.test(section)).join("\n\n"));
  const partly = await as("bob", ["hand-over", "--file", file]);
  expect(partly).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was written") });
  expect(partly.err).toContain("Next steps");
  expect(partly.err).toContain("Changes");
  writeFileSync(file, whole.join("\n\n"));
  const other = await as("bob", ["hand-over", String(task + 1), "--file", file]);
  expect(other).toMatchObject({
    code: 1,
    err: expect.stringContaining(`under Completes #${task}, and the command #${task + 1}`),
  });
  const mixed = await as("bob", ["hand-over", "--file", file, "--status", "complete"]);
  expect(mixed).toMatchObject({ code: 1, err: expect.stringContaining("belongs into the file") });
  expect(await as("bob", ["hand-over", "--file", join(folder, "none.md")])).toMatchObject({
    code: 1,
    err: expect.stringContaining("The file for --file cannot be read"),
  });
  expect((await issues()).length).toBe(before);
  const ran = await as("bob", ["hand-over", "--file", file, "--json"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const opened = (await issues()).find(({ number }) => number === numberOf(jsonOf(ran)));
  expect(opened?.body).toContain(whole.join("\n\n"));
});

test("a partial handover that is refused for its body is in the brief, as others' words, until it is closed", async () => {
  const bob = bus.as("bob");
  const sections = [
    `### Completes\n\n#${task}`,
    "### Status\n\npartial",
    "### Changes\n\n- src/login.ts: half of it",
    "### Verified\n\nNone",
    "### Context\n\nThe cache is stale.",
    "### Next steps\n\n1. Clear it.",
  ];
  const refused = await bob.open("Handover: Half", sections.join("\n\n"), ["kind:handover"], []);
  await bus.settled();
  const { out } = await as("alice", ["brief", `${task}`]);
  expect(out).toContain(
    `- #${refused} (partial, refused)\n\n  Context:\n\n  > The cache is stale.\n\n  Next steps:\n\n  > 1. Clear it.\n`,
  );
  expect((await bob.see(task)).labels).toContain("status:ready");
  await bob.octokit.rest.issues.update({ ...bob.repository, issue_number: refused, state: "closed" });
  await bus.settled();
  expect((await as("alice", ["brief", `${task}`])).out).not.toContain("Handovers so far");
});

test("a handover without its sections names each one that is missing", async () => {
  const ran = await as("bob", ["hand-over", String(task), "--status", "complete"]);
  expect(ran.code).toBe(1);
  for (const name of ["changes", "verified", "context", "nextSteps"])
    expect(ran.err).toContain(`- ${name}: is missing`);
  const unclear = await as("bob", [...works("it works now")]);
  expect(unclear).toMatchObject({ code: 1, err: expect.stringContaining("- changes: Changes has no file") });
  const done = await as("bob", [...works().map((word) => (word.startsWith("npm") ? "none" : word))]);
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining("says what was verified") });
  const hollow = await as("bob", [
    ...works().map((word) => (word.startsWith("Tokens") ? "See the code." : word)),
  ]);
  expect(hollow).toMatchObject({
    code: 1,
    err: expect.stringContaining('"Context" says only `See the code.`'),
  });
  expect((await issues()).length).toBe(1);
});

test("a handover as AGENTS.md writes it is read as it is meant", async () => {
  const words = works("- `src/login.ts`: asks for the password");
  const verified = words.indexOf("--verified");
  const items = ["- npm test: passed, 41 tests", "- `npm run lint`: passed"];
  const given = words.toSpliced(verified + 1, 1, ...items).toSpliced(verified, 0, "- src/logout.ts: ends it");
  const { code, out } = await as("bob", [...given, "--dry-run", "--json"]);
  expect(code).toBe(0);
  expect(
    readMessage({ title: "", body: String(JSON.parse(out).body), labels: ["kind:handover"] }),
  ).toMatchObject({
    message: {
      changes: [
        { name: "src/login.ts", note: "asks for the password" },
        { name: "src/logout.ts", note: "ends it" },
      ],
      verified: [
        { name: "npm test", note: "passed, 41 tests" },
        { name: "npm run lint", note: "passed" },
      ],
    },
  });
});

test("IF10 a handover given again with its key is the same one", async () => {
  const first = jsonOf(await as("bob", [...works(), "--key", "end", "--json"]));
  expect(jsonOf(await as("bob", [...works(), "--key", "end", "--json"]))).toEqual({
    ...first,
    wrote: "nothing new",
  });
});

test("IF10 a key counts about one task: the next one is handed over, too", async () => {
  const first = jsonOf(await as("bob", [...works(), "--key", "end", "--json"]));
  const next = await openTask(bus.as("alice"));
  await bus.settled();
  const words = works().map((word) => (word === String(task) ? String(next) : word));
  const second = jsonOf(await as("bob", [...words, "--key", "end", "--json"]));
  expect(second).toMatchObject({ task: `acme/demo#${next}`, wrote: "issue" });
  expect(second.issue).not.toBe(first.issue);
});

test("an unknown task, and one that is none, are named", async () => {
  const [, , ...rest] = works();
  expect(await as("bob", ["hand-over", "999", ...rest])).toMatchObject({
    code: 1,
    err: expect.stringContaining("no issue acme/demo#999"),
  });
  const question = await bus.as("bob").open("Discovery: x", "### Found by\n\nbob", ["kind:discovery"]);
  await bus.settled();
  expect(await as("bob", ["hand-over", String(question), ...rest])).toMatchObject({
    code: 1,
    err: expect.stringContaining("is a discovery, and only a task is handed over"),
  });
});

test.skipIf(whyNoSshKeygen !== undefined)(
  "an agent with a key signs its handover, and names its lease beside the signature",
  async () => {
    const ring = createKeyRing();
    onTestFinished(() => ring.remove());
    const ada = ring.make("ada");
    const { data: bob } = await bus.as("bob").octokit.rest.users.getAuthenticated();
    const agent = `{ account: ${bob.node_id}, key: "${ada.publicKey}", with_person: true }`;
    await settingsStory(bus).put(bus.as("maria"), `agents:\n  ada: ${agent}\n`);
    const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_AGENT_KEY: ada.privateFile };
    const handed = jsonOf(await as("bob", [...works(), "--lease", "7", "--json"], env));
    await bus.settled();
    const shown = await signalbox(["show", String(handed.issue), "--json"], inHubsFolder(bus));
    expect(jsonOf(shown)).toMatchObject({ signature: "holds", body: expect.stringMatching(/\nlease: 7\n/) });
  },
);

test("IF09 a task by one line waits for what it names", async () => {
  const words = [
    "task",
    "Log out",
    "--goal",
    "People can log out.",
    "--acceptance",
    "The session ends",
    "It is tested",
    "--blocked-by",
    String(task),
    "--track",
    "auth",
    "--priority",
    "p1",
    "--files",
    "src/auth/**",
  ];
  const opened = jsonOf(await as("bob", [...words, "--key", "out", "--json"]));
  expect(opened).toMatchObject({ wrote: "issue", seen: true });
  await bus.settled();
  const [issue] = await issues();
  expect(issue).toMatchObject({ login: "bob", title: "Log out", number: numberOf(opened) });
  expect(readMessage({ title: "", body: issue?.body ?? "", labels: ["kind:task"] })).toMatchObject({
    problems: [],
    message: {
      goal: "People can log out.",
      blockedBy: [{ number: task }],
      track: "auth",
      priority: "p1",
      files: ["src/auth/**"],
      acceptance: [{ text: "The session ends" }, { text: "It is tested" }],
    },
  });
  expect((await bus.as("alice").see(numberOf(opened))).labels).toEqual(
    expect.arrayContaining(["kind:task", "status:blocked", "track:auth"]),
  );
  expect(jsonOf(await as("bob", [...words, "--key", "out", "--json"]))).toMatchObject({
    wrote: "nothing new",
  });
});
