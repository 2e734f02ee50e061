/** A server elsewhere that is away for two minutes, and answers that are lost: nothing is lost by it, and nothing done twice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { Front } from "../support/front.ts";

const launcher = join(import.meta.dirname, "../../src/cli/signalbox.mjs");

let bus: TestBus;
let front: Front;
let folder: string;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  front = new Front(() => bus.server().url);
  await front.up();
  folder = mkdtempSync(join(tmpdir(), "signalbox-away-"));
  for (const name of ["work", "tmp"]) mkdirSync(join(folder, name));
  const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
  env = {
    SIGNALBOX_SERVER: front.url,
    SIGNALBOX_TOKEN: out.trim(),
    SIGNALBOX_AGENT: "ada",
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TMPDIR: join(folder, "tmp"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CONFIG_HOME: join(folder, "config"),
  };
}, 60_000);
afterAll(async () => {
  await front.down();
  rmSync(folder, { recursive: true, force: true });
  await bus.stop();
});

const open = async (title: string): Promise<number> => {
  const issue = await bus.as("alice").open(title, form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
  return issue;
};
const holderOf = async (issue: number): Promise<object | undefined> => {
  const { out } = await signalbox(["show", `acme/demo#${issue}`, "--json"], { SIGNALBOX_HOME: bus.home });
  return JSON.parse(out).holder;
};
/** With `AWAY=120`, two minutes pass on every clock. In CI they pass on the server's alone. */
const realSeconds = Number(process.env.AWAY ?? 0);
const away = async (): Promise<void> => {
  await front.down();
  await bus.stopServer();
  bus.clock.advance(120_000 - realSeconds * 1_000);
};
const back = async (): Promise<void> => {
  await bus.startServer();
  await front.up();
};

test("a run goes on while its server is away for two minutes, and ends under the lease that it had", async () => {
  const issue = await open("Outlast it");
  const [started, goOn] = [join(folder, "started"), join(folder, "go-on")];
  const script = `echo > ${started}; while [ ! -e ${goOn} ]; do sleep 0.1; done; echo done`;
  const child = spawn(
    process.execPath,
    [launcher, "run", "--issue", `acme/demo#${issue}`, "--json", "--", "/bin/sh", "-c", script],
    { cwd: join(folder, "work"), env, stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, "exit");
  await expect.poll(() => existsSync(started), { timeout: 30_000 }).toBe(true);
  const before = await holderOf(issue);
  await away();
  writeFileSync(goOn, "");
  // The program has ended, and `run` has found the server away.
  await expect.poll(() => child.exitCode, { timeout: 2_500 }).toBe(null);
  await new Promise((resolve) => setTimeout(resolve, Math.max(2, realSeconds) * 1_000));
  await back();
  const [out, err] = await output;
  await ended;
  expect(err).toContain("It is waited for.");
  // It asked nothing and handed nothing over, so it is given back, under the lease that it had all the time.
  const { runs } = JSON.parse(out);
  expect(runs).toMatchObject([{ issue: `acme/demo#${issue}`, agent: "ada", isHeld: false }]);
  expect(before).toMatchObject({ name: "ada", token: runs[0].token });
  await bus.settled();
  expect(await holderOf(issue)).toBeUndefined();
}, 300_000);

test("`claim --next` whose answer is lost is asked for again, and holds one task", async () => {
  for (const title of ["One", "Two", "Three"]) await open(title);
  front.loseAnswerTo(/POST \/api\/v1\/claim/);
  const { code, out } = await signalbox(["claim", "--next", "--json"], env);
  expect([code, JSON.parse(out).isHeld]).toEqual([0, true]);
  await bus.settled();
  const { out: roster } = await signalbox(["agents", "--repo", "acme/demo", "--json"], {
    SIGNALBOX_HOME: bus.home,
  });
  const { agents } = JSON.parse(roster);
  const ada = agents.find(({ name }: { readonly name: string }) => name === "ada");
  expect(ada.tasks).toEqual([Number(JSON.parse(out).issue.split("#")[1])]);
  await signalbox(["release", JSON.parse(out).issue], env);
}, 60_000);

test("`wait` and `watch` go on when the server is back", async () => {
  const issue = await open("Blocked");
  const question = await bus.as("bea").open(
    "Q: Which?",
    form({
      "Blocking task": `#${issue}`,
      Category: "implementation",
      Urgency: "blocking",
      Context: "Both.",
    }),
    ["kind:question"],
    [],
  );
  await bus.settled();
  let told = "";
  const watching = signalbox(["watch", "--all", "--idle", `${12 + realSeconds}s`], env, (line) => {
    told += line;
  });
  const waiting = signalbox(["wait", `acme/demo#${issue}`, "--timeout", `${40 + realSeconds}s`], env);
  await away();
  await expect.poll(() => told, { timeout: 10_000 }).toContain("It is waited for.");
  await new Promise((resolve) => setTimeout(resolve, realSeconds * 1_000));
  await back();
  await bus.as("maria").comment(question, "/answer SQLite");
  await bus.settled();
  expect((await waiting).code).toBe(0);
  expect((await watching).out).toContain("SQLite");
}, 400_000);

test("a record of the run is there, although its end was not heard for two minutes", () => {
  const home = join(folder, "state", "signalbox", "runs");
  expect(existsSync(home)).toBe(true);
  expect(readFileSync(join(folder, "started"), "utf8")).toBe("\n");
});
