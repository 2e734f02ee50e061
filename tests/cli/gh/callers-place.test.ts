/** Where a command that works from anywhere finds its repository: a flag, GH_REPO, or the checkout's remote. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callersPlace, parseRemote } from "../../../src/cli/gh/callers-place.ts";

describe("the remote of a checkout", () => {
  test.each([
    ["git@github.com:acme/demo.git", "github.com acme demo"],
    ["https://github.com/acme/demo", "github.com acme demo"],
    ["https://alice:secret@github.example.com/acme/demo.git/", "github.example.com acme demo"],
    ["ssh://git@github.example.com:2222/acme/demo.git", "github.example.com acme demo"],
    ["http://github.localhost/acme/demo.js", "github.localhost acme demo.js"],
    ["../demo", undefined],
    ["/srv/git/demo.git", undefined],
    ["", undefined],
  ])("%s", (url, found) => {
    const remote = parseRemote(url);
    expect(remote && `${remote.host} ${remote.owner} ${remote.repo}`).toBe(found);
  });
});

describe("the repository of a command", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-place-"));
  const git = (...args: readonly string[]) => execFileSync("git", [...args], { cwd: folder });
  beforeAll(() => {
    git("init", "--quiet");
    git("remote", "add", "origin", "git@github.example.com:acme/web.git");
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const { PATH } = process.env;

  test("--repo comes first, then GH_REPO, then the remote with its host", async () => {
    const at = async (env: Readonly<Record<string, string>>, flags: { readonly repo?: string }) => {
      const { github, repository } = await callersPlace({ env: { PATH, ...env } }, flags, folder);
      return [github.host, repository?.owner, repository?.repo];
    };
    expect(await at({ GH_REPO: "acme/demo" }, { repo: "acme/store" })).toEqual([
      "github.com",
      "acme",
      "store",
    ]);
    expect(await at({ GH_REPO: "github.other.com/acme/demo" }, {})).toEqual([
      "github.other.com",
      "acme",
      "demo",
    ]);
    const known = { GH_HOST: "GitHub.example.com" };
    expect(await at(known, {})).toEqual(["github.example.com", "acme", "web"]);
    await expect(at({}, { repo: "demo" })).rejects.toThrow("--repo must be owner/name");
  });

  /** The real gh prints a token of the environment for any host, too. */
  const gh = `#!/bin/sh
token="$GH_ENTERPRISE_TOKEN$GITHUB_ENTERPRISE_TOKEN$GH_TOKEN$GITHUB_TOKEN"
[ -z "$token" ] && [ "$4" = "$KNOWN_HOST" ] && token=of-login
[ -n "$token" ] && echo "$token"
`;

  test.each([
    ["a host that nobody named", {}, {}, undefined],
    ["a host that nobody named, next to one of the caller", { GH_HOST: "ghe.corp" }, {}, undefined],
    [
      "a host that is named by a variable for the App",
      { GHE_HOST: "github.example.com" },
      {},
      "github.example.com",
    ],
    ["a host that gh is logged in to", { KNOWN_HOST: "github.example.com" }, {}, "github.example.com"],
    ["a host, while a flag names another", {}, { hostname: "ghe.corp" }, "ghe.corp"],
  ])(
    "the enterprise token follows a remote on %s only if the caller or gh knows it",
    async (_, env, flags, host) => {
      const tools = mkdtempSync(join(tmpdir(), "signalbox-gh-"));
      onTestFinished(() => rmSync(tools, { recursive: true }));
      writeFileSync(join(tools, "gh"), gh);
      chmodSync(join(tools, "gh"), 0o755);
      const all = { PATH: `${tools}:${PATH}`, GH_ENTERPRISE_TOKEN: "ghe_secret", ...env };
      const place = callersPlace({ env: all }, flags, folder);
      if (host === undefined) await expect(place).rejects.toThrow("name it: --hostname github.example.com");
      else expect((await place).github.host).toBe(host);
    },
  );

  test("outside of a checkout nothing names one", async () => {
    const { repository } = await callersPlace({ env: { PATH } }, {}, tmpdir());
    expect(repository).toBeUndefined();
  });
});
