/** A shell after `eval "$(signalbox env --as alice)"`: only gh, git and signalbox use the hub. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toGhArgument } from "../../../src/cli/gh/gh-environment.ts";
import { writeHubSession } from "../../../src/cli/hub/hub-session.ts";
import { findGh } from "../../support/gh.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { signalbox } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-shell-"));
const home = join(folder, "it's home");
const elsewhere = join(folder, "elsewhere");
let world: TestHub;
let exported: string;
beforeAll(async () => {
  mkdirSync(elsewhere);
  world = await startTestHub();
  const tokens = { alice: world.hub.tokenOf("alice"), bob: world.hub.tokenOf("bob") };
  writeHubSession(home, { url: world.hub.url, repository: "acme/demo", tokens });
  exported = (await signalbox(["env", "--as", "alice", "--home", home], outer)).out;
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const outer = { PATH: process.env.PATH ?? "", HOME: folder, TZ: "UTC" };

/** Runs a script in another folder, after evaluating the lines that `env` printed. */
function inShell(script: string, env: NodeJS.ProcessEnv = outer, before = exported): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = { cwd: elsewhere, env, timeout: 60_000 };
    execFile("sh", ["-c", `${before}${script}`], settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`${script}: ${stdout}${stderr}`));
    });
  });
}

