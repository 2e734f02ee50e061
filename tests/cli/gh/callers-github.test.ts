/** Which GitHub and whose token a person's command uses: those that gh would use. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callersGitHub, gitHubOfIndex } from "../../../src/cli/gh/callers-github.ts";
import { callersOctokit } from "../../../src/cli/gh/callers-token.ts";
import { writeHubSession } from "../../../src/cli/hub/hub-session.ts";
import { repositoryHere } from "../../../src/cli/local-index/repository-here.ts";
import type { Environment } from "../../../src/server/composition/environment.ts";
import { signalbox } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-caller-"));
afterAll(() => rmSync(folder, { recursive: true }));
const session = (url: string) => ({
  url,
  repository: "acme/demo",
  tokens: { maria: "ghp_m", alice: "ghp_a" },
});
const quietHub = "http://127.0.0.1:9";
const home = join(folder, "home");
beforeAll(() => writeHubSession(home, session(quietHub)));

const hubEnv = { GH_HOST: "github.localhost", SIGNALBOX_HOME: home, GH_TOKEN: "ghp_a" };
const dotCom = { webUrl: "https://github.com", baseUrl: undefined, gitUrl: "https://github.com" };
const enterprise = (host: string) => ({
  host,
  webUrl: `https://${host}`,
  gitUrl: `https://${host}`,
  baseUrl: `https://${host}/api/v3`,
});
const atHub = { webUrl: quietHub, baseUrl: `${quietHub}/api/v3`, gitUrl: "http://github.localhost" };

describe("where GitHub is", () => {
  test.each([
    ["nothing", {}, {}, dotCom],
    ["GH_HOST alone", { GH_HOST: "a.example" }, {}, enterprise("a.example")],
    ["GHE_HOST alone", { GHE_HOST: "b.example" }, {}, enterprise("b.example")],
    ["GH_HOST before GHE_HOST", { GH_HOST: "a.example", GHE_HOST: "b.example" }, {}, enterprise("a.example")],
    ["the flag before both", { GH_HOST: "a.example" }, { hostname: "c.example" }, enterprise("c.example")],
    ["github.com by name", { GH_HOST: "GitHub.com", GHE_HOST: "b.example" }, {}, dotCom],
    ["a host of ghe.com", { GH_HOST: "o.ghe.com" }, {}, { baseUrl: "https://api.o.ghe.com" }],
    ["the variables of `signalbox env`", hubEnv, {}, atHub],
    ["--as, before everything", { GH_HOST: "a.example" }, { as: "alice", home }, atHub],
  ])("with %s the host is found as gh finds it", (_, env: Environment, flags, expected) => {
    expect(callersGitHub({ env }, flags)).toMatchObject(expected);
  });

  test("--as provides what git needs to fetch as that user", () => {
    const { env } = callersGitHub({ env: { PATH: "/bin" } }, { as: "alice", home });
    expect(env).toMatchObject({ PATH: "/bin", GH_TOKEN: "ghp_a", http_proxy: quietHub });
  });

  test("an index next to a running hub belongs to that hub, and a stopped hub has no effect", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.on("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const live = join(folder, "live");
    writeHubSession(live, session(`http://127.0.0.1:${port}`));
    const found = await gitHubOfIndex({ env: {} }, { home: live });
    expect(found).toMatchObject({ gitUrl: "http://github.localhost", env: { GH_TOKEN: "ghp_m" } });
    expect(await gitHubOfIndex({ env: {} }, { home })).toMatchObject(dotCom);
    const said = await gitHubOfIndex({ env: { GH_HOST: "a.example" } }, { home: live });
    expect(said).toMatchObject(enterprise("a.example"));
  });
});

describe("whose token it is", () => {
  const tokens = {
    GH_TOKEN: "gh",
    GITHUB_TOKEN: "github",
    GH_ENTERPRISE_TOKEN: "ghe",
    GITHUB_ENTERPRISE_TOKEN: "github-e",
  };
  test.each([
    ["github.com", tokens, "gh"],
    ["github.com", { ...tokens, GH_TOKEN: "" }, "github"],
    ["o.ghe.com", tokens, "gh"],
    ["a.example", tokens, "ghe"],
    ["a.example", { ...tokens, GH_ENTERPRISE_TOKEN: "" }, "github-e"],
  ])("for the host %s only that host's variables count", async (host, env, expected) => {
    const octokit = await callersOctokit(callersGitHub({ env: { ...env, GH_HOST: host } }, {}));
    expect(await octokit.auth()).toMatchObject({ token: expected });
  });

  test("github.com's token is never sent to another host", async () => {
    const env = { GH_TOKEN: "ghp_secret", GH_HOST: "a.example", PATH: folder };
    await expect(callersOctokit(callersGitHub({ env }, {}))).rejects.toThrow(
      /No token for a\.example\. Set GH_ENTERPRISE_TOKEN/,
    );
  });
});

test.each([
  ["a host that is none", ["--hostname", "https://a.example/"], "A host must be a name such as"],
  ["two hosts", ["--hostname", "a.example", "--as", "alice"], "use only one"],
  ["a hub that never ran", ["--as", "alice", "--home", folder], "No hub has been run"],
  ["a user whom the hub lacks", ["--as", "carol", "--home", home], "It has maria, alice"],
])("with %s the error says what would work", async (_, flags, message) => {
  const { code, out, err } = await signalbox(["init", "--repo", "acme/demo", "--dry-run", ...flags]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(message);
});

test("N41 a proxy that happens to be set is never taken for the hub", async () => {
  const { err } = await signalbox(["setup"], {
    GH_HOST: "github.localhost",
    SIGNALBOX_HOME: folder,
    HTTP_PROXY: quietHub,
    http_proxy: quietHub,
  });
  expect(err).toContain('eval "$(npx --no -- signalbox env --as alice)"');
});

test.each(["acme/demo", "github.localhost/acme/demo"])("GH_REPO may be %s, as for gh", (given) => {
  expect(repositoryHere({ env: { GH_REPO: given } })).toEqual({ owner: "acme", repo: "demo" });
});

test("a GH_REPO that names no repository is refused, not ignored", () => {
  expect(() => repositoryHere({ env: { GH_REPO: "demo" } })).toThrow("must be owner/name, for example");
});
