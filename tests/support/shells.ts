/** Real shells on a terminal of their own. Without zsh its tests are skipped, except where CI has to have it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, onTestFinished } from "vitest";

export type ShellName = "bash" | "zsh";

/** Without the user's own files. */
const started: Readonly<Record<ShellName, string>> = {
  bash: "bash --noprofile --norc -i",
  zsh: "zsh -f -i",
};

function isMissing(program: string): boolean {
  return !(process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** A suite that needs the shell and `script`, which gives it a terminal. */
export function describeInShell(shell: ShellName): (name: string, suite: () => void) => void {
  const missing = [shell, "script"].find(isMissing);
  return missing !== undefined && process.env.CI === undefined
    ? (name, suite) => describe.skip(`${name} (${missing} is missing)`, suite)
    : (name, suite) => describe(name, suite);
}

export interface OpenShell {
  /** Types, as keys: `\t` is Tab. */
  readonly type: (keys: string) => void;
  /** Resolves once the screen has shown the text since the last call, to what it showed until then. */
  readonly shows: (text: string) => Promise<string>;
}

/** A shell that ends with the test. */
export function openShell(
  shell: ShellName,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): OpenShell {
  const child = spawn("script", ["-qfec", started[shell], "/dev/null"], {
    cwd: folder,
    env: { ...env, TERM: "dumb", PS1: "$ " },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => end(child));
  let screen = "";
  let looked = 0;
  let changed = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    changed();
  });
  return {
    type: (keys) => void child.stdin.write(keys),
    shows: (text) =>
      new Promise((resolve) => {
        changed = () => {
          const shown = screen.slice(looked).replaceAll("\r", "");
          if (!stripVTControlCharacters(shown).includes(text)) return;
          looked = screen.length;
          changed = () => {};
          resolve(shown);
        };
        changed();
      }),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}
