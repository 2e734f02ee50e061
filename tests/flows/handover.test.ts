/** A handover from the first poor words to the task that waited, with real pull requests and checks at the hub. */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import type { Ask } from "../support/hub.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const repo = "/repos/acme/demo";
const form = (sections: Readonly<Record<string, string>>): string =>
  Object.entries(sections)
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");

/** Puts texts on a branch in one commit; null takes a file away. @returns the commit */
async function commit(
  ask: Ask,
  branch: string,
  files: Readonly<Record<string, string | null>>,
): Promise<string> {
  const known = await ask("GET", `${repo}/git/ref/heads/${branch}`);
  const from = known.status === 200 ? known : await ask("GET", `${repo}/git/ref/heads/main`);
  const parent = from.body.object.sha;
  const tree = Object.entries(files).map(([path, content]) =>
    content === null ? { path, mode: "100644", sha: null } : { path, mode: "100644", content },
  );
  const { body: written } = await ask("POST", `${repo}/git/trees`, { base_tree: parent, tree });
  const made = { message: `Change ${branch}`, tree: written.sha, parents: [parent] };
  const { sha } = (await ask("POST", `${repo}/git/commits`, made)).body;
  if (known.status === 200) await ask("PATCH", `${repo}/git/refs/heads/${branch}`, { sha });
  else await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  return sha;
}

/** Requires our check on main, with the App as its source. */
async function requireCheck(): Promise<void> {
  const required = [{ context: "signalbox/handover", integration_id: bus.hub.app.id }];
  const parameters = { required_status_checks: required, strict_required_status_checks_policy: false };
  const ruleset = {
    name: "Handovers",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: [{ type: "required_status_checks", parameters }],
  };
  expect((await bus.testHub.as("maria")("POST", `${repo}/rulesets`, ruleset)).status).toBe(201);
}

async function checkOn(sha: string) {
  const asked = `${repo}/commits/${sha}/check-runs?check_name=signalbox/handover`;
  const { body } = await bus.testHub.as("alice")("GET", asked);
  expect(body.check_runs.length).toBeLessThanOrEqual(1);
  return body.check_runs[0];
}

/** A check run of a workflow. */
async function ran(sha: string, name: string, conclusion: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name, head_sha: sha, status: "completed", conclusion };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
  await bus.settled();
}

test("K03 K04 K08 a poor handover is refused, mended, shown, and frees the task that waited; a push after it is not", async () => {
  bus = await startBus();
  const [alice, ask] = [bus.as("alice"), bus.testHub.as("alice")];
  const first = await alice.open("Ask for the password", form({ Goal: "Ask." }), ["kind:task"]);
  const second = await alice.open("Log out", form({ Goal: "Out.", "Blocked by": `#${first}` }), [
    "kind:task",
  ]);
  const head = await commit(ask, "login", { "src/login.ts": "ask();\n", "tests/login.test.ts": "asks();\n" });
  const { body: pull } = await ask("POST", `${repo}/pulls`, { title: "Login", head: "login", base: "main" });
  await requireCheck();
  const handover = await alice.open("Handover: track 3", "Done with track 3. Check the code.", [
    "kind:handover",
  ]);
  await bus.settled();
  expect((await alice.see(handover)).labels).toContain("needs-fix");
  expect((await alice.see(second)).labels).toContain("status:blocked");

  const says = {
    Completes: `#${first}`,
    Status: "complete",
    Changes: "- src/login.ts: asks for the password",
    Verified: "- npm test: passed, 41 tests",
    Context: "Tokens end after an hour.",
    "Next steps": "1. Log out.",
    "Pull request": `#${pull.number}`,
  };
  await alice.edit(handover, { body: form(says) });
  await bus.settled();
  const [status] = await alice.comments(handover);
  expect(status?.body).toContain("**Refused.**");
  expect(status?.body).toContain("`tests/login.test.ts` changed, but is not listed.");
  expect((await alice.see(first)).labels).toContain("status:in-review");
  expect(await checkOn(head)).toMatchObject({ conclusion: "failure", output: { title: "1 thing to mend" } });

  const changes = `${says.Changes}\n- tests/login.test.ts: says so`;
  await alice.edit(handover, { body: form({ ...says, Changes: changes }) });
  await bus.settled();
  expect((await alice.see(handover)).labels).not.toContain("needs-fix");
  const waiting = await checkOn(head);
  expect(waiting).toMatchObject({ conclusion: "action_required" });
  const press = { actor: "alice", identifier: "accept" };
  await ask("POST", `/_hub${repo}/check-runs/${waiting.id}/actions`, press);
  await ask("POST", `${repo}/statuses/${head}`, { state: "success", context: "signalbox/handover" });
  await bus.settled();
  expect(await alice.see(handover)).toMatchObject({ state: "open" });
  expect((await alice.comments(handover)).at(-1)?.body).toContain("It takes a person with the role");
  expect((await ask("PUT", `${repo}/pulls/${pull.number}/merge`, { sha: head })).status).toBe(405);

  await ran(head, "npm test", "success");
  expect(await checkOn(head)).toMatchObject({ conclusion: "success", output: { title: "Accepted" } });
  expect(await alice.see(handover)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(first)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(second)).labels).toContain("status:ready");

  const next = await commit(ask, "login", { "src/login.ts": "askTwice();\n" });
  await bus.settled();
  expect(await checkOn(next)).toMatchObject({ conclusion: "action_required" });
  expect((await ask("PUT", `${repo}/pulls/${pull.number}/merge`, { sha: next })).status).toBe(405);
  await ran(next, "npm test", "success");
  expect(await checkOn(next)).toMatchObject({ conclusion: "success" });
  const enqueued = await ask("POST", `/_hub${repo}/pulls/${pull.number}/merge-group`, { actor: "maria" });
  await bus.settled();
  expect(enqueued.body.head_sha).not.toBe(next);
  expect(await checkOn(enqueued.body.head_sha)).toMatchObject({ conclusion: "success" });
  expect((await ask("PUT", `${repo}/pulls/${pull.number}/merge`, { sha: next })).status).toBe(200);
});

