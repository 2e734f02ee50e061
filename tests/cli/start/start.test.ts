/** `signalbox start` as its own process: what it prints, how it ends, and that it loses nothing. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { readHubSession } from "../../../src/cli/hub/hub-session.ts";
import { startHub } from "../../../src/hub/hub.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { questionBody } from "../../support/story.ts";
import { signalbox } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

interface Started {
  readonly child: ChildProcess;
  /** Resolves to the whole output once `text` was printed or the process has ended. */
  readonly printed: (text: string) => Promise<string>;
  readonly ended: Promise<number | null>;
}

const main = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");

function start(home: string, env: Readonly<Record<string, string>> = {}): Started {
  return launch(["start"], home, env);
}

function launch(words: readonly string[], home: string, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      HUB_PORT: "0",
      SIGNALBOX_HOME: home,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let seen = "";
  const take = (chunk: Buffer): void => {
    seen += chunk.toString();
    child.emit("printed");
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const ended = once(child, "close").then(() => {
    running.delete(child);
    child.emit("printed");
    return child.exitCode;
  });
  return {
    child,
    ended,
    printed: async (text) => {
      while (!seen.includes(text) && running.has(child)) await once(child, "printed");
      return seen;
    },
  };
}

const taskBody = "### Goal\n\nPeople can sign in.\n\n### Priority\n\np1";

describe("signalbox start with nothing configured", () => {
  test("start prints what runs and what to try, serves the command line, and keeps everything across a restart", async () => {
    const home = join(folder, "walk");
    const first = start(home);
    const announced = await first.printed("explain 1\n");
    const session = readHubSession(home);
    expect(announced).toContain(session.url);
    const addresses = announced.match(/http:\/\/[^\s"]+/g) ?? [];
    expect(addresses).toHaveLength(4);
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200);
    expect(announced).toContain('eval "$(npx --no -- signalbox env --as alice)"');
    expect((await fetch(`${readContact(home)?.url}/health`)).status).toBe(200);

    const alice = new Octokit({ baseUrl: `${session.url}/api/v3`, auth: session.tokens.alice });
    const demo = { owner: "acme", repo: "demo" };
    await alice.rest.issues.create({ ...demo, title: "Sign in", body: taskBody });
    await alice.rest.issues.create({ ...demo, title: "Q: Which token?", body: questionBody("#1") });
    const maria = new Octokit({ baseUrl: `${session.url}/api/v3`, auth: session.tokens.maria });
    await maria.rest.issues.createComment({ ...demo, issue_number: 2, body: "/answer Opaque tokens." });
    const waited = await signalbox(["wait", "1", "--timeout", "20s", "--home", home]);
    expect(waited).toMatchObject({ code: 0, out: expect.stringContaining("acme/demo#1 is ready") });
    const ready = await signalbox(["ready", "--json", "--home", home]);
    expect(JSON.parse(ready.out)).toMatchObject({
      isFresh: true,
      tasks: [{ number: 1, status: "ready", priority: "p1" }],
    });
    expect((await signalbox(["explain", "1", "--home", home])).out).toContain("status:ready");
    expect(await signalbox(["show", "7", "--home", home])).toMatchObject({ code: 1, out: "" });
    expect((await signalbox(["rebuild", "--home", home])).out).toContain("The index was identical.");

    const doctor = await signalbox(["doctor", "--home", home]);
    expect(doctor).toMatchObject({
      code: 0,
      out: expect.stringContaining("the hub is used in place of GitHub"),
    });
    expect(doctor.out).toContain("\n0 failed, ");

    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    expect(await first.printed("")).not.toContain('"level":"warn"');
    expect(readContact(home)).toBeUndefined();

    const second = start(home);
    const again = await second.printed("explain 3\n");
    expect(announced).toContain("gh issue view 1\n");
    expect(again).toContain("### Blocking task\\n\\n#3\\n");
    for (const line of ["gh issue view 3", "signalbox wait 3 &", "comment 4 --body", "explain 3"])
      expect(again).toContain(line);
    expect(readHubSession(home).tokens).toEqual(session.tokens);
    expect((await signalbox(["show", "1", "--home", home])).out).toContain("task, open, ready");
    const twice = await start(home).ended;
    expect(twice).toBe(1);
    const page = `${readHubSession(home).url}/api/v3/repos/acme/demo/contents/docs/adr/question-2.md`;
    const headers = { authorization: `Bearer ${session.tokens.alice}`, accept: "application/vnd.github.raw" };
    await expect.poll(async () => (await fetch(page, { headers })).text()).toContain("Opaque tokens.");
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(await second.printed("")).not.toContain('"level":"warn"');

    const alone = await signalbox(["rebuild", "--json"], {
      SIGNALBOX_HOME: home,
      HUB_PORT: "0",
      LOG_LEVEL: "silent",
    });
    expect(JSON.parse(alone.out)).toEqual({ repositories: 1, issues: 2, differences: [] });
  });

  test.each(["PORT", "HUB_PORT"])("start names %s if its port is in use, and exits", async (setting) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { printed, ended } = start(join(folder, setting), { [setting]: port });
    expect(await ended).toBe(1);
    const text = await printed("");
    expect(text).toContain(`${setting}=`);
    expect(text).not.toContain("    at ");
    taken.close();
  });

  test("start refuses the same port for both servers before it opens anything", async () => {
    const home = join(folder, "same");
    const { printed, ended } = start(home, { PORT: "4999", HUB_PORT: "4999" });
    expect(await ended).toBe(1);
    expect(await printed("")).toBe(
      "PORT and HUB_PORT are both 4999. The App and the hub need different ports.\n",
    );
    expect(existsSync(home)).toBe(false);
  });

  test("an App that GitHub does not know is reported in words, without a stack", async () => {
    const hub = await startHub({ home: ":memory:", port: 0 });
    const { printed, ended } = start(join(folder, "unknown"), {
      APP_ID: "1",
      PRIVATE_KEY: hub.app.privateKey,
      WEBHOOK_SECRET: "s".repeat(32),
      GHE_HOST: new URL(hub.url).host,
      GHE_PROTOCOL: "http",
    });
    expect(await ended).toBe(1);
    await hub.close();
    const text = await printed("");
    expect(text).toContain("\nGitHub has no App with that ID: APP_ID must be");
    expect(text).not.toMatch(/\n {4}at |"stack"/);
  });

  test("A05 start refuses a partial configuration and names what is missing", async () => {
    const { printed, ended } = start(join(folder, "half"), { APP_ID: "1", WEBHOOK_SECRET: "development" });
    expect(await ended).toBe(1);
    const text = await printed("");
    expect(text).toContain('WEBHOOK_SECRET is "development"');
    expect(text).toContain("PRIVATE_KEY or PRIVATE_KEY_PATH is missing");
  });
});

test("a missing settings file yields our own message, not Node's", async () => {
  const { printed, ended } = launch(["start", "--settings", "/no/such/file"], join(folder, "unset"));
  expect(await ended).toBe(1);
  expect(await printed("")).toBe("The --settings file cannot be read: /no/such/file\n");
});

test.each([
  ["--poll", "15s"],
  ["--hub-port", "4001"],
])("%s, which only a single server has, is refused by the other roles", async (option, value) => {
  for (const role of ["web", "worker"])
    expect(await signalbox(["start", "--role", role, option, value])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${option} is for a single server.`),
    });
});

test("a hub alone serves an App in another process, which polls it", async () => {
  const home = join(folder, "apart");
  const hub = launch(["hub"], home);
  await hub.printed("Press Ctrl-C to stop");
  const app = launch(["start", "--settings", join(home, "hub-app.env"), "--poll", "1s"], home);
  expect(await app.printed("Press Ctrl-C to stop")).toContain("polls every 1 s");
  const { url, tokens } = readHubSession(home);
  const alice = new Octokit({ baseUrl: `${url}/api/v3`, auth: tokens.alice });
  await alice.rest.issues.create({ owner: "acme", repo: "demo", title: "Sign in", body: taskBody });
  expect(await signalbox(["wait", "1", "--timeout", "20s", "--home", home])).toMatchObject({ code: 0 });
  for (const { child, ended } of [app, hub]) {
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }
});

test("the demo plays the whole story", async () => {
  const { code, out } = await signalbox(["demo", "--story", "question", "--fresh"], { LOG_LEVEL: "silent" });
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("The end.") });
  const told = ["status:ready: nothing", "status:blocked", "/answer", "is ready after", "labels it answered"];
  const places = told.map((text) => out.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test("the team's demo plays three agents: a lock that waits, a question, a vote, and a handover that ends both", async () => {
  const { code, out } = await signalbox(["demo", "--fresh"], { LOG_LEVEL: "silent" });
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("The end.") });
  const told = [
    "#1 is yours",
    "Locked for acme/demo#1: src/login/**.",
    "#3 is yours",
    "#2 is yours",
    "Waits for src/login/limits.ts, docs/limits.md: ada (#1) has some of it.",
    "Your question was answered: By account",
    "counts two of two votes, closes #8",
    "opens #9",
    "#3 status:blocked until a person decides #9",
    "status:in-review",
    "closes #10 and #1",
    "acme/demo#2\tcleo\texclusive\tdocs/limits.md\tsince",
    "Locked for you now: src/login/limits.ts, docs/limits.md.\n\nThe end.",
  ];
  const places = told.map((text) => out.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  const lastAt = Number(/([\d.]+) s {2}cleo {3}signalbox inbox\n/.exec(out)?.[1]);
  expect(lastAt).toBeLessThan(60);
});

test("the team's demo plays live on the board of the server that runs here, once, and next to other tasks", async () => {
  const home = join(folder, "live");
  const server = start(home);
  await server.printed("explain 1\n");
  const { url, tokens } = readHubSession(home);
  const alice = new Octokit({ baseUrl: `${url}/api/v3`, auth: tokens.alice });
  const p0 = taskBody.replace("p1", "p0");
  await alice.rest.issues.create({ owner: "acme", repo: "demo", title: "A task of their own", body: p0 });
  expect(await signalbox(["wait", "1", "--timeout", "20s", "--home", home])).toMatchObject({ code: 0 });
  const played = await signalbox(["demo", "--home", home]);
  expect(played).toMatchObject({ code: 0, out: expect.stringContaining("The board keeps what was played.") });
  const [address = ""] = /http:\S+/.exec(played.out) ?? [];
  const entered = await fetch(address, { redirect: "manual" });
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const page = await fetch(new URL("/board", address), { headers: { cookie } });
  const board = await page.text();
  for (const title of ["A task of their own", "Limit failed sign-ins", "Announce the sign-in", "Which price"])
    expect(board).toContain(title);
  const again = await signalbox(["demo", "--home", home]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("npm run demo -- --fresh") });
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
}, 120_000);

test.each(["-1", "soon", "61"])("a pace of %s is refused", async (pace) => {
  expect(await signalbox(["demo", "--fresh", "--pace", pace])).toMatchObject({
    code: 1,
    err: expect.stringContaining("a number of seconds from 0 to 60"),
  });
});

test("a story that the demo does not have is refused with those that it has", async () => {
  expect(await signalbox(["demo", "--story", "tem"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Allowed choices are team, question"),
  });
});

test("a demo that is interrupted by Ctrl-C says so and leaves nothing behind", async () => {
  const temp = join(folder, "temp");
  mkdirSync(temp);
  const { child, printed, ended } = launch(["demo", "--story", "question"], join(folder, "unused"), {
    TMPDIR: temp,
  });
  await printed("A question blocks the task");
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  const text = await printed("");
  expect(text).toContain("\nInterrupted. Everything ran on this machine, and nothing is left behind.\n");
  expect(text).not.toContain("    at ");
  // Node caches compiled code there for its next start.
  expect(readdirSync(temp).filter((name) => name !== "node-compile-cache")).toEqual([]);
});
