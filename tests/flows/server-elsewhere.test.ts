/** Commands and tools on a machine without a data folder, with a server that runs elsewhere. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeServer, listen } from "../../src/server/http/http-server.ts";
import { exchangePath } from "../../src/server/site/tokens/exchange-path.ts";
import { signalbox } from "../cli/terminal.ts";
import { callTool } from "../mcp/call-tool.ts";
import { ask } from "../server/site/browser.ts";
import type { TestBus } from "../support/bus.ts";
import { startBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { connectMcp } from "../support/mcp-process.ts";
import { isInIndex } from "../support/store-of-flows.ts";

const crew = { ada: { login: "alice" }, bea: { login: "bob" } };
let bus: TestBus;
let url: string;
let config: string;
let task: number;
beforeAll(async () => {
  const seed = seedWith(crew);
  bus = await startBus({
    seed: {
      ...seed,
      repositories: [
        ...seed.repositories,
        { fullName: "acme/vault", private: true, roles: { maria: "admin", alice: "write" } },
        { fullName: "acme/secret", private: true, roles: { maria: "admin", bob: "write" } },
      ],
    },
  });
  await nameCrew(bus, crew);
  url = bus.server().url;
  config = mkdtempSync(join(tmpdir(), "signalbox-config-"));
  await bus.as("bob", "acme/secret").open("Hidden title", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.as("alice", "acme/vault").open("Locked away", form({ Goal: "It works." }), ["kind:task"], []);
  task = await bus.as("maria").open("Store deliveries", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
});
afterAll(async () => {
  rmSync(config, { recursive: true, force: true });
  await bus.stop();
});

/** The environment of a machine that has nothing but a token of GitHub's. */
const away = (login: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  GHE_HOST: new URL(bus.hub.url).host,
  GHE_PROTOCOL: "http",
  XDG_CONFIG_HOME: join(config, login),
  GH_ENTERPRISE_TOKEN: bus.hub.tokenOf(login),
  PATH: process.env.PATH ?? "",
  ...more,
});
const run = (login: string, line: readonly string[] | string, more: Readonly<Record<string, string>> = {}) =>
  signalbox(
    typeof line === "string" ? line.split(" ") : [...line],
    away(login, { SIGNALBOX_SERVER: url, ...more }),
  );

/** The requests to GitHub while `work` runs, by method and path. */
async function asked<T>(work: () => Promise<T>): Promise<readonly [T, readonly string[]]> {
  const requests: string[] = [];
  const stop = bus.hub.observe((seen) => {
    if (seen.kind === "response") requests.push(JSON.stringify(seen));
  });
  const result = await work();
  stop();
  return [result, requests];
}

const file = (login: string): string => join(config, login, "signalbox", "logins.json");

describe("signalbox login", () => {
  test("exchanges gh's token once for a five-minute one, in a file of the user alone", async () => {
    const [{ code, out }, requests] = await asked(() => run("alice", "login"));
    expect([code, out, requests.length]).toEqual([0, `You are alice at ${url}.\n`, 1]);
    expect(statSync(file("alice")).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file("alice"), "utf8");
    expect(kept).toMatch(/"token": "sbx_[\w-]{43}"/);
    expect(kept).not.toContain(bus.hub.tokenOf("alice"));
    const found = ["acme", bus.hub.tokenOf("alice")].map((words) => isInIndex(bus.home, words));
    expect(found).toEqual([true, false]);
  });

  test.each([
    ["http://box.example.com", /https only/],
    ["ftp://box.example.com", /must be an address/],
    ["https://box.example.com/path", /must be an address/],
  ])("sends no token to %s", async (server, reason) => {
    const { code, err } = await run("alice", ["login", server]);
    expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
  });

  test("sends no token to a server of another GitHub", async () => {
    const more = { GHE_HOST: "github.example.com", GHE_PROTOCOL: "https" };
    const [{ code, err }, requests] = await asked(() => run("alice", "login", more));
    expect([code, err]).toEqual([1, expect.stringContaining("--hostname")]);
    expect(requests).toEqual([]);
  });

  test("a token that GitHub does not accept gets nowhere", async () => {
    const { err, code } = await run("alice", "login", { GH_ENTERPRISE_TOKEN: `ghp_${"x".repeat(36)}` });
    expect([code, err]).toEqual([4, expect.stringContaining("not valid")]);
  });

  test("logout forgets it, and a command then says how to sign in", async () => {
    await run("bob", "login");
    expect((await run("bob", "logout")).out).toContain("Signed out");
    const { code, err } = await run("bob", "ready");
    expect([code, err]).toEqual([4, expect.stringContaining(`signalbox login ${url}`)]);
  });
});

