/** Reads which files a pull request changes. GitHub ends the list at 3,000. */
import { z } from "zod";
import type { PullReader } from "../../../dispatcher/ports/pulls.ts";
import type { ChangedFile } from "../../../handover/evidence.ts";
import type { Client } from "../../transport/client.ts";
import type { RepositoryLocation } from "./check-runs.ts";

const pageSize = 100;
const maxPages = 30;

const filesShape = z.array(
  z.object({
    filename: z.string(),
    previous_filename: z.string().optional(),
    status: z.string(),
    changes: z.number(),
  }),
);

export function createPullFiles(client: Client): PullReader["pullFiles"] {
  return async (repository, number) => {
    const files = await filesOf(client, repository, number);
    const paths = files.flatMap(({ path, previousPath }) => [
      path,
      ...(previousPath === undefined ? [] : [previousPath]),
    ]);
    return { paths, count: files.length };
  };
}

export async function filesOf(
  client: Client,
  { installationId, owner, name: repo }: RepositoryLocation,
  number: number,
): Promise<readonly ChangedFile[]> {
  const files: ChangedFile[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const parameters = { owner, repo, number, page, per_page: pageSize };
    const route = "/repos/{owner}/{repo}/pulls/{number}/files";
    const answer = await client.get(installationId, route, parameters, filesShape);
    const found = answer.type === "fresh" ? answer.data : [];
    files.push(...found.map(toChangedFile));
    if (found.length < pageSize) break;
  }
  return files;
}

function toChangedFile({
  filename,
  previous_filename,
  status,
  changes,
}: z.infer<typeof filesShape>[number]): ChangedFile {
  const file = { path: filename, isRemoved: status === "removed", lines: changes };
  return previous_filename === undefined ? file : { ...file, previousPath: previous_filename };
}
