/**
 * README's walk, from its own words: what `npm start` runs, as a process, and each block in a shell with the real `gh`. An answer is
 * recorded in the repository, and the next question in the same words gets it as a suggestion.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { versions } from "./stage.ts";

const root = join(import.meta.dirname, "../..");
/** What `npm start` runs. npm itself hands no signal on. */
const main = join(root, "src/cli/signalbox.mjs");

/** The blocks of the walk, in order. */
function blocksOfWalk(): readonly string[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, rest = ""] = readme.split("## A two-minute walkthrough");
  const [walk = ""] = rest.split("\n## ");
  return [...walk.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-readme-"));
let running: ChildProcess | undefined;

async function stop(): Promise<void> {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null) return;
  child.kill("SIGINT");
  await once(child, "close");
}

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(versions)("gh $version", ({ path, isMissing }) => {
  const env = {
    PATH: [...(path.includes("/") ? [dirname(path)] : []), process.env.PATH].join(delimiter),
    HOME: folder,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NO_COLOR: "1",
    PORT: "0",
    HUB_PORT: "0",
    SIGNALBOX_HOME: join(folder, "home"),
  };

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [main, "start"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    running = child;
    let printed = "";
    while (!printed.includes("signalbox explain ")) {
      const [chunk] = (await Promise.race([once(child.stdout, "data"), once(child, "close")])) as [unknown];
      if (!(chunk instanceof Buffer)) throw new Error(`npm start ended:\n${printed}`);
      printed += chunk.toString();
    }
    child.stdout.resume();
  }

  /** What the first line of the walk sets in alice's terminal. */
  let terminal: Readonly<Record<string, string>> = {};

  /** Runs lines as alice does in her terminal. */
  async function inTerminal(lines: string): Promise<string> {
    return new Promise((resolve) => {
      const options = { cwd: root, env: { ...env, ...terminal } };
      execFile("bash", ["-c", `${lines}\nwait\n`], options, (_, stdout, stderr) => resolve(stdout + stderr));
    });
  }

  /** Opens her terminal: it keeps what the first line sets. */
  async function openTerminal(first: string): Promise<void> {
    const kept = join(folder, "variables");
    await inTerminal(`${first}\nenv -0 > '${kept}'`);
    const pairs = readFileSync(kept, "utf8")
      .split("\0")
      .filter((pair) => pair.includes("="));
    terminal = Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
  }

  test.skipIf(isMissing)(
    "README's walk plays from its words: an answer frees the task, is recorded, and is suggested to the next question in the same words",
    async () => {
      const [first = "", second = "", third = "", fourth = "", ...more] = blocksOfWalk();
      expect(more).toEqual([]);
      await start();
      const [login = ""] = first.split("\n");
      await openTerminal(first);
      // The command that waits runs beside the answer.
      const asked = inTerminal(second);
      await expect.poll(() => inTerminal("gh issue view 1"), { timeout: 60_000 }).toContain("status:blocked");
      const answered = await inTerminal(third);
      expect(answered).toContain("SQLite: one file");
      expect(await asked).toMatch(/acme\/demo#1 is ready after/);
      await expect.poll(() => inTerminal("gh issue view 1"), { timeout: 60_000 }).toContain("status:ready");

      // Records are written at each start, too.
      await stop();
      await start();
      await openTerminal(login);
      const record = "gh api repos/acme/demo/contents/docs/adr/question-2.md --jq .content | base64 -d";
      await expect.poll(() => inTerminal(record), { timeout: 60_000 }).toContain("> SQLite: one file");

      const used = await inTerminal(fourth);
      expect(used).toContain("| [Which store?](../docs/adr/question-2.md) | #2 | `bob` |");
      const view = "gh issue view 5 && gh issue view 5 --comments";
      await expect.poll(() => inTerminal(view), { timeout: 60_000 }).toContain("/approve ");
      const suggestion = await inTerminal(view);
      expect(suggestion).toContain("#2 asked the same question and got this answer.");
      expect(suggestion).toContain("SQLite: one file, and it survives kill -9.");
      const [, hash] = /\/approve ([0-9a-f]{8})/.exec(suggestion) ?? [];
      await inTerminal(`signalbox gh --as maria issue comment 5 --body "/approve ${hash}"`);
      await expect
        .poll(() => inTerminal("gh issue view 3 && gh issue view 4"), { timeout: 60_000 })
        .toMatch(/status:ready[\s\S]*answered/);
    },
    180_000,
  );
});
