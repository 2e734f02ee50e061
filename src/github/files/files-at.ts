/** Identifies the content of one file at many commits, by blob id. */
import { z } from "zod";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const perRequest = 50;
const shape = z.object({
  node: z.record(z.string(), z.object({ oid: z.string() }).nullish().catch(null)),
});

/** For a commit without such a file. */
export const absentFile = "absent";

/** By commit; those that GitHub no longer has are left out. Throws `RequestFailed`. */
export async function filesAt(
  client: Pick<Client, "query">,
  { id, installationId }: RepositorySeen,
  path: string,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < commits.length; from += perRequest) {
    const some = commits.slice(from, from + perRequest);
    const variables = Object.fromEntries(
      some.flatMap((commit, i) => [
        [`c${i}`, commit],
        [`f${i}`, `${commit}:${path}`],
      ]),
    );
    const { data } = await client.query(installationId, filesAtQuery(some.length), { id, ...variables });
    const shown = shape.safeParse(data);
    if (!shown.success)
      throw new RequestFailed({ type: "refused", message: `GitHub did not return the versions of ${path}.` });
    const { node } = shown.data;
    for (const [i, commit] of some.entries())
      if (node[`c${i}`]) found.set(commit, node[`f${i}`]?.oid ?? absentFile);
  }
  return found;
}

export function filesAtQuery(count: number): string {
  const all = Array.from({ length: count }, (_, i) => i);
  const declared = all.map((i) => `, $c${i}: String!, $f${i}: String!`).join("");
  const fields = all.map(
    (i) => `c${i}: object(expression: $c${i}) { oid } f${i}: object(expression: $f${i}) { oid }`,
  );
  return `query FilesAt($id: ID!${declared}) {\n  node(id: $id) { ... on Repository { ${fields.join("\n  ")} } }\n}`;
}
