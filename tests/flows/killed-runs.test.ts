/** What a run leaves that is killed itself: the agent's next run goes on with the task, and with nothing that is no longer its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunRecord } from "../../src/harness/records/run-record.ts";
import { ownProcess } from "../../src/programs/process-identity.ts";
import { readProcess } from "../../src/programs/process-table.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { askingCommand } from "../support/asking-program.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { questionText } from "../support/freeing.ts";
import { appears, dies, scriptIn } from "../support/programs.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const launcher = join(import.meta.dirname, "../../src/cli/signalbox.mjs");

let bus: TestBus;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
});
afterEach(() => bus.stop());

async function openFree(title: string): Promise<number> {
  const sections = { Goal: "It works.", Priority: "p1" };
  const issue = await bus.as("alice").open(title, form(sections), ["kind:task"], []);
  await bus.settled();
  return issue;
}

const environment = (agent = "ada") => ({
  SIGNALBOX_HOME: bus.home,
  SIGNALBOX_AGENT: agent,
  PATH: process.env.PATH,
  ...databaseVariables(bus.home),
});

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Starts a run whose program tells that it is up, and kills the run alone. @returns the program's process */
async function leave(words: readonly string[], more = "exec sleep 600"): Promise<number> {
  const up = join(bus.home, "up");
  rmSync(up, { force: true });
  const program = scriptIn(join(bus.home, "..", `left-${process.pid}`), "left", `echo $$ > ${up}\n${more}`);
  const child = spawn(process.execPath, [launcher, "run", ...words, "--", program], {
    env: environment(),
    stdio: "ignore",
  });
  started.push(child);
  const pid = Number(await appears(up));
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return pid;
}

const told = 'echo "$SIGNALBOX_ISSUE $SIGNALBOX_SESSION $SIGNALBOX_LEASE"';
/** Its program asks: what did nothing would give its task back. */
const run = (words: readonly string[], agent = "ada"): Promise<Ran> =>
  signalbox(
    ["run", ...words, "--", "/bin/sh", "-c", `${askingCommand(bus, agent)}; ${told}`],
    environment(agent),
  );

/** The oldest first. */
const records = (): readonly RunRecord[] =>
  readdirSync(join(bus.home, "runs"))
    .toSorted()
    .map((id) => JSON.parse(readFileSync(join(bus.home, "runs", id, "metadata.json"), "utf8")));

test("AG80 the next run ends its program, and goes on with its task before any other, in the same session", async () => {
  const left = await openFree("Left");
  const next = await openFree("Next");
  const program = await leave(["--issue", String(left)]);
  expect(await run(["--every"])).toMatchObject({ code: 0 });
  await dies(program);
  const [killed, first, second, ...more] = records();
  expect(more).toEqual([]);
  expect(killed).toMatchObject({ issue: `acme/demo#${left}`, endedAt: null });
  expect(first).toMatchObject({ issue: `acme/demo#${left}`, text: `${left} ${killed?.id} ${killed?.token}` });
  expect(second).toMatchObject({ issue: `acme/demo#${next}`, session: second?.id });
});

test("AG80 a run of that task alone ends the program, too, and goes on in its session", async () => {
  const left = await openFree("Left");
  const program = await leave(["--issue", String(left)]);
  expect(await run(["--issue", String(left)])).toMatchObject({ code: 0 });
  await dies(program);
  const [killed, first] = records();
  expect(first?.text).toBe(`${left} ${killed?.id} ${killed?.token}`);
});

/** As another process would have written it: this one's parent, which runs. */
function takeAsAnother(id: string): string {
  const file = join(bus.home, "runs", id, "taken.0");
  const taker = { ...ownProcess(), pid: process.ppid, processStart: readProcess(process.ppid)?.start };
  writeFileSync(file, JSON.stringify(taker));
  return file;
}

test("AG80 a run of that task alone leaves it to the run that has just taken it", async () => {
  const left = await openFree("Left");
  const program = await leave(["--issue", String(left)]);
  const [killed] = records();
  const file = takeAsAnother(killed?.id ?? "");
  const refused = await run(["--issue", String(left)]);
  expect(refused).toMatchObject({
    code: 2,
    out: `acme/demo#${left} is not yours: another run of ada goes on with what a killed one left (signalbox runs).\n`,
  });
  expect(process.kill(program, 0)).toBe(true);
  expect(records()).toHaveLength(1);
  rmSync(file);
  expect(await run(["--issue", String(left)])).toMatchObject({ code: 0 });
  expect(records()[1]?.text).toBe(`${left} ${killed?.id} ${killed?.token}`);
});