test("K05 350 files, one renamed and one deleted: each has to be listed, and every page is read", async () => {
  bus = await startBus();
  const [alice, ask] = [bus.as("alice"), bus.testHub.as("alice")];
  await commit(ask, "main", { "src/old.ts": "keep();\n".repeat(12), "src/gone.ts": "gone();\n" });
  const task = await alice.open("Generate the parts", form({ Goal: "Parts." }), ["kind:task"]);
  const parts = Array.from({ length: 347 }, (_, i) => `parts/${i}.ts`);
  const head = await commit(ask, `task-${task}`, {
    ...Object.fromEntries(parts.map((path) => [path, "x\n"])),
    "src/old.ts": null,
    "src/new.ts": "keep();\n".repeat(12),
    "src/gone.ts": null,
    "docs/parts.md": "Parts.\n",
  });
  await ask("POST", `${repo}/pulls`, { title: "Parts", head: `task-${task}`, base: "main" });
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- parts/: one for each\n- docs/parts.md: what they are\n- src/old.ts: moved",
    Verified: "- npm test: passed",
    Context: "They are generated from the schema.",
    "Next steps": "None.",
  };
  const handover = await alice.open("Handover: parts", form(says), ["kind:handover"]);
  await ran(head, "npm test", "success");
  const refused = await checkOn(head);
  expect(refused).toMatchObject({ conclusion: "failure" });
  expect(refused.output.summary).toContain("`src/gone.ts`, removed, changed, but is not listed.");
  expect(refused.output.summary).not.toContain("more path");
  await alice.edit(handover, {
    body: form({ ...says, Changes: `${says.Changes}\n- src/gone.ts: not needed` }),
  });
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  expect(await alice.see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test("K08 a maintainer accepts in spite of the verdict, by the button, and it is recorded with who and why", async () => {
  bus = await startBus();
  const [alice, ask] = [bus.as("alice"), bus.testHub.as("alice")];
  const task = await alice.open("Ask for the password", form({ Goal: "Ask." }), ["kind:task"]);
  const head = await commit(ask, "login", { "src/login.ts": "ask();\n" });
  const opened = { title: "Login", head: "login", base: "main", body: `Fixes #${task}` };
  await ask("POST", `${repo}/pulls`, opened);
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- src/login.ts: asks",
    Verified: "- by hand: it asks",
    Context: "Nothing runs checks here yet.",
    "Next steps": "None.",
  };
  const handover = await alice.open("Handover: login", form(says), ["kind:handover"]);
  await bus.settled();
  const { id } = await checkOn(head);
  await ask("POST", `/_hub${repo}/check-runs/${id}/actions`, { actor: "maria", identifier: "accept" });
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  expect(await alice.see(task)).toMatchObject({ state: "closed", reason: "completed" });
  const text = (await alice.comments(handover)).map(({ body }) => body).join("\n");
  expect(text).toContain("`maria` took it in spite of the verdict:");
  expect(text).toContain("Allowed by: role admin");
  const closing = bus.ledger().filter(({ rule, kind }) => rule === "close-settled" && kind === "done");
  expect(closing.map(({ because }) => because)).toContain(
    `Its handover #${handover} was accepted: maria, role admin; the settings ask for maintain.`,
  );
});

test("what was accepted is merged by an App that may, and only then is its task closed", async () => {
  const { app } = demoSeed;
  const permissions = { ...app.permissions, contents: "write", pull_requests: "write" } as const;
  const [demo] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The seed has a repository.");
  const files = { ...demo.files, ".github/signalbox.yml": "handovers: { merge: when accepted }\n" };
  bus = await startBus({
    seed: { ...demoSeed, app: { ...app, permissions }, repositories: [{ ...demo, files }] },
  });
  const [alice, ask] = [bus.as("alice"), bus.testHub.as("alice")];
  const task = await alice.open("Ask for the password", form({ Goal: "Ask." }), ["kind:task"]);
  const head = await commit(ask, "login", { "src/login.ts": "ask();\n" });
  const opened = { title: "Login", head: "login", base: "main", body: `Fixes #${task}` };
  const { body: pull } = await ask("POST", `${repo}/pulls`, opened);
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- src/login.ts: asks",
    Verified: "- npm test: passed",
    Context: "Tokens end after an hour.",
    "Next steps": "None.",
  };
  const handover = await alice.open("Handover: login", form(says), ["kind:handover"]);
  await bus.settled();
  expect(await alice.see(task)).toMatchObject({ state: "open" });
  await ran(head, "npm test", "success");
  expect((await ask("GET", `${repo}/pulls/${pull.number}`)).body).toMatchObject({ merged: true });
  expect(await alice.see(handover)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(task)).toMatchObject({ state: "closed", reason: "completed" });
});
