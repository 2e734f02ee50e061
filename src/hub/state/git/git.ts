/** Trees and commits, parsed from and written in git's own format. */
import { Defect } from "../../../base/errors.ts";
import type { State } from "../state.ts";
import { getObject, putObject } from "./objects.ts";

export interface TreeEntry {
  readonly mode: "100644" | "100755" | "120000" | "160000" | "40000";
  readonly name: string;
  readonly sha: string;
}

export function putTree(state: State, repositoryId: number, entries: readonly TreeEntry[]): string {
  const sortName = (entry: TreeEntry): string => (entry.mode === "40000" ? `${entry.name}/` : entry.name);
  const parts = entries
    .toSorted((a, b) => Buffer.compare(Buffer.from(sortName(a)), Buffer.from(sortName(b))))
    .flatMap(({ mode, name, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]);
  return putObject(state, repositoryId, "tree", Buffer.concat(parts));
}

/** An unknown tree counts as empty: that is how a repository without commits reads. */
export function getTree(state: State, repositoryId: number, sha: string): readonly TreeEntry[] {
  const content = getObject(state, repositoryId, "tree", sha) ?? Buffer.alloc(0);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode, name] = splitOnce(content.subarray(at, end).toString());
    entries.push({ mode, name, sha: content.subarray(end + 1, end + 21).toString("hex") });
    at = end + 21;
  }
  return entries;
}

export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

export function putCommit(state: State, repositoryId: number, commit: Commit): string {
  const sign = ({ name, email, at }: Signature): string => `${name} <${email}> ${at} +0000`;
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${sign(commit.author)}`,
    `committer ${sign(commit.committer)}`,
    "",
    commit.message,
  ];
  return putObject(state, repositoryId, "commit", Buffer.from(lines.join("\n")));
}

/** A parsed commit; times are in UTC, whatever zone they were written in. */
export function getCommit(state: State, repositoryId: number, sha: string): Commit | undefined {
  const content = getObject(state, repositoryId, "commit", sha)?.toString();
  if (content === undefined) return undefined;
  const end = content.indexOf("\n\n");
  const header = content.slice(0, end < 0 ? undefined : end).split("\n");
  const values = (key: string): string[] =>
    header.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  return {
    tree: values("tree")[0] ?? "",
    parents: values("parent"),
    author: readSignature(values("author")[0]),
    committer: readSignature(values("committer")[0]),
    message: end < 0 ? "" : content.slice(end + 2),
  };
}

function readSignature(line = ""): Signature {
  const opening = line.indexOf(" <");
  const closing = line.lastIndexOf("> ");
  const at = Number.parseInt(line.slice(closing + 2), 10);
  return {
    name: line.slice(0, Math.max(opening, 0)),
    email: line.slice(opening + 2, Math.max(closing, 0)),
    at: Number.isSafeInteger(at) ? at : 0,
  };
}

function splitOnce(header: string): [TreeEntry["mode"], string] {
  const mode = (["100644", "100755", "120000", "160000", "40000"] as const).find((known) =>
    header.startsWith(`${known} `),
  );
  if (mode === undefined) throw new Defect("A tree holds an entry of unknown mode.");
  return [mode, header.slice(mode.length + 1)];
}
