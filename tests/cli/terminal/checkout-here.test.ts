/** Reading a checkout that somebody else could write into: nothing that its settings name is started. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCheckout } from "../../../src/cli/context/checkout-files.ts";
import { stagedPaths } from "../../../src/cli/locks/staged-paths.ts";
import { readCheckout } from "../../../src/cli/terminal/checkout-here.ts";

let folder: string;
let ran: string;
const env = { PATH: process.env.PATH };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-checkout-"));
  ran = join(folder, ".git", "ran");
  git("init", "-q", "-b", "main", ".");
  git("remote", "add", "origin", "https://github.com/acme/demo.git");
  write("a.txt", "a\n");
  write("b.txt", "b\n");
  git("add", ".");
  commit("First");
  git("checkout", "-q", "-b", "feature");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...words: readonly string[]): string {
  const author = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"];
  return execFileSync("git", [...author, ...words], { cwd: folder, encoding: "utf8" });
}

function commit(message: string): void {
  git("commit", "-qm", message);
}

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

/** Newer than the index, so that git has to compare the content. */
function touch(path: string): void {
  const later = Date.now() / 1000 + 60;
  utimesSync(join(folder, path), later, later);
}

function hookWith(name: string): void {
  mkdirSync(join(folder, ".git", "hooks"), { recursive: true });
  writeFileSync(join(folder, ".git", "hooks", name), `#!/bin/sh\necho hook >> '${ran}'\n`, { mode: 0o755 });
}

test.each([".gitattributes", ".git/info/attributes"])(
  "no filter that %s names is run, and what is not committed is still found",
  async (attributes) => {
    mkdirSync(join(folder, ".git", "info"), { recursive: true });
    write(attributes, "*.txt filter=x\n");
    git("config", "filter.x.clean", `sh -c 'echo clean >> "${ran}"; cat'`);
    git("config", "filter.x.process", `sh -c 'echo process >> "${ran}"'`);
    git("config", "filter.x.required", "true");
    touch("a.txt");
    write("b.txt", "changed\n");
    write("new.ts", "new\n");
    const seen = await readCheckout({ env }, folder);
    const expected = attributes === ".gitattributes" ? [attributes, "b.txt", "new.ts"] : ["b.txt", "new.ts"];
    expect(seen?.uncommitted.toSorted()).toEqual(expected);
    expect(existsSync(ran)).toBe(false);
  },
);

test("no hook and no file watcher is run", async () => {
  hookWith("post-index-change");
  git("config", "core.fsmonitor", `sh -c 'echo watched >> "${ran}"'`);
  rmSync(ran, { force: true });
  touch("a.txt");
  await readCheckout({ env }, folder);
  await stagedPaths(folder, env);
  expect(existsSync(ran)).toBe(false);
});

test("no program that checks signatures is run", async () => {
  git("config", "log.showSignature", "true");
  const signer = join(folder, ".git", "gpg");
  writeFileSync(signer, `#!/bin/sh\necho gpg >> '${ran}'\n`, { mode: 0o755 });
  const tree = git("rev-parse", "HEAD^{tree}").trim();
  const person = "ada <ada@example.com> 1700000000 +0000";
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----";
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n${signature}\n\nSigned\n`;
  const signed = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
    cwd: folder,
    input: text,
    encoding: "utf8",
  }).trim();
  git("reset", "-q", "--hard", signed);
  git("config", "gpg.program", signer);
  expect((await openCheckout(folder, env)).head.commit).toBe(signed);
  expect(existsSync(ran)).toBe(false);
});

test("a tag of the same name does not change what the branch is called", async () => {
  git("tag", "feature");
  expect((await readCheckout({ env }, folder))?.branch).toBe("feature");
  git("checkout", "-q", "--detach");
  expect(await readCheckout({ env }, folder)).not.toHaveProperty("branch");
});
