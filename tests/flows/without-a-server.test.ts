/**
 * Tests the bus as scheduled runs alone, with a token and without an App key, a webhook or an index kept
 * between them. There is no daemon: each run reads the current state, corrects it, and ends.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { answerBody, questionBody, taskBody } from "../support/story.ts";

let testHub: TestHub;
let env: Record<string, string>;
const actor = (login: string): Actor =>
  actorOf(testHub.hub.url, testHub.hub.tokenOf(login), login, "acme/demo");

beforeEach(async () => {
  testHub = await startTestHub();
  env = {
    GITHUB_TOKEN: await testHub.installationToken(),
    GITHUB_REPOSITORY: "acme/demo",
    GITHUB_API_URL: `${testHub.hub.url}/api/v3`,
    SIGNALBOX_KEY: "a secret of the repository, and long enough",
  };
});
afterEach(() => testHub.close());

test("runs block a task, unblock it and notify its author once, even if the index is lost in between", async () => {
  const alice = actor("alice");
  const bob = actor("bob");
  expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, out: "acme/demo: 0 written.\n", err: "" });
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const question = await alice.open("Q: Which token?", questionBody(`#${task}`));
  expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
  expect((await alice.see(task)).labels).toContain("status:blocked");
  expect(await alice.blockers(task)).toEqual([question]);

  await bob.open("A: Opaque tokens", answerBody(`#${question}`, "Opaque tokens."));
  const ran = await signalbox(["sweep", "--json"], env);
  expect(ran.code).toBe(0);
  expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(task)).labels).toContain("status:ready");
  const comments = await alice.comments(task);
  expect(comments.filter(({ body }) => body.includes("@alice"))).toHaveLength(1);

  const again: unknown = JSON.parse((await signalbox(["sweep", "--json"], env)).out);
  expect(again).toEqual({ repository: "acme/demo", wrote: true, steps: [], isCutShort: false, missing: [] });
});

test("S3.95 S3.102 a run also asks the coordinator, which answers from the repository's own records", async () => {
  const alice = actor("alice");
  const maria = actor("maria");
  const record = `# Where sessions are stored\n\nStatus: accepted\n\n## Decision\n\nSessions are stored in SQLite, in one file with a write-ahead log, because the service runs on one machine.\n`;
  const files = {
    ".github/signalbox.yml": "coordinator:\n  mode: auto\n",
    "docs/adr/0001-session-store.md": record,
  };
  for (const [path, text] of Object.entries(files))
    await maria.octokit.rest.repos.createOrUpdateFileContents({
      ...maria.repository,
      path,
      message: "Add it",
      content: Buffer.from(text).toString("base64"),
    });
  const question = await alice.open(
    "Q: Where are sessions stored?",
    "### Blocking task\n\n_No response_\n\n### Category\n\nimplementation\n\n### Urgency\n\nnice-to-have\n\n### Context\n\nWhere are the sessions of the service stored, in SQLite or in files?\n\n### Decision class\n\nImplementation approach\n",
  );
  const ran = await signalbox(["sweep"], env);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain(`#${question}`);
  const { data } = await alice.octokit.rest.issues.listForRepo({ ...alice.repository, state: "all" });
  const ours = data.filter(({ user }) => user?.type === "Bot");
  expect(ours.map(({ body }) => body).join()).toContain("docs/adr/0001-session-store.md, line");
});

test("J04 a run whose answerer program hangs ends in time, and leaves the question to the next", async () => {
  const alice = actor("alice");
  const maria = actor("maria");
  const text = "# Reports\n\n## Decision\n\nReports of the auditors are printed on grey paper.\n";
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: "docs/adr/0001.md",
    message: "Add it",
    content: Buffer.from(text).toString("base64"),
  });
  const task = await alice.open("Print", taskBody("It prints."), ["kind:task"]);
  await alice.open("Q: How are reports of the auditors bound?", questionBody(`#${task}`), ["kind:question"]);
  const opened = async () => {
    const { data } = await alice.octokit.rest.issues.listForRepo({ ...alice.repository, state: "all" });
    return data.filter(({ user }) => user?.type === "Bot").length;
  };
  const slow = { ...env, SIGNALBOX_ANSWERER_COMMAND: '["/bin/sleep", "60"]' };
  const begin = Date.now();
  const ran = await signalbox(["sweep", "--time-limit", "3s"], slow);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain("The time limit was reached");
  expect(Date.now() - begin).toBeLessThan(20_000);
  expect(await opened()).toBe(0);
  await signalbox(["sweep"], env);
  expect(await opened()).toBe(1);
});

test("a relation that is removed between two runs is not recreated", async () => {
  const alice = actor("alice");
  const bob = actor("bob");
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const question = await alice.open("Q: Which token?", questionBody(`#${task}`));
  await signalbox(["sweep"], env);
  expect(await alice.blockers(task)).toEqual([question]);
  await bob.unblock(task, question);
  await signalbox(["sweep"], env);
  expect(await alice.blockers(task)).toEqual([]);
  expect((await alice.see(task)).labels).toContain("status:ready");
});

test("M04 a dry run, and a run without a signing key, print the plan and write nothing", async () => {
  const alice = actor("alice");
  const task = await alice.open("Q: Which token?", questionBody(""));
  const before = JSON.stringify(
    await alice.octokit.rest.issues.listLabelsForRepo(alice.repository).then((a) => a.data),
  );
  const dry = await signalbox(["sweep", "--dry-run"], env);
  const keyless = await signalbox(["sweep"], { ...env, SIGNALBOX_KEY: "" });
  expect(dry.out).toContain("nothing was (dry run)");
  expect(keyless.out).toContain("nothing was (SIGNALBOX_KEY is not set)");
  for (const { code, out } of [dry, keyless]) {
    expect(code).toBe(0);
    expect(out).toContain(`#${task}`);
    expect(out).toContain("kind:question");
  }
  expect((await alice.see(task)).labels).toEqual([]);
  const after = JSON.stringify(
    await alice.octokit.rest.issues.listLabelsForRepo(alice.repository).then((a) => a.data),
  );
  expect(after).toBe(before);
});

test.each([
  ["no token", { GITHUB_TOKEN: "" }, "There is no token"],
  ["no repository", { GITHUB_REPOSITORY: "" }, "Which repository"],
  ["a short key", { SIGNALBOX_KEY: "short" }, "SIGNALBOX_KEY has 5 bytes"],
  ["a host that is none", { GITHUB_API_URL: "github" }, "GITHUB_API_URL must be a URL"],
])("a run with %s says what is missing", async (_, change, message) => {
  const ran = await signalbox(["sweep"], { ...env, ...change });
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain(message);
});

test("a run refuses a person's token, because everything by that person would count as signalbox's", async () => {
  const ran = await signalbox(["sweep"], { ...env, GITHUB_TOKEN: testHub.hub.tokenOf("maria") });
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain("The token belongs to `maria`");
});
