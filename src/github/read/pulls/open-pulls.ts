/** Lists the open pull requests of a repository, a hundred a request, with the issues that each closes. */
import { z } from "zod";
import type { OpenPull, PullReader } from "../../../dispatcher/ports/pulls.ts";
import type { Client } from "../../transport/client.ts";

const maxPages = 30;

const query = `query OpenPulls($id: ID!, $after: String) {
  node(id: $id) { ... on Repository { pullRequests(states: OPEN, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { number headRefOid changedFiles
      closingIssuesReferences(first: 20) { nodes { number repository { id } } } } } } }
}`;

const pageShape = z.object({
  node: z.object({
    pullRequests: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      nodes: z.array(
        z.object({
          number: z.number(),
          headRefOid: z.string(),
          changedFiles: z.number(),
          closingIssuesReferences: z
            .object({
              nodes: z.array(z.object({ number: z.number(), repository: z.object({ id: z.string() }) })),
            })
            .nullish(),
        }),
      ),
    }),
  }),
});

export function createOpenPulls(client: Client): PullReader["openPulls"] {
  return async ({ id, installationId }) => {
    const found: OpenPull[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const answer = await client.query(installationId, query, { id, after: after ?? null });
      const { pageInfo, nodes } = pageShape.parse(answer.data).node.pullRequests;
      found.push(
        ...nodes.map(({ number, headRefOid: headSha, changedFiles, closingIssuesReferences: closing }) => ({
          ...{ number, headSha, changedFiles },
          closes: (closing?.nodes ?? []).flatMap((each) => (each.repository.id === id ? each.number : [])),
        })),
      );
      after = pageInfo.endCursor ?? undefined;
      if (!pageInfo.hasNextPage || after === undefined) break;
    }
    return found;
  };
}
