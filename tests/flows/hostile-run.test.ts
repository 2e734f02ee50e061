/**
 * A program that `signalbox run` started tries to be more than its agent: with the environment and the files that it finds, at
 * the server's socket, with another run's secret, and after its lease.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import { askingCommand } from "../support/asking-program.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { questionText } from "../support/freeing.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const launcher = join(import.meta.dirname, "../../src/cli/signalbox.mjs");
const program = join(import.meta.dirname, "../support/hostile-program.mjs");

/** None of them is a setting of the run itself. */
const secrets: Readonly<Record<string, string>> = {
  PRIVATE_KEY: "secret-of-private-key",
  WEBHOOK_SECRET: "secret-of-webhooks",
  CLIENT_SECRET: "secret-of-client",
  SESSION_KEY: "secret-of-sessions",
  METRICS_TOKEN: "secret-of-metrics",
  SIGNALBOX_KEY: "secret-of-workflow",
  SIGNALBOX_TOKEN: "secret-of-token",
  SIGNALBOX_MODEL_KEY: "secret-of-model",
};

interface Got {
  readonly found: Readonly<Record<string, string>>;
  readonly asked: Readonly<Record<string, readonly [number, string]>>;
  readonly ran: Readonly<Record<string, { readonly code: number; readonly out: string }>>;
  readonly token: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

let bus: TestBus;
let folder: string;
let task: number;
let question: number;
let got: Got;
let code: number | null;

const owners = (agent: string) => ({
  SIGNALBOX_HOME: bus.home,
  SIGNALBOX_AGENT: agent,
  ...databaseVariables(bus.home),
});

async function attack(agent: string, issue: number, paths: readonly string[]): Promise<Got> {
  const out = join(folder, `${agent}.json`);
  const words = ["run", "--agent", agent, "--issue", String(issue), "--home", bus.home];
  const child = spawn(
    process.execPath,
    [launcher, ...words, "--", process.execPath, program, out, String(process.pid), ...paths],
    {
      cwd: join(folder, "work"),
      stdio: ["ignore", "ignore", "ignore"],
      env: {
        ...secrets,
        ...databaseVariables(bus.home),
        HOME: join(folder, "work"),
        TMPDIR: join(folder, "tmp"),
        GH_TOKEN: "of ada",
        ASK: askingCommand(bus, agent, join(folder, "work")),
        GH_CONFIG_DIR: join(bus.home, "gh", "ada", "config"),
        PATH: `${join(bus.home, "bin", "ada")}:${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
      },
    },
  );
  [code] = await once(child, "exit");
  return JSON.parse(readFileSync(out, "utf8"));
}

const place = { owner: "acme", repo: "demo" };
const order = (agent: string, issue: number, text: string): string =>
  `${controlPaths.order} ${JSON.stringify({ ...place, id: "01JDB3Z5M7Q8R9S00000000001", agent, issue, text })}`;

beforeAll(async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  folder = mkdtempSync(join(tmpdir(), "signalbox-hostile-"));
  for (const name of ["tmp", "work"]) mkdirSync(join(folder, name));
  const goal = "### Goal\n\nIt works.";
  task = await bus.as("alice").open("Retry the queue", goal, ["kind:task"], []);
  question = await bus.as("bea").open("Q: Which store?", questionText(task), ["kind:question"], []);
  await bus.as("bob").comment(question, "/answer SQLite.");
  await bus.settled();
  got = await attack("ada", task, [
    ...Object.values(controlPaths),
    order("ada", task, "/claim as ada"),
    order("bea", task, "/claim as bea"),
    `/api/v1/answer ${JSON.stringify({ question: String(question), text: "MySQL." })}`,
    `/api/v1/accept ${JSON.stringify({ handover: String(task) })}`,
    `/api/v1/approve ${JSON.stringify({ issue: String(task) })}`,
    `/api/v1/decide ${JSON.stringify({ issue: String(question), option: 1 })}`,
    `/api/v1/claim ${JSON.stringify({ issue: String(task), agent: "bea" })}`,
    `/api/v1/brief ${JSON.stringify({ issue: String(task) })}`,
  ]);
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bus.stop();
});

describe("what it finds", () => {
  test("neither its own environment nor that of its parents has a secret of the server, or leads to the data folder", () => {
    expect(code).toBe(0);
    const processes = Object.entries(got.found).filter(([where]) => /^\d+ /.test(where));
    expect(processes.length).toBeGreaterThanOrEqual(4);
    const words = [...Object.values(secrets), bus.home];
    expect(processes.filter(([, text]) => words.some((word) => text.includes(word)))).toEqual([]);
    expect(got.env).toMatchObject({ GH_TOKEN: "of ada", SIGNALBOX_AGENT: "ada" });
  });

  test("no file that it finds from there has one", () => {
    const owner = readContact(bus.home)?.token ?? "";
    expect(owner).toHaveLength(64);
    expect(Object.keys(got.found).filter((path) => path === got.env.SIGNALBOX_RUN)).toHaveLength(1);
    expect(Object.entries(got.found).filter(([, text]) => text.includes(owner))).toEqual([]);
  });

  test("its own secret is outside of where it works and of the data folder, and gone with the run", () => {
    const file = got.env.SIGNALBOX_RUN ?? "";
    expect(existsSync(file)).toBe(false);
    expect(existsSync(dirname(file))).toBe(false);
    expect(file.startsWith(bus.home)).toBe(false);
    expect(statSync(join(folder, "tmp")).isDirectory()).toBe(true);
  });
});

describe("at the socket", () => {
  test("without a secret nothing is answered", () => {
    const answered = Object.entries(got.asked).filter(
      ([asked, [status]]) => asked.startsWith("none ") && status !== 403 && status !== 401,
    );
    expect(answered).toEqual([]);
  });

  test("with its own it gives signs of life and reads, and nothing that is the owner's", () => {
    const own = Object.entries(got.asked).filter(([asked]) => asked.startsWith("own "));
    const answered = own.filter(([, [status]]) => status === 200).map(([asked]) => asked.split(" ")[1]);
    expect(answered).toEqual(["/api/v1/brief"]);
    const control = own.filter(([asked]) => asked.startsWith("own /control/"));
    expect(control.filter(([, [status]]) => status !== 403).map(([asked]) => asked)).toEqual([
      `own ${controlPaths.look}`,
      `own ${controlPaths.invariants}`,
      `own ${controlPaths.beat}`,
      `own ${controlPaths.reads}`,
    ]);
    // None of them was a whole request, so none was carried out.
    expect(control.filter(([, [status]]) => status !== 403).map(([, [status]]) => status)).toEqual([
      400, 400, 400, 400,
    ]);
    expect(own.find(([asked]) => asked.includes("claim"))?.[1][0]).toBe(403);
  });

  test.each(["answer", "accept", "approve", "decide"])(
    "`%s` is nothing that a secret orders, and the text for GitHub comes with the refusal",
    (operation) => {
      const [, [status, text] = []] =
        Object.entries(got.asked).find(([asked]) => asked.startsWith(`own /api/v1/${operation} `)) ?? [];
      expect([status, text]).not.toContain(200);
      expect(status).toBeGreaterThanOrEqual(400);
    },
  );

  test("commands read through the run's own secret, and those of the owner are refused", () => {
    const { brief, show, inbox, ...others } = got.ran;
    expect([brief?.code, show?.code, inbox?.code]).toEqual([0, 0, 0]);
    expect(brief?.out).toContain("Retry the queue");
    expect(JSON.parse(show?.out ?? "").holder).toMatchObject({ name: "ada" });
    expect(Object.entries(others).filter(([, { code: status }]) => status !== 1)).toEqual([]);
    expect(others.pause?.out).toContain("for the owner of the data folder");
    expect(others.verify?.out).toContain("is not a handover");
    expect(existsSync("/dev/shm/stolen")).toBe(false);
  });
});

describe("with a secret that was kept", () => {
  const ask = async (path: string, token: string, body: object) => {
    const response = await fetch(`${bus.server().url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  test("another run's gives no order as this agent, and a changed one is none", async () => {
    const other = await bus.as("alice").open("Another", "### Goal\n\nIt works.", ["kind:task"], []);
    await bus.settled();
    const theirs = await attack("bea", other, []);
    const asAda = await ask("/api/v1/release", theirs.token, { issue: String(task), agent: "ada" });
    expect([asAda.status, asAda.text]).toEqual([403, expect.stringContaining("bea's")]);
    const asBea = await ask("/api/v1/release", theirs.token, { issue: String(task) });
    expect(asBea.text).toContain("ada");
    expect((await signalbox(["show", String(task), "--json"], owners("ada"))).out).toContain('"name": "ada"');
    const changed = `${theirs.token.slice(0, 60)}${theirs.token[60] === "A" ? "B" : "A"}${theirs.token.slice(61)}`;
    for (const token of [changed, `${got.token}A`, `${theirs.token.slice(0, 51)}${got.token.slice(51)}`])
      expect((await ask("/api/v1/brief", token, { issue: String(task) })).status).toBe(401);
  }, 60_000);

  test("after the lease has ended it opens nothing, also not under the agent's next lease", async () => {
    const brief = () => ask("/api/v1/brief", got.token, { issue: String(task) });
    expect((await brief()).status).toBe(200);
    await bus.as("bob").comment(question + 1, "/answer SQLite.");
    await bus.settled();
    expect((await signalbox(["release", String(task)], owners("ada"))).code).toBe(0);
    expect(await brief()).toEqual({ status: 401, text: expect.stringContaining("no longer holds its task") });
    expect((await ask(controlPaths.beat, got.token, { agent: "ada" })).text).toContain('"ended"');
    expect((await signalbox(["claim", String(task)], owners("ada"))).code).toBe(0);
    expect((await brief()).status).toBe(401);
  });
});

test("a program is not started where the data folder is", async () => {
  const child = spawn(process.execPath, [launcher, "run", "--agent", "ada", "--", "true"], {
    cwd: dirname(bus.home),
    stdio: ["ignore", "ignore", "pipe"],
    env: { SIGNALBOX_HOME: bus.home, PATH: process.env.PATH },
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [status] = await once(child, "close");
  expect([status, said]).toEqual([1, expect.stringContaining("has the server's secrets")]);
});

test("in an agent's name the owner's secret is narrowed to what that agent may", async () => {
  for (const words of [
    ["pause"],
    ["resume"],
    ["tokens", "add"],
    ["tokens"],
    ["rebuild"],
    ["open"],
    ["coordinate"],
  ]) {
    const { code: status, err } = await signalbox(words, owners("ada"));
    expect([words[0], status, err]).toEqual([words[0], 1, expect.stringContaining("ada's")]);
  }
});

describe("as another user than the server's", () => {
  test("a run at the server, with nothing but its agent's token, claims, reads, is fenced and leaves the same record", async () => {
    const issue = await bus.as("alice").open("Elsewhere", "### Goal\n\nIt works.", ["kind:task"], []);
    await bus.settled();
    const { out: token } = await signalbox(["tokens", "add", "--agent", "bea", "--home", bus.home], {});
    const state = join(folder, "state");
    const script = `cat > ${state}.input; env > ${state}.env; signalbox show ${issue} --json; ${askingCommand(bus, "bea", join(folder, "work"))}`;
    const words = ["run", "--server", bus.server().url, "--token-file", "-", "--agent", "bea"];
    const child = spawn(
      process.execPath,
      [launcher, ...words, "--issue", `acme/demo#${issue}`, "--", "/bin/sh", "-c", script],
      {
        cwd: join(folder, "work"),
        stdio: ["pipe", "pipe", "inherit"],
        env: { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: state, TMPDIR: join(folder, "tmp") },
      },
    );
    child.stdin?.end(token);
    const [[status], said] = await Promise.all([once(child, "exit"), text(child.stdout)]);
    expect([status, said]).toEqual([0, expect.stringContaining(`bea still holds acme/demo#${issue}`)]);
    expect(readFileSync(`${state}.input`, "utf8")).toContain("> It works.");
    const variables = readFileSync(`${state}.env`, "utf8");
    expect(variables).toContain("SIGNALBOX_RUN=");
    expect(variables).not.toContain(token.trim());
    const { out } = await signalbox(["runs", "--home", join(state, "signalbox"), "--json"], {});
    expect(JSON.parse(out)).toMatchObject([{ agent: "bea", issue: `acme/demo#${issue}`, isHeld: true }]);
  });

  test("an agent's token begins no run of another agent, and none without a task", async () => {
    const { out } = await signalbox(["tokens", "add", "--agent", "bea", "--home", bus.home], {});
    const run = { ...place, session: "01JDB3Z5M7Q8R9S00000000001", issue: task, lease: 1 };
    const begin = async (body: object, token = out.trim()) => {
      const response = await fetch(`${bus.server().url}${controlPaths.runs}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return [response.status, await response.text()];
    };
    expect(await begin({ ...run, agent: "ada" })).toEqual([200, expect.stringContaining("bea's")]);
    expect(await begin({ ...run, agent: "bea" })).toEqual([200, expect.stringContaining("does not hold")]);
    const { out: reading } = await signalbox(["tokens", "add", "--home", bus.home], {});
    const refused = [200, expect.stringContaining("a run needs a token of its agent")];
    expect(await begin({ ...run, agent: "bea" }, reading.trim())).toEqual(refused);
    expect((await begin({ ...run, agent: "ada" }, got.token))[0]).toBe(403);
  });
});
