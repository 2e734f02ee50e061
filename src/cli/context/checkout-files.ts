/** Reads a checkout: the files of its commits from Git, and pages as they are in its folder. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UserError } from "../../base/errors.ts";
import type { FilesAt } from "../../coordinator/staleness/page-state.ts";
import type { Environment } from "../../server/composition/environment.ts";
import { readWithGit } from "../terminal/read-with-git.ts";

export interface Checkout {
  readonly root: string;
  /** The commit that is checked out. */
  readonly head: { readonly commit: string; readonly date: string };
  /** Undefined if Git does not know the commit here. */
  readonly filesAt: (commit: string) => Promise<FilesAt | undefined>;
  /** Paths that Git tracks or would add. */
  readonly paths: () => Promise<readonly string[]>;
  /** The text in the folder; undefined for what is not a readable text file of at most 1 MiB. */
  readonly text: (path: string) => string | undefined;
}

const maxOutput = 256 * 1024 * 1024;
const maxPageBytes = 1024 * 1024;

/** @throws UserError outside of a checkout, or in one without a commit */
export async function openCheckout(folder: string, env: Environment): Promise<Checkout> {
  const git = (cwd: string, ...words: readonly string[]): Promise<string> =>
    readWithGit({ folder: cwd, env, maxOutput }, words);
  const [root, commit = "", date = ""] = await describe(folder, git);
  return {
    root,
    head: { commit, date },
    filesAt: async (written) => {
      try {
        return entriesOf(await git(root, "ls-tree", "-r", "-z", "--full-tree", `${written}^{commit}`));
      } catch {
        return undefined;
      }
    },
    paths: async () => {
      const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
      return [...new Set(listed.split("\0").filter((path) => path !== ""))].sort();
    },
    text: (path) => textIn(root, path),
  };
}

async function describe(
  folder: string,
  git: (cwd: string, ...words: readonly string[]) => Promise<string>,
): Promise<readonly [string, ...string[]]> {
  let root: string;
  try {
    root = (await git(folder, "rev-parse", "--show-toplevel")).trim();
  } catch (thrown) {
    throw new UserError(`${folder} is not a checkout of a repository: ${lastLine(messageOf(thrown))}`, {
      code: "not-found",
    });
  }
  try {
    return [root, ...(await git(root, "log", "-1", "--format=%H %cs")).trim().split(" ")];
  } catch {
    throw new UserError(`${root} has no commit yet, so there is nothing to compare pages with.`);
  }
}

function entriesOf(listing: string): FilesAt {
  const files = new Map<string, string>();
  for (const entry of listing.split("\0")) {
    const tab = entry.indexOf("\t");
    const [, , oid] = entry.slice(0, tab).split(" ");
    if (tab > 0 && oid !== undefined) files.set(entry.slice(tab + 1), oid);
  }
  return files;
}

/** A link could lead out of the checkout. */
function textIn(root: string, path: string): string | undefined {
  const whole = join(root, path);
  const found = lstatSync(whole, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > maxPageBytes) return undefined;
  const bytes = readFileSync(whole);
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
