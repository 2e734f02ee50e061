/** Reads a page of the open issues with a label, with a caller's token. */
import { z } from "zod";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { labelledIssuesQuery } from "../read/queries.ts";
import { issueShape } from "../read/response-shape.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import { askAgain, type CallerReader, type ReadOnce } from "./read-once.ts";

const shape = z.object({
  repository: z.object({
    issues: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(issueShape),
    }),
  }),
});

interface Page {
  readonly issues: readonly ReadOnce[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** Throws `RequestFailed`, and `UnexpectedResponse` for a page that cannot be read. */
export async function readLabelled(
  reader: CallerReader,
  { owner, repo }: RepositoryName,
  label: string,
  after: string | undefined,
): Promise<Page> {
  const { data, problems } = await askAgain(reader, () => ({
    document: labelledIssuesQuery({ has: reader.features.has, isCaller: true }),
    variables: { owner, name: repo, label, after: after ?? null },
  }));
  const answer = shape.safeParse(data);
  if (!answer.success)
    throw new UnexpectedResponse(problems[0]?.message ?? "GitHub returned no page of issues.");
  const { nodes, pageInfo } = answer.data.repository.issues;
  return {
    issues: nodes.map((response) => ({ response, isCut: false })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  };
}
