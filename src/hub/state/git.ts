/**
 * Git objects and refs, as far as reading and writing files needs them. Ids are computed as git does, so that a client
 * which hashes a file itself finds the same id.
 */
import { createHash } from "node:crypto";
import { Defect } from "../../base/errors.ts";
import { text } from "./row.ts";
import type { State } from "./state.ts";

export type ObjectKind = "blob" | "tree" | "commit";

export interface TreeEntry {
  readonly mode: "100644" | "100755" | "120000" | "40000";
  readonly name: string;
  readonly sha: string;
}

/** Keeps an object. @returns its id */
export function putObject(state: State, repositoryId: number, kind: ObjectKind, content: Buffer): string {
  const sha = createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest("hex");
  state.run("INSERT OR IGNORE INTO git_objects VALUES (?, ?, ?, ?)", repositoryId, sha, kind, content);
  return sha;
}

/** @returns undefined where there is no such object of that kind */
export function getObject(
  state: State,
  repositoryId: number,
  kind: ObjectKind,
  sha: string,
): Buffer | undefined {
  const row = state.get(
    "SELECT content FROM git_objects WHERE repository_id = ? AND sha = ? AND kind = ?",
    repositoryId,
    sha,
    kind,
  );
  return row?.content instanceof Uint8Array ? Buffer.from(row.content) : undefined;
}

export function putTree(state: State, repositoryId: number, entries: readonly TreeEntry[]): string {
  const sortName = (entry: TreeEntry): string => (entry.mode === "40000" ? `${entry.name}/` : entry.name);
  const parts = entries
    .toSorted((a, b) => Buffer.compare(Buffer.from(sortName(a)), Buffer.from(sortName(b))))
    .flatMap(({ mode, name, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]);
  return putObject(state, repositoryId, "tree", Buffer.concat(parts));
}

/** An unknown tree is an empty one: that is how a repository without commits reads. */
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

export function getCommit(
  state: State,
  repositoryId: number,
  sha: string,
): { readonly tree: string; readonly parents: readonly string[] } | undefined {
  const content = getObject(state, repositoryId, "commit", sha)?.toString();
  const header = content?.split("\n\n", 1)[0]?.split("\n") ?? [];
  const values = (key: string): string[] =>
    header.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const tree = values("tree")[0];
  return tree === undefined ? undefined : { tree, parents: values("parent") };
}

/** @param name whole, for example `refs/heads/main` */
export function refSha(state: State, repositoryId: number, name: string): string | undefined {
  const row = state.get("SELECT sha FROM git_refs WHERE repository_id = ? AND name = ?", repositoryId, name);
  return row && text(row, "sha");
}

export function setRef(state: State, repositoryId: number, name: string, sha: string): void {
  state.run("INSERT OR REPLACE INTO git_refs VALUES (?, ?, ?)", repositoryId, name, sha);
}

/** Moves a ref that still stands where it is thought to. @returns false where it does not */
export function moveRef(
  state: State,
  repositoryId: number,
  name: string,
  from: string | undefined,
  to: string,
): boolean {
  if (refSha(state, repositoryId, name) !== from) return false;
  setRef(state, repositoryId, name, to);
  return true;
}

function splitOnce(header: string): [TreeEntry["mode"], string] {
  const mode = (["100644", "100755", "120000", "40000"] as const).find((known) =>
    header.startsWith(`${known} `),
  );
  if (mode === undefined) throw new Defect("A tree holds an entry of unknown mode.");
  return [mode, header.slice(mode.length + 1)];
}
