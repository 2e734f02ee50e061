/** Lists folders at two commits, in one request, with the id of each entry: what is equal has the same id. */
import { z } from "zod";
import type { FolderEntry, PullReader } from "../../../dispatcher/ports/pulls.ts";
import { treesQuery } from "../../files/folders.ts";
import type { Client } from "../../transport/client.ts";
import { UnexpectedResponse } from "../../transport/octokit-errors.ts";

/** A folder's mode in git. */
const folderMode = 0o40000;

const treeShape = z.object({
  entries: z.array(z.object({ name: z.string(), mode: z.number(), oid: z.string() })),
});
const answerShape = z.object({ node: z.record(z.string(), z.unknown()) });

export function createFoldersAt(client: Pick<Client, "query">): PullReader["foldersAt"] {
  return async ({ id, installationId }, commits, folders) => {
    const asked = folders.flatMap((folder) => commits.map((commit) => `${commit}:${folder}`));
    const variables = Object.fromEntries(asked.map((expression, i) => [`e${i}`, expression]));
    const { data, problems } = await client.query(installationId, treesQuery(asked.length), {
      id,
      ...variables,
    });
    const answer = answerShape.safeParse(data);
    if (!answer.success)
      throw new UnexpectedResponse(problems[0]?.message ?? "GitHub did not return the folders.");
    const entries = asked.map((_, i) => entriesIn(answer.data.node[`t${i}`]));
    return folders.map((_, at) => entries.slice(at * commits.length, (at + 1) * commits.length));
  };
}

function entriesIn(tree: unknown): readonly FolderEntry[] | undefined {
  const found = treeShape.safeParse(tree);
  if (!found.success) return undefined;
  return found.data.entries.map(({ name, mode, oid }) => ({ name, oid, isFolder: mode === folderMode }));
}
