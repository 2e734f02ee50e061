/** What git knows of the folder in which a command runs: the branch, its newest commits, and what is not committed. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CheckoutSeen } from "../../operations/writes/checkout-seen.ts";
import { parseRemote } from "../gh/callers-place.ts";
import type { Terminal } from "./terminal.ts";

const run = promisify(execFile);
const maxOutputBytes = 16 * 1024 * 1024;
const timeMs = 10_000;
/** More than an agent leaves unpushed. */
const maxCommits = 100;

/** Undefined outside of a checkout, and before its first commit. */
export async function readCheckout(
  { env }: Pick<Terminal, "env">,
  folder: string,
): Promise<CheckoutSeen | undefined> {
  const git = async (...words: readonly string[]): Promise<string | undefined> => {
    try {
      const options = {
        cwd: folder,
        maxBuffer: maxOutputBytes,
        timeout: timeMs,
        env: { ...process.env, ...env },
      };
      return (await run("git", ["-c", "core.fsmonitor=false", ...words], options)).stdout;
    } catch {
      return undefined;
    }
  };
  const commits = await git("rev-list", `--max-count=${maxCommits}`, "HEAD");
  if (commits === undefined) return undefined;
  const branch = (await git("symbolic-ref", "--quiet", "--short", "HEAD"))?.trim();
  const remote = parseRemote((await git("remote", "get-url", "origin"))?.trim() ?? "");
  const changed = await git("status", "--porcelain", "-z", "--no-renames");
  return {
    ...(remote === undefined ? {} : { repository: { owner: remote.owner, repo: remote.repo } }),
    ...(branch === undefined || branch === "" ? {} : { branch }),
    commits: commits.split("\n").filter(Boolean),
    // `XY path`: https://git-scm.com/docs/git-status#_short_format
    uncommitted: (changed ?? "").split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)])),
  };
}
