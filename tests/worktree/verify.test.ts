/** Invariants in a clean checkout: of exactly the commit asked for, apart from the clone that it was taken from. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import type { Invariant } from "../../src/protocol/settings/invariant.ts";
import { type Checkout, openCheckout } from "../../src/worktree/checkout.ts";
import { tryInvariants } from "../../src/worktree/try-invariants.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-verify-test-"));
const clone = join(root, "clone");
const env = {
  PATH: process.env.PATH ?? "",
  HOME: root,
  GIT_CONFIG_NOSYSTEM: "1",
  GITHUB_TOKEN: "ghs_secret",
  GIT_DIR: "/nowhere",
};
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: clone,
    env: { ...env, GIT_DIR: undefined },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
let first: string;
const outer = process.env.TMPDIR;
beforeAll(() => {
  process.env.TMPDIR = root;
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", clone], {
    env: { ...env, GIT_DIR: undefined },
  });
  writeFileSync(join(clone, "a.txt"), "first\n");
  symlinkSync("/etc/hostname", join(clone, "out"));
  git("add", "--all");
  git("commit", "--quiet", "--message", "First");
  first = git("rev-parse", "HEAD");
  git("update-ref", "refs/pull/34/head", first);
  writeFileSync(join(clone, "a.txt"), "second\n");
  git("commit", "--quiet", "--all", "--message", "Second");
  writeFileSync(join(clone, "a.txt"), "not committed\n");
});
afterAll(() => {
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  rmSync(root, { recursive: true, force: true });
});

let checkout: Checkout | undefined;
afterEach(() => checkout?.remove());

const { signal } = new AbortController();
const open = async (wanted: Partial<Parameters<typeof openCheckout>[0]> = {}): Promise<Checkout> => {
  const nearby = { commit: first, ref: "refs/pull/34/head", nearby: clone, remote: "file:///nowhere" };
  checkout = await openCheckout({ ...nearby, ...wanted }, env, signal);
  return checkout;
};
const trying = async (...invariants: readonly Invariant[]) =>
  tryInvariants(invariants, checkout ?? (await open()), {
    caps: { timeMs: 5_000, outputBytes: 100_000 },
    signal,
    tried: () => {},
  });
const command = (name: string, ...words: readonly string[]): Invariant => ({
  name,
  command: [...words],
  exit: 0,
});

describe("a checkout", () => {
  test("is of the commit asked for, whatever stands in the clone, and is gone afterwards", async () => {
    const { folder, remove } = await open();
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("first\n");
    await remove();
    expect(existsSync(folder)).toBe(false);
  });

  test("is fetched where the clone has no such commit", async () => {
    const { folder } = await open({ nearby: root, remote: `file://${clone}` });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("first\n");
  });

  test("K03 is refused when the pull request has another head by now", async () => {
    const wanted = { commit: "b".repeat(40), remote: `file://${clone}` };
    await expect(open(wanted)).rejects.toThrow(
      "refs/pull/34/head no longer points to it. Run the command again.",
    );
    await expect(open({ ...wanted, remote: "file:///nowhere" })).rejects.toThrow(UserError);
  });

  test("leaves nothing behind when it fails", async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("signalbox-verify-")).length;
    const before = folders();
    await open({ commit: "b".repeat(40) }).catch(() => {});
    expect(folders()).toBe(before);
  });
});

describe("invariants", () => {
  test("S2.41 hold when the exit code is the right one, and are told apart by what was found", async () => {
    await open();
    const wrong: Invariant = { name: "fails rightly", command: ["false"], exit: 1 };
    const found = await trying(command("reads", "grep", "first", "a.txt"), wrong, command("fails", "false"));
    expect(found.map(({ holds }) => holds)).toEqual([true, true, false]);
    expect(found[2]?.found).toBe("exit code 1, and 0 is right");
  });

  test("S2.42 a file is there, and one behind a link out of the checkout is not", async () => {
    await open();
    const files = ["a.txt", "b.txt", "out", ".", "../../../etc/hostname"];
    const found = await trying(...files.map((path) => ({ name: path, file_exists: path })));
    expect(found.map(({ holds }) => holds)).toEqual([true, false, false, false, false]);
  });

  test("run with an empty home and no token of ours, and cannot touch the clone through git", async () => {
    const before = git("for-each-ref") + readFileSync(join(clone, ".git", "config"), "utf8");
    await open();
    const [env_, home] = await trying(
      command("environment", "sh", "-c", "env; false"),
      command("home", "sh", "-c", "ls -A $HOME $TMPDIR | grep -v : | grep . && true"),
    );
    expect(env_?.outputTail).not.toMatch(/TOKEN|ghs_/);
    expect(home?.holds).toBe(false);
    const harm =
      "git config core.hooksPath /harm; git update-ref refs/heads/main HEAD; git branch harm; touch ../beside";
    await trying(command("harm", "sh", "-c", harm));
    expect(git("for-each-ref") + readFileSync(join(clone, ".git", "config"), "utf8")).toBe(before);
    expect(readFileSync(join(clone, "a.txt"), "utf8")).toBe("not committed\n");
  });
});