test("AG80 what runs on another machine, or in another container, with the same records is left alone", async () => {
  const left = await openFree("Left");
  const next = await openFree("Next");
  const program = await leave(["--issue", String(left)]);
  const [there] = records();
  const file = join(bus.home, "runs", there?.id ?? "", "metadata.json");
  writeFileSync(file, JSON.stringify({ ...there, machine: "another" }));
  expect(await run(["--issue", String(left)])).toMatchObject({ code: 2 });
  expect(await run(["--every"])).toMatchObject({ code: 0 });
  expect(process.kill(program, 0)).toBe(true);
  expect(records().map(({ issue, endedAt }) => [issue, endedAt === null])).toEqual([
    [`acme/demo#${left}`, true],
    [`acme/demo#${next}`, false],
  ]);
  expect((await signalbox(["runs"], environment())).out).toContain(
    "plain has told no end: it runs on another machine or in another container",
  );
});

test("AG80 what another agent has by now is not gone on with, and the run has its end in the list", async () => {
  const left = await openFree("Left");
  const program = await leave(["--issue", String(left)]);
  await signalbox(["release", String(left)], environment());
  expect(await run(["--issue", String(left)], "bea")).toMatchObject({ code: 0 });
  expect(await run(["--every"])).toMatchObject({ code: 0, out: "Nothing ready.\n" });
  await dies(program);
  const [killed] = records();
  expect(killed).toMatchObject({ isHeld: false, because: "its run was killed", exit: { type: "killed" } });
  expect((await signalbox(["runs"], environment())).out).toContain("ada no longer holds");
});

test("AG80 a task that waits for an answer is gone on with once it has one", async () => {
  const left = await openFree("Left");
  await leave(["--issue", String(left)]);
  const question = await bus.as("ada").open("Q: Which store?", questionText(left), ["kind:question"], []);
  await bus.settled();
  expect(await run(["--every"])).toMatchObject({
    code: 0,
    out: `Nothing ready.\nada holds acme/demo#${left} (blocked), and no run works on it. It waits: signalbox explain acme/demo#${left}\n`,
  });
  await bus.as("bob").comment(question, "/answer SQLite.");
  await bus.settled();
  expect(await run(["--every"])).toMatchObject({ code: 0 });
  const [killed, first] = records();
  expect(first?.text).toBe(`${left} ${killed?.id} ${killed?.token}`);
});

test("AG80 a run that asks for other tasks leaves it alone", async () => {
  const left = await openFree("Left");
  const program = await leave(["--issue", String(left)]);
  expect(await run(["--every", "--track", "api"])).toMatchObject({
    code: 0,
    out: `Nothing ready.\nada holds acme/demo#${left} (in-progress), and no run works on it. To go on with it: signalbox run --issue acme/demo#${left}\n`,
  });
  expect(records()).toHaveLength(1);
  await dies(program);
});

test("AG80 what a run could not give back, as the server was away, the next one does", async () => {
  const left = await openFree("Left");
  const [up, go] = [join(bus.home, "up"), join(bus.home, "go")];
  const script = `echo up > ${up}; until [ -e ${go} ]; do sleep 0.05; done; kill -KILL $$`;
  const running = signalbox(["run", "--issue", String(left), "--", "/bin/sh", "-c", script], environment());
  await appears(up);
  await bus.stopServer();
  writeFileSync(go, "");
  expect(await running).toMatchObject({ code: 3 });
  const because = "its program was killed by SIGKILL";
  expect(records()).toMatchObject([{ isHeld: true, because }]);
  await bus.startServer();
  // What was just given back may not be ready at once.
  for (const _ of [1, 2]) {
    expect(await run(["--every"])).toMatchObject({ code: 0 });
    await bus.settled();
  }
  expect(bus.ledger().map((row) => row.because)).toContain(`ada released it: ${because}.`);
  const [first, second] = records();
  expect(first).toMatchObject({ isHeld: false, because });
  expect(second).toMatchObject({ issue: `acme/demo#${left}`, session: second?.id });
  expect(second?.token).toBeGreaterThan(first?.token ?? 0);
});
