/** A server that works with another GitHub than the one to which the caller would write: nothing is read there to be written here. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { requireSameGitHub } from "../../../src/cli/answering/server-contact.ts";
import { contactIn } from "../../../src/cli/beat/surroundings.ts";
import { callersPlace } from "../../../src/cli/gh/callers-place.ts";
import { keepGrant } from "../../../src/cli/login/grants-file.ts";
import { contactToAsk } from "../../../src/cli/run/run-place.ts";
import { asCallerHere } from "../../../src/cli/terminal/operation-ports.ts";
import { version } from "../../../src/cli/version.ts";
import { closeServer, listen } from "../../../src/server/http/http-server.ts";
import { exchangePath } from "../../../src/server/site/tokens/exchange-path.ts";
import { signalbox } from "../terminal.ts";

const token = `sbx_${"a".repeat(43)}`;
const place = { id: "R_1", owner: "acme", repo: "secret" };
const card = { ...place, number: 12, kind: "task", title: "T", id: "I_1", labels: [] };

let server: Server;
let url: string;
let folder: string;
const heard: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-other-github-"));
  mkdirSync(join(folder, "work"));
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "work"));
  server = createServer(async (request, response) => {
    const body = await text(request);
    heard.push(`${request.url} ${request.headers.authorization ?? "without a token"}`);
    response.setHeader("content-type", "application/json");
    if (request.url === exchangePath)
      return response.end(JSON.stringify({ github: "https://ghe.corp.example", version: version() }));
    const found = body.includes('"repositories"') ? [place] : body.includes('"card"') ? card : null;
    return response.end(JSON.stringify({ release: version(), found }));
  });
  url = `http://127.0.0.1:${(await listen(server, "127.0.0.1", 0, String)).port}`;
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  await closeServer(server, 0);
});

const away = (more: Readonly<Record<string, string>> = {}) => ({
  SIGNALBOX_SERVER: url,
  SIGNALBOX_TOKEN: token,
  PATH: process.env.PATH ?? "",
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  GH_CONFIG_DIR: join(folder, "gh"),
  ...more,
});
const terminalOf = (env: Readonly<Record<string, string>>) => ({
  env,
  out: () => {},
  err: () => {},
  exitWith: () => {},
  isTty: false,
  isErrTty: false,
});

const ours = "words for the server's GitHub";
const writing: readonly (readonly string[])[] = [
  ["task", ours, "--goal", "It works"],
  ["ask", "#12", "Which?", "--context", ours, "--category", "implementation", "--urgency", "blocking"],
  [
    "ask",
    "acme/secret#12",
    "Which?",
    "--context",
    ours,
    "--category",
    "implementation",
    "--urgency",
    "important",
  ],
  ["discover", "acme/secret#12", "Leak", "--finding", ours, "--action", "fix"],
  ["block", "acme/secret#12", "acme/secret#13"],
  ["tell", "bea", ours, "--on", "acme/secret#12"],
  ["tell", "bea", ours, "--on", "12"],
  ["publish", "12", "--agent", "ada", "--from", ".", "--dir", "."],
];

describe("what a command writes", () => {
  test.each(writing)("`%s %s` does not go to a host that nothing named", async (...line) => {
    const { code, out, err } = await signalbox(line, away({ GH_TOKEN: "ghp_of_github_com" }));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("Nothing was written");
    expect(err).toContain("works with https://ghe.corp.example");
    expect(err).toContain("https://github.com");
    expect(err).toContain("GH_HOST=ghe.corp.example");
    expect(heard.join("\n")).not.toContain("ghp_");
  });

  test.each(["github.com", "ghe.other.example"])(
    "nor to one that is named (%s), but not the server's",
    async (host) => {
      const env = away({ GH_REPO: `${host}/acme/secret` });
      await expect(asCallerHere(terminalOf(env), {})).rejects.toThrow("works with https://ghe.corp.example");
      const { err } = await signalbox(["block", "#12", "#13"], env);
      expect(err).toContain(`would go to https://${host}`);
    },
  );

  test("it goes to the server's once the caller names that", async () => {
    for (const more of [{ GH_HOST: "ghe.corp.example" }, { GH_REPO: "ghe.corp.example/acme/secret" }]) {
      const env = away(more);
      const caller = await asCallerHere(terminalOf(env), {});
      expect(caller.urlOf({ ...place, number: 12 })).toBe("https://ghe.corp.example/acme/secret/issues/12");
      const { repository } = await callersPlace({ env }, {}, folder);
      expect(repository).toEqual({ owner: "acme", repo: "secret" });
    }
  });

  test("a flag that names a host asks no server", async () => {
    const caller = await asCallerHere(terminalOf(away()), { hostname: "ghe.other.example" });
    expect(caller.urlOf({ ...place, number: 12 })).toBe("https://ghe.other.example/acme/secret/issues/12");
    expect(heard).toEqual([]);
  });

  test("in a run it is held to the GitHub of the run's server", async () => {
    const file = join(folder, "run.json");
    writeFileSync(file, JSON.stringify({ url, token: `sbx_run_${"x".repeat(60)}` }));
    const inRun = (more: object) => asCallerHere(terminalOf({ SIGNALBOX_RUN: file, PATH: "", ...more }), {});
    await expect(inRun({})).rejects.toThrow("works with https://ghe.corp.example");
    expect((await inRun({ GH_HOST: "ghe.corp.example" })).urlOf({ ...place, number: 1 })).toContain(
      "ghe.corp",
    );
  });

  test("a hub on this machine is named by the command that makes its shell", async () => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ github: "http://127.0.0.1:4000", version: version() }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const hubs = { type: "server", server: { url: "http://127.0.0.1:4001" } } as const;
    await expect(requireSameGitHub(hubs, "https://github.com")).rejects.toThrow("env --as");
    await expect(requireSameGitHub(hubs, "http://localhost:4000")).resolves.toBeUndefined();
  });
});

describe("no token goes to what has not said that it is signalbox", () => {
  const elsewhere = "https://box.example.com";
  const otherProgram = (): string[] => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit = {}) => {
      asked.push(`${address} ${JSON.stringify(headers ?? {})}`);
      return Response.json({ hello: "world" });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return asked;
  };

  test("of a sign of life, whose token a variable has", async () => {
    const asked = otherProgram();
    const env = { SIGNALBOX_SERVER: elsewhere, SIGNALBOX_TOKEN: token };
    for (const mayRenew of [true, false])
      await expect(contactIn(env, { home: undefined, mayRenew })).rejects.toThrow("another program");
    expect(asked).toEqual([`${elsewhere}${exchangePath} {}`, `${elsewhere}${exchangePath} {}`]);
  });

  test("of a sign of life, whose token a login has kept", async () => {
    const env = { SIGNALBOX_SERVER: elsewhere, XDG_CONFIG_HOME: join(folder, "kept") };
    expect(await contactIn(env, { home: undefined, mayRenew: false })).toBeUndefined();
    const grant = { token, login: "alice", expiresAt: Date.now() + 300_000, host: "github.com" };
    keepGrant({ env }, elsewhere, grant);
    const asked = otherProgram();
    await expect(contactIn(env, { home: undefined, mayRenew: false })).rejects.toThrow("another program");
    expect(asked.join()).not.toContain("sbx_");
  });

  test("of a run that asks for its secret", async () => {
    const asked = otherProgram();
    const place = { home: folder, server: { url: elsewhere, token } };
    await expect(contactToAsk(place)).rejects.toThrow("another program");
    expect(asked.join()).not.toContain("sbx_");
  });

  test("a process asks once", async () => {
    const env = away();
    for (const mayRenew of [true, false, false])
      expect(await contactIn(env, { home: undefined, mayRenew })).toEqual({ url, token });
    expect(heard.filter((line) => line.startsWith(exchangePath)).length).toBeLessThanOrEqual(1);
  });
});
