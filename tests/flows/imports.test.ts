/** Tests imports on the running bus: killed half way and run again, with closed tasks, cycles and hostile files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { inHubsFolder } from "../support/gh.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const launcher = join(import.meta.dirname, "..", "..", "src/cli/signalbox.mjs");

const bead = (id: string, on: readonly string[] = [], more: object = {}): object => ({
  _type: "issue",
  id,
  title: `Bead ${id}`,
  description: `${id} works.`,
  priority: 2,
  dependencies: on.map((each) => ({ issue_id: id, depends_on_id: each, type: "blocks" })),
  ...more,
});

function fileOf(...records: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "issues.jsonl");
  writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return file;
}

function environment() {
  return { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("alice"), GH_REPO: "acme/demo" };
}

const importBeads = (file: string, ...more: readonly string[]): Promise<Ran> =>
  signalbox(["import", "beads", file, ...more], environment());

async function allIssues() {
  const { octokit, repository } = bus.as("alice");
  return octokit.paginate(octokit.rest.issues.listForRepo, { ...repository, state: "all", per_page: 100 });
}

test("IF39 an import that is killed half way and run again opens each task once, with its edges", async () => {
  bus = await startBus();
  // Each third one waits for the two before it.
  const beads = Array.from({ length: 40 }, (_, at) =>
    bead(`bd-${at}`, at % 3 === 2 ? [`bd-${at - 1}`, `bd-${at - 2}`] : []),
  );
  const file = fileOf(...beads);
  const running = spawn(process.execPath, [launcher, "import", "beads", file, "--yes"], {
    env: { ...process.env, ...databaseVariables(bus.home), ...environment() },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const text of running.stderr) if (String(text).includes("15/40 opened")) break;
  running.kill("SIGKILL");
  await once(running, "close");
  const before = await allIssues();
  expect(before.length).toBeGreaterThanOrEqual(15);
  expect(before.length).toBeLessThan(40);

  expect(await importBeads(file, "--yes")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Imported."),
  });
  const again = await importBeads(file, "--yes");
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("There is nothing to do.") });
  await bus.settled();
  const issues = await allIssues();
  expect(issues.map(({ title }) => title).toSorted()).toEqual(
    beads.map((_, at) => `Bead bd-${at}`).toSorted(),
  );
  const numberOf = (at: number): number => issues.find(({ title }) => title === `Bead bd-${at}`)?.number ?? 0;
  for (const at of [2, 20, 38]) {
    const blockers = await bus.as("alice").blockers(numberOf(at));
    expect(new Set(blockers)).toEqual(new Set([numberOf(at - 2), numberOf(at - 1)]));
  }
}, 120_000);

test("IF39 a cycle is named before anything is written, and its last edge left out", async () => {
  bus = await startBus();
  const file = fileOf(bead("bd-a", ["bd-b"]), bead("bd-b", ["bd-a"]));
  const dry = await importBeads(file, "--dry-run");
  expect(dry).toEqual({
    code: 2,
    out: "+  bd-b  acme/demo  Bead bd-b\n+  bd-a  acme/demo  Bead bd-a\nPlan beads: 2 to open.\n",
    err: "note: bd-a → bd-b → bd-a: each waits for the next; the last of these dependencies is left out\n",
  });
  expect(await allIssues()).toEqual([]);
  expect((await importBeads(file, "--yes")).code).toBe(0);
  await bus.settled();
  expect(await bus.as("alice").blockers(2)).toEqual([1]);
  expect((await bus.as("alice").see(1)).labels).toContain("status:ready");
});

test("--closed opens what is closed there, and closes it; run again, it changes nothing", async () => {
  bus = await startBus();
  const file = fileOf(bead("bd-a", ["bd-b"]), bead("bd-b", [], { status: "closed" }));
  const first = await importBeads(file, "--closed", "--yes");
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining("1 of them will be closed") });
  await bus.settled();
  const alice = bus.as("alice");
  expect((await alice.see(1)).state).toBe("closed");
  expect((await alice.see(2)).labels).toContain("status:ready");
  const again = await importBeads(file, "--closed", "--dry-run");
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Plan beads: 2 unchanged.") });
});

test("IF39 a hostile file is refused with its line, and nothing is written", async () => {
  bus = await startBus();
  const file = fileOf(bead("bd-a"), bead("bd-b", [], { description: "x".repeat(10_000_000) }));
  const told = await importBeads(file, "--yes");
  expect(told).toMatchObject({ code: 1, out: "" });
  expect(told.err).toContain("- line 2: it is longer than 512 kB");
  expect(await importBeads(join(file, "none"))).toMatchObject({
    code: 1,
    err: expect.stringContaining("The file cannot be read:"),
  });
  expect(await allIssues()).toEqual([]);
});

test("IF39 ordinary issues become tasks after each change was shown, and a second run finds nothing to do", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const text = "It stops.\n\n## Steps\n\n```\n# not a heading\n```\n";
  const first = await alice.open("Sign-in fails", text, ["bug"]);
  const bare = await alice.open("Log out twice", "", ["bug"]);
  const other = await alice.open("A wish", "Please.", ["enhancement"]);
  const question = await alice.open("Q: Which?", "### Blocking task\n\n#1\n", ["bug", "kind:question"]);
  await bus.settled();
  const run = (...more: readonly string[]): Promise<Ran> =>
    signalbox(["import", "issues", "--search", "label:bug", ...more], environment());

  const dry = await run("--dry-run");
  expect(dry.code).toBe(2);
  expect(dry.out).toContain("+### Goal");
  expect(dry.out).toContain(`= #${question} Q: Which?: left as it is, because it is a question already.`);
  expect((await alice.see(first)).labels).toEqual(["bug"]);

  expect(await run("--yes")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Made tasks of 2 issues."),
  });
  await bus.settled();
  for (const number of [first, bare])
    expect((await alice.see(number)).labels).toEqual(["bug", "kind:task", "status:ready"]);
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: first });
  expect(data.body).toBe("### Goal\n\nIt stops.\n\n#### Steps\n\n```\n# not a heading\n```\n");
  expect((await alice.see(other)).labels).toEqual(["enhancement"]);
  expect(await run("--yes")).toMatchObject({ code: 0, out: expect.stringContaining("Nothing was changed.") });
});