describe("the variables of `signalbox env`", () => {
  test("N41 the shell's variables leave every other program's proxy, cache and hosts unchanged", async () => {
    const given = {
      HTTP_PROXY: "http://p.example",
      NO_PROXY: "*.corp",
      XDG_CACHE_HOME: "/c",
      https_proxy: "x",
    };
    const seen = await inShell("env", { ...outer, ...given });
    const variables = Object.fromEntries(seen.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(variables).toMatchObject(given);
    expect(variables).not.toHaveProperty("http_proxy");
    expect(variables).not.toHaveProperty("no_proxy");
    expect(variables.SIGNALBOX_HOME).toBe(home);
  });

  test("N41 the shell's variables give git a proxy for the hub's address alone, in addition to its settings", async () => {
    const given = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Ada" };
    const asked = (url: string) => `git config --get-urlmatch http.proxy ${url} || echo none`;
    const env = { ...outer, ...given };
    const before = (await signalbox(["env", "--as", "alice", "--home", home], env)).out;
    const script = [
      asked("http://github.localhost/"),
      asked("http://github.localhost:80.example/"),
      asked("http://example.com/"),
      "git config user.name",
    ];
    expect((await inShell(script.join("; "), env, before)).split("\n")).toEqual([
      world.hub.url,
      "none",
      "none",
      "Ada",
    ]);
  });

  test("N41 the shell's variables replace those of another hub user", async () => {
    const first = await inShell("env", { ...outer, NAME: "x" });
    const env = Object.fromEntries(first.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const { out } = await signalbox(["env", "--as", "bob", "--home", home], env);
    const seen = await inShell(
      "git config --get-all --includes http.http://github.localhost/.extraHeader",
      env,
      out,
    );
    expect(seen.split("\n")).toHaveLength(1);
    expect(Buffer.from(seen.split(" ").at(-1) ?? "", "base64").toString()).toBe(
      `x-access-token:${world.hub.tokenOf("bob")}`,
    );
  });

  test("N41 the shell's PATH provides the command signalbox with this data in every folder", async () => {
    const said = await inShell("signalbox ready 2>&1 || true");
    expect(said).toContain(`There is no index at ${home}`);
  });

  test("N41 without a user the shell gets the command and its data, and gh is left alone", async () => {
    const { code, out, err } = await signalbox(["env", "--home", home], outer);
    expect({
      code,
      names: out
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0]),
    }).toEqual({
      code: 0,
      names: ["export SIGNALBOX_HOME", "export PATH"],
    });
    expect(err).toBe("gh still uses GitHub. For the hub, add --as alice.\n");
    expect(await inShell("signalbox --version", outer, out)).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("N41 a warning says that NO_PROXY keeps git from the hub", async () => {
    const env = { ...outer, NO_PROXY: "127.0.0.1, .localhost" };
    const { err } = await signalbox(["env", "--as", "alice", "--home", home], env);
    expect(err).toContain(
      "NO_PROXY excludes localhost, so git does not reach the hub as http://github.localhost.",
    );
  });
});

describe.skipIf(findGh() === undefined)("gh after `signalbox env`", () => {
  test("N41 gh accepts each address that the hub prints, from another folder", async () => {
    const port = new URL(world.hub.url).port;
    const printed = await inShell('gh issue create --title "One" --body "It\'s \\"one\\"."');
    expect(printed).toBe("http://github.localhost/acme/demo/issues/1");
    const { body } = await world.as("alice")("GET", "/repos/acme/demo/issues/1");
    const addresses = [
      printed,
      body.html_url,
      `http://localhost:${port}/acme/demo/issues/1`,
      `http://github.localhost:${port}/acme/demo/issues/1`,
    ];
    for (const address of addresses)
      expect(await inShell(`gh issue view ${address} --json title,body --jq '.title + .body'`)).toBe(
        'OneIt\'s "one".',
      );
  });

  test("N42 gh alone can run what AGENTS.md says, in the agent's own checkout", async () => {
    const section = readFileSync(new URL("../../../templates/init/agents.md", import.meta.url), "utf8");
    // It needs a branch with a pull request: tests/gh/taught-session.test.ts has one.
    const said = [...section.matchAll(/`(gh (?!pr ready)[^`]+)`/g)].flatMap(([, words = ""]) => words);
    expect(said.length).toBeGreaterThan(4);
    await inShell(
      "gh label create status:ready; gh label create status:in-progress; gh label create status:blocked; gh label create kind:task",
    );
    await inShell('gh issue create --title "Work" --label kind:task --label status:ready --body "### Goal"');
    for (const command of said) await inShell(command.replaceAll(/\b12\b/g, "1"));
  });

  test("N41 gh reaches no other host through the hub", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.host ?? "");
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => other.on("listening", resolve));
    const address = other.address();
    const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    try {
      execFileSync("curl", ["--version"]);
      await inShell(`curl --silent http://${host}/`);
      expect(asked).toEqual([host]);
    } finally {
      other.close();
    }
  });

  test("N41 the real gh is found despite the commands of another data folder", async () => {
    const other = join(folder, "other");
    writeHubSession(other, { url: "http://127.0.0.1:9", repository: "acme/demo", tokens: { bob: "ghp_b" } });
    const first = (await signalbox(["env", "--as", "bob", "--home", other], outer)).out;
    const PATH = await inShell('printf %s "$PATH"', outer, first);
    const { out } = await signalbox(["env", "--as", "alice", "--home", home], { ...outer, PATH });
    expect(await inShell("gh api user --jq .login", { ...outer, PATH }, out)).toBe("alice");
  });
});

test.each([
  ["http://127.0.0.1:4001/acme/demo/issues/1", "http://github.localhost/acme/demo/issues/1"],
  ["http://localhost:4001/acme/demo", "http://github.localhost/acme/demo"],
  ["http://127.0.0.1:40011/acme/demo", "http://127.0.0.1:40011/acme/demo"],
  ["https://github.com/acme/demo", "https://github.com/acme/demo"],
  ["see http://127.0.0.1:4001/x", "see http://127.0.0.1:4001/x"],
])("N41 signalbox gh passes %s on as %s", (word, expected) => {
  const session = { url: "http://127.0.0.1:4001", repository: "acme/demo", tokens: {} };
  expect(toGhArgument(session, word)).toBe(expected);
});

test("N41 the command in the folder is not followed if a file cannot be written there", async () => {
  const blockedHome = join(folder, "blocked");
  mkdirSync(blockedHome);
  writeFileSync(join(blockedHome, "bin"), "");
  const { code, err } = await signalbox(["env", "--home", blockedHome], outer);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("could not be written to") });
});
