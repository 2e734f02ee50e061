/** Reads all entries of a commit's tree, in one request. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { TreeFile } from "../../coordinator/ports.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client, RestResponse } from "../transport/client.ts";
import { reasonToSkip } from "./context-files.ts";

const folderMode = 0o40000;
const linkMode = 0o120000;
const submoduleMode = 0o160000;
const entryShape = z.object({
  path: z.string(),
  mode: z.string(),
  sha: z.string(),
  size: z.number().nullish(),
});
const shape = z.object({ truncated: z.boolean(), tree: z.array(z.unknown()) });
/** Entries parsed before other work may run. */
const entriesAtOnce = 5_000;

/**
 * Undefined if GitHub does not show all of it: it truncates beyond 100,000 entries or 7 MB, and may refuse.
 */
export async function readTree(
  client: Pick<Client, "get">,
  { owner, name: repo, installationId }: RepositorySeen,
  commit: string,
): Promise<readonly TreeFile[] | undefined> {
  const parameters = { owner, repo, tree_sha: commit, recursive: "1" };
  const entries = await entriesOf(() => client.get(installationId, route, parameters, shape));
  if (entries === undefined) return undefined;
  const files: TreeFile[] = [];
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    for (const entry of entries.slice(from, from + entriesAtOnce)) {
      const { data } = entryShape.safeParse(entry);
      if (data === undefined) return undefined;
      const { path, mode, sha, size } = data;
      files.push({
        path,
        oid: sha,
        size: size ?? 0,
        kind: kindOf(path, Number.parseInt(mode, 8), size ?? 0),
      });
    }
    await setImmediate();
  }
  return files;
}

const route = "/repos/{owner}/{repo}/git/trees/{tree_sha}";

/**
 * Undefined if GitHub refuses, since asking again would not change that; throws anything else, which is asked
 * again later.
 */
async function entriesOf(
  ask: () => Promise<RestResponse<z.infer<typeof shape>>>,
): Promise<readonly unknown[] | undefined> {
  try {
    const answer = await ask();
    return answer.type === "fresh" && !answer.data.truncated ? answer.data.tree : undefined;
  } catch (thrown) {
    const failure = thrown instanceof RequestFailed ? thrown.failure.type : undefined;
    if (failure === "refused" || failure === "gone") return undefined;
    throw thrown;
  }
}

/** @param mode as Git writes it, as a number */
export function kindOf(path: string, mode: number, size: number): TreeFile["kind"] {
  if (mode === linkMode || mode === submoduleMode) return "link";
  const isFolder = mode === folderMode;
  if (reasonToSkip({ path, mode: isFolder ? 0o100644 : mode, size }) !== undefined) return "unread";
  return isFolder ? "folder" : "file";
}
