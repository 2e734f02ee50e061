/**
 * Tests what happens to a handover without anyone typing: a button on a page, and a lost delivery. The
 * stories are in `tests/gh/`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { asInstallationOf, secondApp } from "../support/second-app.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const ask: ReturnType<TestBus["testHub"]["as"]> = (...asked) => bus.testHub.as("alice")(...asked);

/** Writes one file on a branch from main. @returns the commit */
async function put(branch: string, path: string, text: string): Promise<string> {
  if ((await ask("GET", `${repo}/git/ref/heads/${branch}`)).status !== 200) {
    const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
    await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  }
  const { body: known } = await ask("GET", `${repo}/contents/${path}?ref=${branch}`);
  const content = Buffer.from(text).toString("base64");
  const sha = known.sha === undefined ? {} : { sha: known.sha };
  const answer = await ask("PUT", `${repo}/contents/${path}`, { message: "Work", branch, content, ...sha });
  expect(answer.status).toBeLessThan(300);
  return answer.body.commit.sha;
}

const good = {
  Status: "complete",
  Verified: "- npm test: passed",
  Context: "It was simpler than it looked.",
  "Next steps": "None.",
};

const written = (says: Readonly<Record<string, string>>): string =>
  Object.entries({ ...good, ...says })
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");

/** What a workflow would report on a commit. */
async function passed(sha: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
  await bus.settled();
}

/** Work on a branch, proposed and handed over. */
async function handOver(branch: string) {
  const head = await put(branch, `src/${branch}.ts`, "ask();\n");
  const task = await bus.as("alice").open("Work", "### Goal\n\nIt works.\n", ["kind:task"]);
  const opened = { title: "Work", head: branch, base: "main", body: `Fixes #${task}` };
  const pull: number = (await ask("POST", `${repo}/pulls`, opened)).body.number;
  const body = written({ Completes: `#${task}`, Changes: `- src/${branch}.ts: does it` });
  const handover = await bus.as("alice").open("Handover: work", body, ["kind:handover"]);
  await bus.settled();
  return { head, task, handover, pull };
}

async function checkOn(sha: string) {
  const asked = `${repo}/commits/${sha}/check-runs?check_name=signalbox/handover`;
  const { body } = await ask("GET", asked);
  expect(body.check_runs.length).toBeLessThanOrEqual(1);
  return body.check_runs[0];
}

test("K08 a maintainer accepts despite the verdict, by the button, and it is recorded with who and why; no one else can", async () => {
  const alice = bus.as("alice");
  const { head, task, handover } = await handOver("login");
  const { id } = await checkOn(head);
  const press = async (actor: string) => {
    await bus.testHub.as(actor)("POST", `/_hub${repo}/check-runs/${id}/actions`, { identifier: "accept" });
    await bus.settled();
  };
  await press("alice");
  expect(await alice.see(handover)).toMatchObject({ state: "open" });
  expect((await alice.comments(handover)).at(-1)?.body).toContain("It takes a person with the role");

  await press("maria");
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  expect(await alice.see(task)).toMatchObject({ state: "closed", reason: "completed" });
  const text = (await alice.comments(handover)).map(({ body }) => body).join("\n");
  expect(text).toContain("`maria` accepted it as is.");
  expect(text).toContain("*Policy: role admin");
  const closing = bus.ledger().filter(({ rule, kind }) => rule === "close-settled" && kind === "done");
  expect(closing.map(({ because }) => because)).toContain(
    `Its handover #${handover} was accepted: maria, role admin; the settings ask for maintain.`,
  );
});

