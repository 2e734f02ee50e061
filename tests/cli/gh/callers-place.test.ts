/** Where a command that works from anywhere finds its repository: a flag, GH_REPO, or the checkout's remote. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    expect(await at({}, {})).toEqual(["github.example.com", "acme", "web"]);
    await expect(at({}, { repo: "demo" })).rejects.toThrow("--repo must be owner/name");
  });

  test("outside of a checkout nothing names one", async () => {
    const { repository } = await callersPlace({ env: { PATH } }, {}, tmpdir());
    expect(repository).toBeUndefined();
  });
});
