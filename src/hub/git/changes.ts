/**
 * Lists which files differ between two commits, detecting renames as GitHub does: half of the text in common
 * is enough. Git counts the lines and finds the renames; this file parses its output.
 */
import type { State } from "../state/state.ts";
import { LatestResults } from "./remembered.ts";
import { git } from "./run.ts";

export interface ChangedFile {
  readonly path: string;
  /** The former path of a renamed file. */
  readonly previousPath: string | undefined;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  /** The current blob; for a removed file, its last one. */
  readonly sha: string;
  /** Lines; 0 for a binary file. */
  readonly additions: number;
  readonly deletions: number;
}

export interface DiffSummary {
  readonly files: readonly ChangedFile[];
  readonly additions: number;
  readonly deletions: number;
}

const changes = new LatestResults<DiffSummary>(20);
const patches = new LatestResults<ReadonlyMap<string, string>>(20);
/** A longer patch is omitted, as on GitHub. */
const longestPatch = 400_000;
const statuses = { A: "added", D: "removed", M: "modified", R: "renamed", T: "changed" } as const;

/** @param before a commit or a tree */
export function changesBetween(
  state: State,
  repositoryId: number,
  before: string,
  after: string,
): DiffSummary {
  return changes.of(`${before}..${after}`, () => {
    const args = ["diff-tree", "-r", "-z", "-M", "--raw", "--numstat", before, after];
    const files = readFiles(git(state, repositoryId, args).split("\0"));
    const sum = (pick: (file: ChangedFile) => number): number =>
      files.reduce((all, one) => all + pick(one), 0);
    return { files, additions: sum((one) => one.additions), deletions: sum((one) => one.deletions) };
  });
}

/** The patch of each file, by path; binary files and overlong patches have none. */
export function patchesBetween(
  state: State,
  repositoryId: number,
  before: string,
  after: string,
): ReadonlyMap<string, string> {
  return patches.of(`${before}..${after}`, () => {
    const { files } = changesBetween(state, repositoryId, before, after);
    const sections = diffBetween(state, repositoryId, before, after)
      .split(/^diff --git .*\n/m)
      .slice(1);
    const texts = sections.map((section, index) => {
      const start = section.search(/^@@ /m);
      const text = start < 0 || section.length > longestPatch ? "" : section.slice(start).replace(/\n$/, "");
      return [files[index]?.path ?? "", text] as const;
    });
    return new Map(texts.filter(([, text]) => text !== ""));
  });
}

/** The whole diff as `git diff` prints it. */
export function diffBetween(state: State, repositoryId: number, before: string, after: string): string {
  return git(state, repositoryId, ["diff-tree", "-r", "-M", "-p", "--full-index", before, after]);
}

/** Reads `--raw` entries and then, in the same order, `--numstat` entries, all ended by NUL. */
function readFiles(tokens: readonly string[]): readonly ChangedFile[] {
  const raw: Pick<ChangedFile, "path" | "previousPath" | "status" | "sha">[] = [];
  let at = 0;
  for (; tokens[at]?.startsWith(":"); at += 2) {
    const [, , before = "", after = "", letters = ""] = (tokens[at] ?? "").split(" ");
    const letter = letters.charAt(0);
    const status = isLetter(letter) ? statuses[letter] : "changed";
    const isRename = letter === "R";
    const [first = "", second = ""] = [tokens[at + 1], tokens[at + 2]];
    const sha = letter === "D" ? before : after;
    raw.push({ path: isRename ? second : first, previousPath: isRename ? first : undefined, status, sha });
    if (isRename) at += 1;
  }
  return raw.map((file) => {
    const [additions = "", deletions = "", name] = (tokens[at] ?? "").split("\t");
    at += name === "" ? 3 : 1;
    return { ...file, additions: lines(additions), deletions: lines(deletions) };
  });
}

function isLetter(letter: string): letter is keyof typeof statuses {
  return Object.hasOwn(statuses, letter);
}

/** A binary file counts as "-". */
function lines(count: string): number {
  return Number.parseInt(count, 10) || 0;
}
