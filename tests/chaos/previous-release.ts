/** A commit of this repository as the previous release: its files in a temporary folder, with the packages it needs. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../../src/base/errors.ts";
import { programIn } from "./server-process.ts";

export interface PreviousRelease {
  readonly commit: string;
  /** Its files. */
  readonly folder: string;
  /** What Node starts. */
  readonly program: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/**
 * Its folder is deleted when this process exits.
 *
 * @param ref a commit, branch or tag
 * @throws UserError if git does not know it, or it has no processes with roles
 */
export async function checkOut(ref: string): Promise<PreviousRelease> {
  const commit = await commitOf(ref);
  const folder = mkdtempSync(join(tmpdir(), "signalbox-previous-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, "files.tar");
  const files = join(folder, "files");
  mkdirSync(files);
  await run("git", ["-C", root, "archive", `--output=${archive}`, commit]);
  await run("tar", ["-xf", archive, "-C", files]);
  rmSync(archive);
  await addPackages(files);
  return { commit: commit.slice(0, 8), folder: files, program: programIn(files) };
}

async function commitOf(ref: string): Promise<string> {
  // A folder that was unpacked inside another repository must not be taken for a clone.
  const top = await output("git", ["-C", root, "rev-parse", "--show-cdup"]);
  if (top !== "")
    throw new UserError(`${root} is not a git clone, so there is no previous release to take from it.`);
  const commit = await output("git", ["-C", root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
  if (commit !== undefined) return commit;
  throw new UserError(
    `git knows no commit \`${ref}\` here. If this is a shallow clone, \`git fetch --unshallow\` gets the older ones.`,
  );
}

/** Why tests that need the commit are skipped; undefined if they run. */
export function missingHistory(ref: string): string | undefined {
  const { status } = spawnSync("git", ["-C", root, "cat-file", "-e", `${ref}^{commit}`]);
  return status === 0 ? undefined : `git knows no commit ${ref} here`;
}

/** Undefined if the program fails or is not installed. */
async function output(program: string, words: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(program, words)).stdout.trim();
  } catch {
    return undefined;
  }
}

/** Those of this checkout if both releases need the same. */
async function addPackages(files: string): Promise<void> {
  const [own, theirs] = [root, files].map((folder) =>
    readFileSync(join(folder, "package-lock.json"), "utf8"),
  );
  if (own === theirs) symlinkSync(join(root, "node_modules"), join(files, "node_modules"));
  else await run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: files });
}
