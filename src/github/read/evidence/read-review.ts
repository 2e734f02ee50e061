/**
 * Reads the data of a pull request that only GraphQL has, in one request: review threads and the review
 * decision, its place in a merge queue, and the default branch's CODEOWNERS. An older host has no merge queue
 * and refuses the whole request, so it is asked without.
 */
import { z } from "zod";
import { RequestFailed } from "../../../dispatcher/request-failed.ts";
import type { ReviewDecision } from "../../../handover/evidence.ts";
import type { Client } from "../../transport/client.ts";
import type { RepositoryLocation } from "./check-runs.ts";

/** GitHub uses the first of these that exists. */
const codeOwnersFiles = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
/** GitHub ignores a larger one. */
const maxOwnersBytes = 3_000_000;

const queueField = "mergeQueueEntry { headCommit { oid } }";
const documentWith = (queue: string): string => `query Review($id: ID!, $number: Int!) {
  node(id: $id) { ... on Repository {
    ${codeOwnersFiles.map((path, at) => `owners${at}: object(expression: "HEAD:${path}") { ... on Blob { text } }`).join(" ")}
    pullRequest(number: $number) { reviewDecision ${queue}
      reviewThreads(first: 100) { pageInfo { hasNextPage } nodes { isResolved } } } } }
}`;

const blobShape = z.object({ text: z.string().nullish() }).nullish().catch(undefined);
const shape = z.object({
  node: z.object({
    owners0: blobShape,
    owners1: blobShape,
    owners2: blobShape,
    pullRequest: z.object({
      reviewDecision: z.string().nullish(),
      mergeQueueEntry: z
        .object({ headCommit: z.object({ oid: z.string() }).nullable() })
        .nullish()
        .catch(undefined),
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean() }),
        nodes: z.array(z.object({ isResolved: z.boolean() })),
      }),
    }),
  }),
});

const decisions: ReadonlyMap<string, ReviewDecision> = new Map([
  ["APPROVED", "approved"],
  ["CHANGES_REQUESTED", "changes requested"],
  ["REVIEW_REQUIRED", "review required"],
]);

export interface ReviewEvidence {
  /** Undefined if GitHub does not say, or not completely: zero is reported only if nothing is open. */
  readonly unresolvedThreads: number | undefined;
  /** Undefined if no rule requires reviews, or GitHub does not say. */
  readonly reviewDecision: ReviewDecision | undefined;
  /** The commit that a merge queue tests. */
  readonly queuedSha: string | undefined;
  /** The text of CODEOWNERS. */
  readonly codeOwners: string | undefined;
}

const emptyReceipt: ReviewEvidence = {
  ...{ unresolvedThreads: undefined, reviewDecision: undefined },
  ...{ queuedSha: undefined, codeOwners: undefined },
};

/** Asks hosts without a merge queue for the rest. */
export function createReadReview(
  client: Client,
): (repository: RepositoryLocation, number: number) => Promise<ReviewEvidence> {
  let queue = queueField;
  return async ({ installationId, id }, number) => {
    const ask = () => client.query(installationId, documentWith(queue), { id, number });
    const { data } = await ask().catch((thrown: unknown) => {
      if (queue === "" || !isAboutQueue(thrown)) throw thrown;
      queue = "";
      return ask();
    });
    const answer = shape.safeParse(data);
    if (!answer.success) return emptyReceipt;
    const { owners0, owners1, owners2, pullRequest } = answer.data.node;
    const { nodes, pageInfo } = pullRequest.reviewThreads;
    const open = nodes.filter(({ isResolved }) => !isResolved).length;
    return {
      unresolvedThreads: open === 0 && pageInfo.hasNextPage ? undefined : open,
      reviewDecision: decisions.get(pullRequest.reviewDecision ?? ""),
      queuedSha: pullRequest.mergeQueueEntry?.headCommit?.oid,
      codeOwners: (owners0?.text ?? owners1?.text ?? owners2?.text)?.slice(0, maxOwnersBytes),
    };
  };
}

function isAboutQueue(thrown: unknown): boolean {
  return thrown instanceof RequestFailed && /'mergeQueueEntry' doesn't exist/.test(thrown.failure.message);
}