describe("IF40 with SIGNALBOX_SERVER", () => {
  test("reads come from the server, and the token goes there once in the lifetime of what it gets", async () => {
    await run("alice", "login");
    const [, requests] = await asked(async () => {
      for (const line of ["ready", "list --state all", `show acme/demo#${task}`, `brief acme/demo#${task}`]) {
        const away = await run("alice", line);
        const beside = await signalbox(line.split(" "), { SIGNALBOX_HOME: bus.home });
        expect(away.code).toBe(0);
        if (line.startsWith("show") || line.startsWith("brief")) expect(away.out).toBe(beside.out);
      }
    });
    expect(requests).toEqual([]);
  });

  test("shows what GitHub lists to the caller, and nothing else", async () => {
    const { out } = await run("alice", "list --state all --json");
    expect(out).toContain("Locked away");
    expect(out).not.toMatch(/hidden|secret/i);
    const { code } = await run("alice", "show acme/secret#1");
    expect(code).toBe(1);
  });

  test("a role that was taken away is noticed within five minutes, and the command gets a new token by itself", async () => {
    const { repos } = bus.as("maria", "acme/vault").octokit.rest;
    const place = { owner: "acme", repo: "vault", username: "alice" };
    await repos.removeCollaborator(place);
    bus.clock.advance(5 * 60_000);
    await bus.settled();
    const { out, code } = await run("alice", "list --state all");
    expect([code, out.includes("Locked away")]).toEqual([0, false]);
    await repos.addCollaborator({ ...place, permission: "push" });
    bus.clock.advance(5 * 60_000);
    await bus.settled();
    expect((await run("alice", "list --state all")).out).toContain("Locked away");
  });

  test("orders are the agent's whose account it is, and `wait` waits", async () => {
    const agent = { SIGNALBOX_AGENT: "ada", GH_REPO: "acme/demo" };
    const claimed = await run("alice", `claim ${task} --json`, agent);
    expect(JSON.parse(claimed.out)).toMatchObject({ isHeld: true, agent: "ada" });
    const other = await run("alice", `claim ${task}`, { ...agent, SIGNALBOX_AGENT: "bea" });
    expect(other.err).toContain("another account");
    expect((await run("alice", `release ${task}`, agent)).out).toContain("is free again");
    expect((await run("alice", `wait ${task} --timeout 5s`, agent)).code).toBe(0);
    expect((await run("alice", "inbox", agent)).code).toBe(0);
  });

  test("words go straight to GitHub, as the caller", async () => {
    const question = ["ask", `acme/demo#${task}`, "Which store?", "--context", "Both would do."];
    const { code, out, err } = await run("alice", [
      ...question,
      "--category",
      "implementation",
      "--urgency",
      "blocking",
    ]);
    expect([code, err.includes("rror")]).toEqual([0, false]);
    await bus.settled();
    const [, number] = /acme\/demo#(\d+)/.exec(out) ?? [];
    const { octokit, repository } = bus.as("maria");
    const { data } = await octokit.rest.issues.get({ ...repository, issue_number: Number(number) });
    expect([data.user?.login, data.performed_via_github_app ?? null]).toEqual(["alice", null]);
    expect((await run("alice", `show acme/demo#${task} --json`)).out).toContain('"status": "blocked"');
  });

  test("the tools of `signalbox mcp` read from the server, too", async () => {
    const { client } = await connectMcp({
      ...away("alice", { SIGNALBOX_SERVER: url, GH_REPO: "acme/demo", SIGNALBOX_AGENT: "ada" }),
    });
    const [text, requests] = await asked(async () => {
      const shown = await callTool(client, "brief", { issue: `${task}` });
      const listed = await callTool(client, "signalbox", { operation: "list", arguments: { state: "all" } });
      return `${shown.text}\n${listed.text}`;
    });
    await client.close();
    expect(text).toContain("Store deliveries");
    expect(requests).toEqual([]);
  });

  test("a token of ours in SIGNALBOX_TOKEN needs no login", async () => {
    const { out } = await signalbox(["tokens", "add", "--repo", "acme/secret", "--home", bus.home], {});
    const { out: listed } = await signalbox(["list", "--state", "all"], {
      SIGNALBOX_SERVER: url,
      SIGNALBOX_TOKEN: out.trim(),
      XDG_CONFIG_HOME: config,
    });
    expect(listed).toContain("Hidden title");
  });

  test("what a hook was shown is not shown again", async () => {
    const agent = { SIGNALBOX_AGENT: "ada", GH_REPO: "acme/demo" };
    await bus.as("maria").comment(task, "/tell ada Use SQLite.");
    await bus.settled();
    expect((await run("alice", "inbox --hook", agent)).out).toContain("Use SQLite.");
    await expect.poll(async () => (await run("alice", "inbox", agent)).out).not.toContain("Use SQLite.");
  });

  test("a server that is away, or of an older release, is named", async () => {
    const token = { SIGNALBOX_TOKEN: `sbx_${"x".repeat(43)}` };
    const gone = await run("alice", "ready", { ...token, SIGNALBOX_SERVER: "http://127.0.0.1:9" });
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining("does not answer")]);
    const older = createServer((request, response) => {
      if (request.url === exchangePath) {
        response.writeHead(200, { "content-type": "application/json" });
        return void response.end(JSON.stringify({ github: bus.hub.url, version: "0.0.1" }));
      }
      response.writeHead(404, { "content-type": "application/problem+json" });
      response.end(JSON.stringify({ status: 404, code: "not-found", detail: "There is no such operation." }));
    });
    const { port } = await listen(older, "127.0.0.1", 0, String);
    const refused = await run("alice", "ready", { ...token, SIGNALBOX_SERVER: `http://127.0.0.1:${port}` });
    await closeServer(older, 0);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("older release")]);
  });

  test.each(["{", "%7B%22agent%22%3A%22No%20name%22%7D", "%E0%A4%A"])(
    "a header that no command sends (%s) is refused",
    async (header) => {
      const { out } = await signalbox(["tokens", "add", "--home", bus.home], {});
      const { status, text } = await ask(url, "/api/v1/ready", {
        headers: { authorization: `Bearer ${out.trim()}`, "signalbox-context": header },
      });
      expect([status, JSON.parse(text).code]).toEqual([400, "invalid-input"]);
    },
  );

  test("an agent that the header names counts only where the token names none", async () => {
    const { out } = await signalbox(["tokens", "add", "--agent", "bea", "--home", bus.home], {});
    const { text } = await ask(url, "/api/v1/claim", {
      method: "POST",
      body: JSON.stringify({ next: true, repo: "acme/demo", dryRun: true }),
      headers: {
        authorization: `Bearer ${out.trim()}`,
        "content-type": "application/json",
        "signalbox-context": encodeURIComponent(JSON.stringify({ agent: "ada" })),
      },
    });
    expect(JSON.parse(text).agent).toBe("bea");
  });
});