test("K08 a button whose page was open during an edit, a push or a change of the base accepts nothing, and the line says what is there now", async () => {
  const [alice, maria] = [bus.as("alice"), bus.as("maria")];
  const { head, task, handover, pull } = await handOver("open-page");
  const press = async (id: number): Promise<string> => {
    await bus.testHub.as("maria")("POST", `/_hub${repo}/check-runs/${id}/actions`, { identifier: "accept" });
    await bus.settled();
    return (await maria.comments(handover)).at(-1)?.body ?? "";
  };
  const seen: number[] = [(await checkOn(head)).id];
  const refuses = async (now: string): Promise<void> => {
    const line = await press(seen.at(-1) ?? 0);
    expect(line).toContain("`/accept` had no effect.");
    expect(line).toContain(`It is about other work than there is now: commit ${now}.`);
    expect(await alice.see(handover)).toMatchObject({ state: "open" });
  };
  await alice.edit(handover, { title: "Handover: all of the work" });
  await bus.settled();
  await refuses(`\`${head.slice(0, 10)}\` for \`main\``);

  seen.push((await checkOn(head)).id);
  const next = await put("open-page", "src/open-page.ts", "more();\n");
  await bus.settled();
  await refuses(`\`${next.slice(0, 10)}\` for \`main\``);

  seen.push((await checkOn(next)).id);
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/release", sha });
  await ask("PATCH", `${repo}/pulls/${pull}`, { base: "release" });
  await bus.settled();
  await refuses(`\`${next.slice(0, 10)}\` for \`release\``);

  const { id } = await checkOn(next);
  expect(new Set([...seen, id]).size).toBe(4);
  await press(id);
  expect(await alice.see(handover)).toMatchObject({ state: "closed" });
  expect(await alice.see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test("K03 a push whose delivery is lost, after the handover was closed, gets its own gate with the next sweep", async () => {
  const { head, handover } = await handOver("on");
  await passed(head);
  expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed" });
  bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" } });
  const next = await put("on", "src/on.ts", "onAndOn();\n");
  await bus.settled();
  expect(await checkOn(next)).toBeUndefined();
  bus.hub.faults.clear();
  await bus.sweep();
  expect(await checkOn(next)).toMatchObject({ conclusion: "action_required" });
});

test("K05 each handover of one pull request must pass: the check shows the worst one's faults, is not rewritten, and drops what was fixed", async () => {
  const alice = bus.as("alice");
  const { head, task, pull } = await handOver("both");
  await passed(head);
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  const other = await alice.open("More work", "### Goal\n\nIt works, too.\n", ["kind:task"]);
  const told = { Completes: `#${other}`, "Pull request": `#${pull}` };
  const changes = "- src/other.ts: does something else";
  const handover = await alice.open("Handover: more", written({ ...told, Changes: changes }), [
    "kind:handover",
  ]);
  await bus.settled();
  const refused = await checkOn(head);
  expect(refused).toMatchObject({ conclusion: "failure", output: { annotations_count: 1 } });
  const shown = () =>
    bus.ledger().filter(({ rule, kind }) => rule === "show-check" && kind === "done").length;
  const before = shown();
  await bus.sweep();
  await ask("PATCH", `${repo}/pulls/${pull}`, { title: "Both" });
  await bus.settled();
  expect([await checkOn(head), shown()]).toEqual([refused, before]);

  const mended = written({ ...told, Changes: "- src/both.ts: does both" });
  await ask("PATCH", `${repo}/issues/${handover}`, { body: mended });
  await bus.settled();
  expect(await checkOn(head)).toMatchObject({ conclusion: "action_required" });
  await ask("PATCH", `${repo}/pulls/${pull}`, { body: `Fixes #${task} and fixes #${other}` });
  await bus.settled();
  expect(await alice.see(other)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await checkOn(head)).toMatchObject({ conclusion: "success", output: { annotations_count: 0 } });
});

test("K09 an older handover that was refused does not decide after a newer one of its task was accepted, whatever is pushed", async () => {
  const alice = bus.as("alice");
  const head = await put("again", "src/again.ts", "ask();\n");
  const task = await alice.open("Again", "### Goal\n\nIt works.\n", ["kind:task"]);
  const opened = { title: "Work", head: "again", base: "main", body: `Fixes #${task}` };
  expect((await ask("POST", `${repo}/pulls`, opened)).status).toBe(201);
  const open = (changes: string): Promise<number> =>
    alice.open("Handover: again", written({ Completes: `#${task}`, Changes: changes }), ["kind:handover"]);
  const refused = await open("- src/elsewhere.ts: does it");
  await passed(head);
  expect(await checkOn(head)).toMatchObject({ conclusion: "failure" });
  const accepted = await open("- src/again.ts: does it");
  await bus.settled();
  expect(await alice.see(accepted)).toMatchObject({ state: "closed" });
  expect(await checkOn(head)).toMatchObject({ conclusion: "success" });
  // Which one counts is in what GitHub shows and in the index, not in the memory of the process.
  await restart();
  const next = await put("again", "src/again.ts", "askAgain();\n");
  await passed(next);
  expect(await alice.see(refused)).toMatchObject({ state: "open" });
  const shown = await checkOn(next);
  expect(shown).toMatchObject({ conclusion: "success" });
  expect(shown.output.title).not.toContain("src/elsewhere.ts");
});

async function restart(): Promise<void> {
  await bus.stopServer();
  await bus.startServer();
  await bus.settled();
}

test("K10 a conflict after the acceptance is told on the handover, also where the server was restarted in between", async () => {
  const alice = bus.as("alice");
  const { head, handover, pull } = await handOver("conflict");
  await passed(head);
  expect(await alice.see(handover)).toMatchObject({ state: "closed" });
  await bus.stopServer();
  await put("main", "src/conflict.ts", "somethingElse();\n");
  await bus.startServer();
  await bus.settled();
  await bus.sweep();
  const said = (await alice.comments(handover)).map(({ body }) => body).join("\n");
  expect(said).toContain(
    `#${pull} has had conflicts with \`main\` since it was accepted. Resolve them and push`,
  );
});

test("N04 another App's check that copies our signed text does not freeze the gate on success", async () => {
  const { head, handover, task } = await handOver("frozen");
  await passed(head);
  const ours = await checkOn(head);
  expect(ours).toMatchObject({ conclusion: "success" });

  const other = await asInstallationOf(bus, await secondApp(bus, { checks: "write", metadata: "read" }));
  const copy = { name: ours.name, head_sha: head, status: "completed", conclusion: "success" };
  const made = await other("POST", `${repo}/check-runs`, { ...copy, external_id: ours.external_id });
  expect(made.status).toBe(201);
  await bus.settled();
  await ask("PATCH", `${repo}/issues/${handover}`, { state: "open" });
  const wrong = written({ Completes: `#${task}`, Changes: "- src/elsewhere.ts: does it" });
  await ask("PATCH", `${repo}/issues/${handover}`, { body: wrong });
  await bus.settled();
  const asked = `${repo}/commits/${head}/check-runs?check_name=signalbox/handover`;
  const { check_runs: runs } = (await ask("GET", asked)).body;
  const stands = runs.map(({ app, conclusion }: { app: { id: number }; conclusion: string }) => [
    app.id === bus.hub.app.id,
    conclusion,
  ]);
  expect(stands).toEqual(expect.arrayContaining([[true, "failure"]]));
  expect(stands).not.toContainEqual([true, "success"]);
});

test("K05 a file renamed only in case is two paths: both must be listed before the check succeeds", async () => {
  await put("main", "src/letter.ts", "letter();\n");
  await put("case-only", "src/Letter.ts", "letter();\n");
  const { body: old } = await ask("GET", `${repo}/contents/src/letter.ts?ref=case-only`);
  const removed = { message: "Rename", branch: "case-only", sha: old.sha };
  const head: string = (await ask("DELETE", `${repo}/contents/src/letter.ts`, removed)).body.commit.sha;
  const task = await bus.as("alice").open("Rename it", "### Goal\n\nIt has its name.\n", ["kind:task"]);
  const opened = { title: "Rename", head: "case-only", base: "main", body: `Fixes #${task}` };
  expect((await ask("POST", `${repo}/pulls`, opened)).status).toBe(201);
  const says = { Completes: `#${task}`, Changes: "- src/other.ts: renamed" };
  const handover = await bus.as("alice").open("Handover: rename", written(says), ["kind:handover"]);
  await bus.settled();
  await passed(head);
  expect((await checkOn(head))?.conclusion).toBe("failure");
  await bus.as("alice").edit(handover, { body: written({ ...says, Changes: "- src/LETTER.ts: renamed" }) });
  await bus.settled();
  expect((await checkOn(head))?.conclusion).toBe("failure");
  const listed = "- src/Letter.ts: renamed\n- src/letter.ts: renamed";
  await bus.as("alice").edit(handover, { body: written({ ...says, Changes: listed }) });
  await bus.settled();
  expect((await checkOn(head))?.conclusion).toBe("success");
});
