/**
 * Tests arguments of the command line that a shell, gh or our own parser might interpret: they remain plain
 * arguments.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { findGh } from "../support/gh.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-words-"));
const [home, tools, work] = ["home", "tools", "work"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const program = join(import.meta.dirname, "../../src/cli/signalbox.mjs");
let bus: TestBus;
beforeAll(async () => {
  for (const path of [tools, work]) mkdirSync(path);
  bus = await startBus();
  const tokens = { alice: bus.hub.tokenOf("alice") };
  writeHubSession(home, { url: bus.hub.url, repository: "acme/demo", tokens });
});
afterAll(async () => {
  await bus.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program itself, in an empty directory. */
async function run(words: readonly string[], path = process.env.PATH, input = "") {
  const env = { ...process.env, PATH: path, SIGNALBOX_HOME: home, ...databaseVariables(home) };
  const child = spawn(process.execPath, [program, ...words], { env, cwd: work });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  child.stdin.on("error", () => {}).end(input);
  const [code] = await once(child, "close");
  return { code, said };
}

const hostile = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned #",
  "| touch pwned",
  "a\ntouch pwned\n",
  "'\"\\ && touch pwned",
  "--help",
  "--repo=evil/evil",
  "-R",
  "--",
  "*",
  "~",
  "%PATH% $HOME",
  "",
];

test("L05 signalbox gh passes every argument on unchanged: none is expanded, split, dropped or taken for an option", async () => {
  const heard = join(folder, "heard.json");
  const fake = join(tools, "gh");
  const body = 'require("node:fs").writeFileSync(process.env.HEARD, JSON.stringify(process.argv.slice(2)))';
  writeFileSync(fake, `#!${process.execPath}\n${body}\n`);
  chmodSync(fake, 0o755);
  process.env.HEARD = heard;
  const words = ["issue", "create", "--title", ...hostile];
  expect(await run(["gh", "--as", "alice", ...words], `${tools}:${process.env.PATH}`)).toEqual({
    code: 0,
    said: "",
  });
  delete process.env.HEARD;
  expect(JSON.parse(readFileSync(heard, "utf8"))).toEqual(words);
  expect(readdirSync(work)).toEqual([]);
});

test.skipIf(findGh() === undefined)(
  "L05 with the real gh a hostile title and a body from standard input arrive as they were written",
  async () => {
    const title = "--help; $(touch pwned) `touch pwned` '\" \\";
    const body = "--body $(touch pwned)\n`x`\n-- '\"\\\n";
    const words = ["issue", "create", "--label", "kind:task", "--title", title, "--body-file", "-"];
    const { code, said } = await run(["gh", "--as", "alice", ...words], process.env.PATH, body);
    expect({ code, said }).toMatchObject({ code: 0 });
    const { data } = await bus.as("alice").octokit.rest.issues.listForRepo({ owner: "acme", repo: "demo" });
    expect(data.map(({ title, body }) => ({ title, body }))).toEqual([{ title, body }]);
    expect(readdirSync(work)).toEqual([]);
  },
);

const word = "$(touch pwned); `touch pwned` | touch pwned # '\"\\ \ntouch pwned\n\u001b[2J";
const commands: readonly (readonly string[])[] = [
  ["show", word],
  ["explain", "--", `--${word}`],
  ["brief", word],
  ["wait", "--timeout", "1s", word],
  ["verify", "--yes", "--run", word, "--", `--${word}`],
  ["init", "--dry-run", "--repo", word],
  ["ready", `--${word}`],
  ["env", "--as", `--${word}`],
];

test.each(commands)(
  "L05 signalbox %s takes a hostile argument literally: a line says what is wrong with it, and nothing of it runs",
  async (...words) => {
    const { code, said } = await run(words);
    expect(code).toBe(1);
    expect(said).toMatch(/\S/);
    expect(said).not.toMatch(/ {4}at |Internal error/);
    expect(said).not.toContain("\u001b");
    expect(readdirSync(work)).toEqual([]);
  },
);
