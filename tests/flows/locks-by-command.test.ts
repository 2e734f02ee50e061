/** Agents beside the server lock files by the command line, and a hook refuses a commit of what others locked. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendOrder } from "../../src/cli/local-index/send-order.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };

const program = join(import.meta.dirname, "../../src/cli/signalbox.mjs");
let bus: TestBus;
let checkout: string;
beforeEach(async () => {
  bus = await startCrew(crew);
  checkout = mkdtempSync(join(tmpdir(), "signalbox-staged-"));
});
afterEach(async () => {
  await bus.stop();
  rmSync(checkout, { recursive: true, force: true });
});

const run = (line: string, agent?: string): Promise<Ran> =>
  signalbox(line.split(" "), {
    SIGNALBOX_HOME: bus.home,
    ...(agent === undefined ? {} : { SIGNALBOX_AGENT: agent }),
  });

async function openTask(title: string, files: readonly string[], priority = "p1"): Promise<number> {
  const sections = [
    `### Goal\n\n${title}.`,
    `### Files\n\n${files.join("\n")}`,
    `### Priority\n\n${priority}`,
  ];
  const issue = await bus.as("alice").open(title, sections.join("\n\n"), ["kind:task"], []);
  await bus.settled();
  return issue;
}

test("AG50 a claim takes the task's files; `claim --next` passes over tasks whose files others have", async () => {
  const first = await openTask("Store", ["src/api/**"], "p0");
  const second = await openTask("Show", ["src/**"], "p1");
  const third = await openTask("Explain", ["docs"], "p2");
  expect((await run("claim --next --agent ada")).out).toContain(`Locked for acme/demo#${first}: src/api/**.`);
  expect((await run("claim --next --agent bea --dry-run")).out).toContain(`#${third}`);
  expect((await run("claim --next --agent bea")).out).toContain(`acme/demo#${third} is yours`);
  expect(await run("claim --next --agent cleo")).toMatchObject({ code: 2, out: "Nothing ready.\n" });
  const claimed = await run(`claim ${second} --agent cleo`);
  expect(claimed).toMatchObject({ code: 0 });
  expect(claimed.out).toContain(`Waits for src/**: ada (#${first}) has it.`);
  expect((await run(`brief ${second}`)).out).toContain(
    `## Locks\n\n- not locked yet, ada (#${first}) has it: \`src/**\``,
  );
  expect((await run("release 1 --agent ada")).code).toBe(0);
  await bus.settled();
  expect((await run("locks")).out).toMatch(/^acme\/demo#2\tcleo\texclusive\tsrc\/\*\*\tsince /m);
});

test("AG50 agents that ask together are not given tasks with the same files", async () => {
  const tasks = [await openTask("One", ["src"]), await openTask("Two", ["src/api"])];
  const won = await Promise.all(["ada", "bea"].map((agent) => run(`claim --next --agent ${agent}`)));
  expect(won.map(({ code }) => code).toSorted()).toEqual([0, 2]);
  expect(tasks).toHaveLength(2);
});

test("AG50 lock, unlock and locks, with their exit codes", async () => {
  const first = await openTask("Store", ["src/api/**"]);
  const second = await openTask("Show", ["web"]);
  expect(await run(`lock ${first} docs --agent ada`)).toMatchObject({
    code: 2,
    out: `Nothing was locked for acme/demo#${first}: nobody holds it.\n`,
  });
  await run(`claim ${first} --agent ada`);
  await run(`claim ${second} --agent bea`);
  expect(await run(`lock ${first} docs/** README.md --shared --for 10m --agent ada`)).toMatchObject({
    code: 0,
    out: `Locked for acme/demo#${first}: src/api/**, docs/**, README.md.\n`,
  });
  expect(await run(`lock ${second} docs/api.md --agent bea`)).toMatchObject({
    code: 2,
    out: `Locked for acme/demo#${second}: web.\nWaits for docs/api.md: ada (#${first}) has it.\n`,
  });
  expect(await run(`lock ${second} ../x --agent bea`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("paths begin at the repository's root"),
  });
  const { locks } = JSON.parse((await run("locks --json")).out);
  expect(locks).toMatchObject([
    { glob: "src/api/**", mode: "exclusive", holder: "ada", isLocked: true, behind: [] },
    { glob: "docs/**", mode: "shared", until: expect.any(Number) },
    { glob: "README.md", mode: "shared" },
    { glob: "web", holder: "bea" },
    { glob: "docs/api.md", isLocked: false, behind: [{ holder: "ada", issue: `acme/demo#${first}` }] },
  ]);
  expect((await run(`unlock ${first} docs/** --agent ada`)).out).toBe(
    `Locked for acme/demo#${first}: src/api/**, README.md.\n`,
  );
  await bus.settled();
  expect((await run("locks")).out).toMatch(/^.*\tbea\texclusive\tdocs\/api\.md\tsince /m);
});

test("AG55 a commit of what others locked is refused before it is made, and the task and its holder are named", async () => {
  const first = await openTask("Store", ["src/api/**"]);
  await run(`claim ${first} --agent ada`);
  const conflict = `\`src/api/users.ts\` is locked by ada for acme/demo#${first} (\`src/api/**\`).\n`;
  expect(await run("locks --paths docs/api.md src/api/users.ts --agent bea")).toEqual({
    code: 1,
    err: "",
    out: conflict,
  });
  expect(await run("locks --paths src/api/users.ts", "ada")).toMatchObject({ code: 0 });
  expect(await run(`locks --paths src/api/users.ts --issue ${first}`)).toMatchObject({ code: 0 });

  execFileSync("git", ["init", "-q"], { cwd: checkout });
  mkdirSync(join(checkout, "src", "api"), { recursive: true });
  writeFileSync(join(checkout, "src", "api", "users.ts"), "export {};\n");
  execFileSync("git", ["add", "."], { cwd: checkout });
  const here = { GIT_DIR: join(checkout, ".git"), GIT_WORK_TREE: checkout };
  const staged = (agent: string): Promise<Ran> =>
    signalbox(["locks", "--staged", "--agent", agent], { SIGNALBOX_HOME: bus.home, ...here });
  expect(await staged("bea")).toEqual({ code: 1, err: "", out: conflict });
  expect(await staged("ada")).toMatchObject({ code: 0 });
});

/** Runs the program itself: the command reads the standard input of its process. */
async function withInput(words: readonly string[], input: string): Promise<Ran> {
  const env = { ...process.env, SIGNALBOX_HOME: bus.home, ...databaseVariables(bus.home) };
  const child = spawn(process.execPath, [program, ...words], { env });
  const ended = once(child, "close");
  child.stdin.on("error", () => {}).end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err };
}

