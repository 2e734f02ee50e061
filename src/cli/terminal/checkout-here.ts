/** What git knows of the folder in which a command runs: the branch, its newest commits, and what is not committed. */
import type { CheckoutSeen } from "../../operations/writes/checkout-seen.ts";
import { parseRemote } from "../gh/callers-place.ts";
import { readFilesWithGit, readWithGit } from "./read-with-git.ts";
import type { Terminal } from "./terminal.ts";

const maxOutputBytes = 16 * 1024 * 1024;
const timeMs = 10_000;
/** More than an agent leaves unpushed. */
const maxCommits = 100;
const branches = "refs/heads/";

/** Undefined outside of a checkout, and before its first commit. */
export async function readCheckout(
  { env }: Pick<Terminal, "env">,
  folder: string,
): Promise<CheckoutSeen | undefined> {
  const place = { folder, env, maxOutput: maxOutputBytes, timeMs };
  const git = (...words: readonly string[]): Promise<string | undefined> =>
    readWithGit(place, words).catch(() => undefined);
  const commits = await git("rev-list", `--max-count=${maxCommits}`, "HEAD");
  if (commits === undefined) return undefined;
  // Its short form is another where a tag has the same name.
  const ref = (await git("symbolic-ref", "--quiet", "HEAD"))?.trim();
  const branch = ref?.startsWith(branches) === true ? ref.slice(branches.length) : undefined;
  const top = (await git("rev-parse", "--show-toplevel"))?.replace(/\n$/, "");
  const remote = parseRemote((await git("remote", "get-url", "origin"))?.trim() ?? "");
  // The files of a submodule would be compared by its own settings.
  const status = ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=dirty"];
  const changed = await readFilesWithGit(place, status).catch(() => undefined);
  return {
    ...(top === undefined || top === "" ? {} : { folder: top }),
    ...(remote === undefined ? {} : { repository: { owner: remote.owner, repo: remote.repo } }),
    ...(branch === undefined ? {} : { branch }),
    commits: commits.split("\n").filter(Boolean),
    // `XY path`: https://git-scm.com/docs/git-status#_short_format
    uncommitted: (changed ?? "").split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)])),
  };
}
