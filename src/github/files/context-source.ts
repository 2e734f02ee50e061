/**
 * Reads the files of a repository at one commit (trust rule 8). Never reads by path: a file has to appear in
 * the commit's own listing as a regular file, and is then read by its blob's id.
 */
import { hash } from "node:crypto";
import { z } from "zod";
import type { ContextFile, ContextSource, Skipped, TreeFile } from "../../coordinator/ports.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { kindOf, readTree } from "./commit-tree.ts";
import { type ContextFileEntry, chosenFiles, manifestGlobs } from "./context-files.ts";
import { type GlobSet, globSet } from "./context-globs.ts";
import { FolderLists } from "./folder-lists.ts";

const foldersPerRequest = 20;
/** A repository may hold more; directories beyond this are not listed. */
const maxFolders = 1_000;
const maxDepth = 12;
const blobsPerRequest = 20;
const folderMode = 0o40000;

const blobShape = z.object({
  isBinary: z.boolean().nullable(),
  isTruncated: z.boolean(),
  text: z.string().nullable(),
});

type Ask = (query: string, variables: Readonly<Record<string, string>>) => Promise<Aliased>;
type Aliased = Readonly<Record<string, unknown>>;
type ListFolders = (folders: readonly string[]) => Promise<readonly ContextFileEntry[]>;

export function createContextSource(
  client: Pick<Client, "query" | "get">,
  provenance: ContextSource["provenance"],
): ContextSource {
  const askOf =
    ({ id, installationId }: Pick<RepositorySeen, "id" | "installationId">): Ask =>
    async (query, variables) => {
      const { data } = await client.query(installationId, query, { id, ...variables });
      const shape = z.object({ node: z.record(z.string(), z.unknown()) }).safeParse(data);
      if (shape.success) return shape.data.node;
      throw new RequestFailed({ type: "refused", message: "GitHub did not return the repository's files." });
    };
  const lists = new FolderLists(client);
  return {
    provenance,
    list: async (repository, commit, paths) => {
      const everything = globSet([...paths, ...manifestGlobs]);
      const list: ListFolders = (folders) => lists.list(repository, commit, folders);
      return chosenFiles(await walk(list, everything), globSet(paths));
    },
    entries: async (repository, commit, folders) =>
      (await lists.list(repository, commit, folders)).map(toTreeFile),
    tree: (repository, commit) => readTree(client, repository, commit),
    read: async (repository, files) => readBlobs(askOf(repository), files),
  };
}

function toTreeFile({ path, oid, mode, size }: ContextFileEntry): TreeFile {
  return { path, oid, size, kind: kindOf(path, mode, size) };
}

/** Every entry of the directories that may hold a wanted path, directory by directory from the root. */
async function walk(list: ListFolders, globs: GlobSet): Promise<readonly ContextFileEntry[]> {
  const entries: ContextFileEntry[] = [];
  let seen = 0;
  for (let level: readonly string[] = [""], depth = 0; level.length > 0 && depth < maxDepth; depth++) {
    const found: ContextFileEntry[] = [];
    for (let from = 0; from < level.length; from += foldersPerRequest)
      found.push(...(await list(level.slice(from, from + foldersPerRequest))));
    entries.push(...found.filter(({ mode }) => mode !== folderMode));
    seen += level.length;
    level = found
      .filter(({ mode, path }) => mode === folderMode && globs.mayHold(path))
      .map(({ path }) => path)
      .slice(0, Math.max(0, maxFolders - seen));
  }
  return entries;
}

/** The texts of some blobs, by alias `b0`, `b1`, … */
export function blobsQuery(count: number): string {
  const all = Array.from({ length: count }, (_, i) => i);
  const declared = all.map((i) => `, $o${i}: GitObjectID!`).join("");
  const fields = all.map((i) => `b${i}: object(oid: $o${i}) { ... on Blob { isBinary isTruncated text } }`);
  return `query Files($id: ID!${declared}) {\n  node(id: $id) { ... on Repository { ${fields.join("\n  ")} } }\n}`;
}

async function readBlobs(
  ask: Ask,
  files: readonly ContextFile[],
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly skipped: readonly Skipped[] }> {
  const texts = new Map<string, string>();
  const skipped: Skipped[] = [];
  for (const batch of batches(files)) {
    const variables = Object.fromEntries(batch.map(({ oid }, i) => [`o${i}`, oid]));
    const answer = await ask(blobsQuery(batch.length), variables);
    for (const [i, file] of batch.entries()) {
      const text = textOf(file, answer[`b${i}`]);
      if (typeof text === "string") texts.set(file.oid, text);
      else skipped.push({ path: file.path, why: text.why });
    }
  }
  return { texts, skipped };
}

/** Splits files into batches that fit into one response. */
function batches(files: readonly ContextFile[]): readonly (readonly ContextFile[])[] {
  const all: ContextFile[][] = [];
  for (let from = 0; from < files.length; from += blobsPerRequest)
    all.push(files.slice(from, from + blobsPerRequest));
  return all;
}

const pointer = "version https://git-lfs.github.com/spec/";

function textOf({ oid }: ContextFile, blob: unknown): string | { readonly why: string } {
  const { data } = blobShape.safeParse(blob);
  if (data === undefined) return { why: "could not be read" };
  if (data.isBinary !== false || data.text === null) return { why: "is binary" };
  if (data.isTruncated) return { why: "is larger than GitHub returns" };
  if (data.text.startsWith(pointer)) return { why: "is a Git LFS pointer" };
  // GitHub replaces bytes that are not UTF-8, and the text is then not the one that the listing names.
  return isTextOf(oid, data.text) ? data.text : { why: "is not UTF-8" };
}

/** Whether git would give this text this id. */
function isTextOf(oid: string, text: string): boolean {
  const bytes = Buffer.from(text);
  const header = Buffer.from(`blob ${bytes.length}\0`);
  return hash(oid.length === 64 ? "sha256" : "sha1", Buffer.concat([header, bytes])) === oid;
}
