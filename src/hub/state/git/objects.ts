/**
 * Git objects in git's own layout: loose files of a bare repository in the hub's directory, so that git can
 * read what the API wrote and vice versa. They never change, so neither transactions nor snapshots cover
 * them: an object counts as existing if a ref reaches it, and refs are rows. Forks share the objects of their
 * source.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { repositoryById } from "../repositories.ts";
import type { State } from "../state.ts";

export type ObjectKind = "blob" | "tree" | "commit";

/** Maximum size of an uncompressed object, so that a small file cannot exhaust memory. */
const maxBytes = 64 * 1024 * 1024;

/** The object directory that a repository reads and writes. */
export function objectsFolder(state: State, repositoryId: number): string {
  const source = repositoryById(state, repositoryId)?.sourceId ?? repositoryId;
  return join(state.gitFolder, `${source}.git`, "objects");
}

/** Stores an object. @returns its id */
export function putObject(state: State, repositoryId: number, kind: ObjectKind, content: Buffer): string {
  const header = Buffer.from(`${kind} ${content.length}\0`);
  const sha = createHash("sha1").update(header).update(content).digest("hex");
  const path = pathOf(state, repositoryId, sha);
  if (existsSync(path)) return sha;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, deflateSync(Buffer.concat([header, content]), { level: 1 }));
  renameSync(unfinished, path);
  return sha;
}

/** @returns undefined if there is no such object of that kind */
export function getObject(
  state: State,
  repositoryId: number,
  kind: ObjectKind,
  sha: string,
): Buffer | undefined {
  const packed = /^[0-9a-f]{40}$/.test(sha) ? readIfThere(pathOf(state, repositoryId, sha)) : undefined;
  if (packed === undefined) return undefined;
  const whole = inflateSync(packed, { maxOutputLength: maxBytes });
  return whole.subarray(0, kind.length + 1).toString() === `${kind} `
    ? whole.subarray(whole.indexOf(0) + 1)
    : undefined;
}

function pathOf(state: State, repositoryId: number, sha: string): string {
  return join(objectsFolder(state, repositoryId), sha.slice(0, 2), sha.slice(2));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}