test.each([
  ["one a line", "docs/api.md\nsrc/api/users.ts\n"],
  ["one a line, as Windows ends lines", "docs/api.md\r\nsrc/api/users.ts"],
  ["ended by null bytes, with a line break in a name", "docs/a\nb.md\0src/api/users.ts\0"],
])("AG55 `locks --paths -` reads the paths from standard input: %s", async (_, input) => {
  const first = await openTask("Store", ["src/api/**"]);
  await run(`claim ${first} --agent ada`);
  const words = ["locks", "--paths", "-", "--agent"];
  expect(await withInput([...words, "bea"], input)).toEqual({
    code: 1,
    err: "",
    out: `\`src/api/users.ts\` is locked by ada for acme/demo#${first} (\`src/api/**\`).\n`,
  });
  const free = { code: 0, out: "Nobody else has locked these paths.\n", err: "" };
  expect(await withInput([...words, "ada"], input)).toEqual(free);
  expect(await withInput([...words, "bea"], "")).toEqual(free);
});

test("B14 AG19 an agent that goes on after its lease ended locks and unlocks nothing, and is told who holds the task", async () => {
  const task = await openTask("Store", ["src/api"]);
  const claimed = await run(`claim ${task} --agent ada --json`);
  const surroundings = {
    SIGNALBOX_HOME: bus.home,
    SIGNALBOX_AGENT: "ada",
    SIGNALBOX_ISSUE: `acme/demo#${task}`,
    SIGNALBOX_LEASE: `${JSON.parse(claimed.out).token}`,
  };
  expect(await signalbox(["lock", `${task}`, "docs"], surroundings)).toMatchObject({ code: 0 });
  await bus.as("maria").comment(task, "/release to bea because ada does not answer");
  await bus.settled();
  const before = (await run("locks")).out;
  expect(before).toMatch(/^acme\/demo#\d+\tbea\texclusive\tsrc\/api\t/);
  const late = /: your lease ended at [\d-]+ [\d:]+ UTC; bea holds it\.\n$/;
  for (const words of [
    ["lock", `${task}`, "web"],
    ["unlock", `${task}`],
  ])
    expect(await signalbox(words, surroundings)).toMatchObject({ code: 2, out: expect.stringMatching(late) });
  expect((await run("locks")).out).toBe(before);
  const { SIGNALBOX_LEASE: stale, ...own } = { ...surroundings, SIGNALBOX_AGENT: "bea" };
  expect(await signalbox(["unlock", `${task}`, "--lease", stale], own)).toMatchObject({ code: 2 });
  expect(await signalbox(["unlock", `${task}`], own)).toMatchObject({ code: 0 });
});

test("a lock of many long paths is one order, and one that no server understands is a mistake at once", async () => {
  const issue = await openTask("Store", []);
  expect((await run(`claim ${issue} --agent ada`)).code).toBe(0);
  const paths = Array.from({ length: 25 }, (_, n) => `src/a-folder-with-a-rather-long-name/number-${n}.ts`);
  expect(await run(`lock ${issue} ${paths.join(" ")}`, "ada")).toMatchObject({ code: 0 });
  await bus.settled();
  expect((await run("locks")).out).toContain(paths[24]);
  const order = { owner: "acme", repo: "demo", agent: "ada", issue, text: `/lock ${"x".repeat(12_000)}` };
  expect(await sendOrder(bus.home, order)).toMatchObject({ type: "refused", isMistake: true });
});

test("locks --under says who holds a folder or file: what covers it, and what is in it", async () => {
  const first = await openTask("Store", ["src/api/users.ts", "docs/*.md"], "p0");
  expect((await run(`claim ${first} --agent ada`)).code).toBe(0);
  const globsUnder = async (path: string): Promise<readonly string[]> => {
    const { out } = await run(`locks --under ${path} --json`);
    const { locks }: { locks: readonly { readonly glob: string }[] } = JSON.parse(out);
    return locks.map(({ glob }) => glob);
  };
  expect(await globsUnder("src/api")).toEqual(["src/api/users.ts"]);
  expect(await globsUnder("./src/")).toEqual(["src/api/users.ts"]);
  expect(await globsUnder("docs/locks.md")).toEqual(["docs/*.md"]);
  expect(await globsUnder("web")).toEqual([]);
  const { code, err } = await run("locks --under ../secret");
  expect([code, err]).toEqual([1, expect.stringContaining("is no path")]);
});
