/** Lists folders of a repository at one commit, in one request. */
import { z } from "zod";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import type { ContextFileEntry } from "./context-files.ts";

const treeShape = z.object({
  entries: z.array(
    z.object({ name: z.string(), mode: z.number(), oid: z.string(), size: z.number().nullish() }),
  ),
});
const answerShape = z.object({ node: z.record(z.string(), z.unknown()) });

export interface FoldersRead {
  /** By folder. One that is not there has no entries. */
  readonly lists: ReadonlyMap<string, readonly ContextFileEntry[]>;
  /** Whether GitHub answered for all of them: what it failed to show looks as if it was not there. */
  readonly isWhole: boolean;
}

/** Throws `RequestFailed`. */
export async function readFolders(
  client: Pick<Client, "query">,
  { id, installationId }: Pick<RepositorySeen, "id" | "installationId">,
  { commit, folders }: { readonly commit: string; readonly folders: readonly string[] },
): Promise<FoldersRead> {
  const variables = Object.fromEntries(folders.map((folder, i) => [`e${i}`, `${commit}:${folder}`]));
  const { data, problems } = await client.query(installationId, treesQuery(folders.length), {
    id,
    ...variables,
  });
  const answer = answerShape.safeParse(data);
  if (!answer.success)
    throw new RequestFailed({ type: "refused", message: "GitHub did not return the repository's files." });
  const lists = folders.map((folder, i) => [folder, entriesIn(folder, answer.data.node[`t${i}`])] as const);
  return { lists: new Map(lists), isWhole: problems.length === 0 };
}

function entriesIn(folder: string, answer: unknown): readonly ContextFileEntry[] {
  const tree = treeShape.safeParse(answer);
  if (!tree.success) return [];
  return tree.data.entries.map(({ name, mode, oid, size }) => ({
    path: folder === "" ? name : `${folder}/${name}`,
    mode,
    oid,
    size: size ?? 0,
  }));
}

/** The entries of some directories, by alias `t0`, `t1`, … */
export function treesQuery(count: number): string {
  const all = Array.from({ length: count }, (_, i) => i);
  const declared = all.map((i) => `, $e${i}: String!`).join("");
  const fields = all.map(
    (i) => `t${i}: object(expression: $e${i}) { ... on Tree { entries { name mode oid size } } }`,
  );
  return `query Folders($id: ID!${declared}) {\n  node(id: $id) { ... on Repository { ${fields.join("\n  ")} } }\n}`;
}
