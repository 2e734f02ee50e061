/** Lists the changes of one file on the default branch, by what the branch's moves left, the newest first. */
import { z } from "zod";
import type { BranchMove } from "../../dispatcher/ports/settings-history.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import { absentFile, filesAt } from "../files/files-at.ts";
import type { Client } from "../transport/client.ts";
import { readMoves } from "./branch-moves.ts";

const maxPages = 10;
const movesPerRequest = 100;

const branchShape = z.object({
  node: z.object({ defaultBranchRef: z.object({ name: z.string() }).nullable() }),
});
export const branchQuery =
  "query Branch($id: ID!) { node(id: $id) { ... on Repository { defaultBranchRef { name } } } }";

export interface PageVersion {
  readonly path: string;
  /** The version in question: later changes do not matter. */
  readonly commit: string;
}

export interface PageChange {
  readonly move: BranchMove;
  /** Whether the file did not exist before. */
  readonly isFirst: boolean;
}

/** Ends at the change that added the page, or where GitHub's history ends. Throws `RequestFailed`. */
export async function* pageChanges(
  client: Pick<Client, "query" | "get">,
  repository: RepositorySeen,
  { path, commit }: PageVersion,
): AsyncGenerator<PageChange> {
  const { data } = await client.query(repository.installationId, branchQuery, { id: repository.id });
  const branch = branchShape.safeParse(data).data?.node.defaultBranchRef?.name;
  let next: string | undefined;
  let isReached = false;
  for (let page = 0; branch !== undefined && page < maxPages; page++) {
    const fetched = await readMoves(client, { repository, branch, next, pageSize: movesPerRequest });
    const from = isReached ? 0 : (fetched?.moves.findIndex(({ after }) => after === commit) ?? -1);
    if (fetched !== undefined && from >= 0) {
      isReached = true;
      const moves = fetched.moves.slice(from);
      const files = await filesAt(client, repository, path, commitsOf(moves));
      for (const move of moves) {
        const { before, after } = move;
        const was = before === undefined ? absentFile : (files.get(before) ?? `unknown ${before}`);
        if (was === (files.get(after) ?? `unknown ${after}`)) continue;
        yield { move, isFirst: was === absentFile };
        if (was === absentFile) return;
      }
    }
    next = fetched?.next;
    if (next === undefined) return;
  }
}

function commitsOf(moves: readonly BranchMove[]): readonly string[] {
  return [...new Set(moves.flatMap(({ before, after }) => (before === undefined ? after : [before, after])))];
}
