/** Lists the open pull requests of a repository, a hundred a request, with the issues that each closes. */
import { z } from "zod";
import type { OpenPull, PullReader } from "../../../dispatcher/ports/pulls.ts";
import type { Client } from "../../transport/client.ts";
import { restLogin } from "../rest-login.ts";

const maxPages = 30;

export const openPullsQuery = `query OpenPulls($id: ID!, $after: String) {
  node(id: $id) { ... on Repository { pullRequests(states: OPEN, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { number headRefOid baseRefName baseRefOid changedFiles author { __typename login ... on Node { id } }
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
          baseRefName: z.string(),
          baseRefOid: z.string(),
          author: z.object({ __typename: z.string(), id: z.string(), login: z.string() }).nullish(),
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
      const answer = await client.query(installationId, openPullsQuery, { id, after: after ?? null });
      const { pageInfo, nodes } = pageShape.parse(answer.data).node.pullRequests;
      found.push(
        ...nodes.map(({ number, headRefOid, baseRefName, baseRefOid, author, changedFiles, ...more }) => ({
          number,
          changedFiles,
          headSha: headRefOid,
          base: baseRefName,
          baseSha: baseRefOid,
          ...(author == null ? {} : { author: author.id, authorLogin: restLogin(author) }),
          closes: closedAt(id, more.closingIssuesReferences?.nodes),
        })),
      );
      after = pageInfo.endCursor ?? undefined;
      if (!pageInfo.hasNextPage || after === undefined) break;
    }
    return found;
  };
}

type Closing = { readonly number: number; readonly repository: { readonly id: string } };

function closedAt(id: string, closing: readonly Closing[] = []): readonly number[] {
  return closing.flatMap(({ number, repository }) => (repository.id === id ? number : []));
}
