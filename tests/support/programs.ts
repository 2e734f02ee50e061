/** Programs for tests of `signalbox run`: shell scripts that stand in for an agent's program. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes an executable script, and returns its path. */
export function scriptIn(folder: string, name: string, lines: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Resolves to the file's text once it has one. */
export async function appears(path: string): Promise<string> {
  while (!existsSync(path) || readFileSync(path, "utf8").trim() === "")
    await new Promise((resolve) => setTimeout(resolve, 5));
  return readFileSync(path, "utf8").trim();
}

/** Resolves when the process is gone, or waits only for its parent to notice. */
export async function dies(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
