/** What `signalbox env` prints is enough for git, and for gh within a clone. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ghEnvironment } from "../../../src/cli/gh/gh-environment.ts";
import { findGh } from "../../support/gh.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-git-env-"));
const clone = join(folder, "demo");
let world: TestHub;
let env: Readonly<Record<string, string | undefined>>;
beforeAll(async () => {
  world = await startTestHub();
  const session = {
    url: world.hub.url,
    repository: "acme/demo",
    tokens: { alice: world.hub.tokenOf("alice") },
  };
  env = { PATH: process.env.PATH, HOME: folder, ...ghEnvironment(session, "alice", folder, {}) };
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

function run(command: string, args: readonly string[], cwd = clone): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`${command} ${args.join(" ")}: ${stderr}`));
    });
  });
}

test("a push from a clone uses the token of the user in the variables", async () => {
  await run("git", ["clone", "--quiet", "http://github.localhost/acme/demo.git", clone], folder);
  writeFileSync(join(clone, "work.txt"), "work\n");
  await run("git", ["checkout", "--quiet", "-b", "work"]);
  await run("git", ["add", "work.txt"]);
  const person = ["-c", "user.name=alice", "-c", "user.email=alice@example.com"];
  await run("git", [...person, "commit", "--quiet", "--message", "Work"]);
  await run("git", ["push", "--quiet", "--set-upstream", "origin", "work"]);
  const { body } = await world.as("bob")("GET", "/repos/acme/demo/contents/work.txt?ref=work");
  expect(body.size).toBe(5);
});

test.skipIf(findGh() === undefined)(
  "gh opens a pull request from the branch that is checked out",
  async () => {
    const printed = await run("gh", ["pr", "create", "--title", "Work", "--body", "It works"]);
    expect(printed).toMatch(/^http:\/\/github\.localhost\/acme\/demo\/pull\/\d+$/);
  },
);
