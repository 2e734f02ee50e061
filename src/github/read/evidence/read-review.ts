/**
 * Reads a pull request in one request, with what only GraphQL has: review threads and the review decision, its
 * place in a merge queue, and the default branch's CODEOWNERS. An older host refuses the whole request if it does
 * not know a field, so it is asked without.
 */
import { z } from "zod";
import { RequestFailed } from "../../../dispatcher/request-failed.ts";
import type { QueuePlace, ReviewDecision } from "../../../handover/evidence.ts";
import type { Client } from "../../transport/client.ts";
import type { RepositoryLocation } from "./check-runs.ts";
import { type PullShown, pullFields, pullShown } from "./pull-shown.ts";

/** GitHub uses the first of these that exists. */
const codeOwnersFiles = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
/** GitHub ignores a larger one. */
const maxOwnersBytes = 3_000_000;

const queueNames: ReadonlySet<string> = new Set(["isMergeQueueEnabled", "mergeQueueEntry"]);

/** Fields that a host may not know; empty for a host that has refused them. */
interface Optional {
  readonly queue: string;
  readonly pull: string;
}
export const queueField = `isMergeQueueEnabled
      mergeQueueEntry { position enqueuedAt headCommit { oid }
        mergeQueue { entries(first: 100) { nodes { position pullRequest { number } } } } }
      queueRemovals: timelineItems(last: 1, itemTypes: [REMOVED_FROM_MERGE_QUEUE_EVENT]) {
        nodes { ... on RemovedFromMergeQueueEvent { createdAt reason } } }`;
export const documentWith = ({ queue, pull }: Optional): string => `query Review($id: ID!, $number: Int!) {
  node(id: $id) { ... on Repository {
    ${codeOwnersFiles.map((path, at) => `owners${at}: object(expression: "HEAD:${path}") { ... on Blob { text } }`).join(" ")}
    pullRequest(number: $number) { reviewDecision ${queue} ${pull}
      reviewThreads(first: 100) { pageInfo { hasNextPage } nodes { isResolved } } } } }
}`;

const blobShape = z.object({ text: z.string().nullish() }).nullish().catch(undefined);
const entryShape = z
  .object({
    position: z.number(),
    enqueuedAt: z.iso.datetime(),
    headCommit: z.object({ oid: z.string() }).nullable(),
    mergeQueue: z
      .object({
        entries: z.object({
          nodes: z.array(
            z.object({
              position: z.number(),
              pullRequest: z.object({ number: z.number() }).nullable(),
            }),
          ),
        }),
      })
      .nullable(),
  })
  .nullish()
  .catch(undefined);
const removalsShape = z
  .object({ nodes: z.array(z.object({ createdAt: z.iso.datetime(), reason: z.string().nullable() })) })
  .nullish()
  .catch(undefined);
const pullInAnswer = z.object({ node: z.object({ pullRequest: z.unknown() }) });
const shape = z.object({
  node: z.object({
    owners0: blobShape,
    owners1: blobShape,
    owners2: blobShape,
    pullRequest: z.object({
      reviewDecision: z.string().nullish(),
      isMergeQueueEnabled: z.boolean().nullish().catch(undefined),
      mergeQueueEntry: entryShape,
      queueRemovals: removalsShape,
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
  /** Undefined if the base branch has no merge queue, or GitHub does not say. */
  readonly queue: QueuePlace | undefined;
  /** What a merge queue tests it as: the commit, if GitHub shows it yet, and the pull requests before and after it. */
  readonly queued:
    | {
        readonly headSha: string | undefined;
        readonly ahead: readonly number[];
        readonly behind: readonly number[];
      }
    | undefined;
  /** The text of CODEOWNERS. */
  readonly codeOwners: string | undefined;
}

export interface ReviewRead extends ReviewEvidence {
  /** Undefined if GitHub did not show all of it here. */
  readonly shown: PullShown | undefined;
}

const unseen: ReviewEvidence = {
  unresolvedThreads: undefined,
  reviewDecision: undefined,
  queue: undefined,
  queued: undefined,
  codeOwners: undefined,
};

export function createReadReview(
  client: Client,
): (repository: RepositoryLocation, number: number) => Promise<ReviewRead> {
  let optional: Optional = { queue: queueField, pull: pullFields };
  const ask = async (installationId: number, variables: { readonly id: string; readonly number: number }) => {
    for (;;) {
      try {
        return await client.query(installationId, documentWith(optional), variables);
      } catch (thrown) {
        const fewer = withoutUnknown(optional, thrown);
        if (fewer === undefined) throw thrown;
        optional = fewer;
      }
    }
  };
  return async ({ installationId, id }, number) => {
    const { data } = await ask(installationId, { id, number });
    const answer = pullInAnswer.safeParse(data);
    return { ...reviewIn(data), shown: pullShown(answer.data?.node.pullRequest) };
  };
}

function reviewIn(data: unknown): ReviewEvidence {
  const answer = shape.safeParse(data);
  if (!answer.success) return unseen;
  const { owners0, owners1, owners2, pullRequest } = answer.data.node;
  const { nodes, pageInfo } = pullRequest.reviewThreads;
  const open = nodes.filter(({ isResolved }) => !isResolved).length;
  return {
    unresolvedThreads: open === 0 && pageInfo.hasNextPage ? undefined : open,
    reviewDecision: decisions.get(pullRequest.reviewDecision ?? ""),
    queue: queuePlace(pullRequest),
    queued: queuedAs(pullRequest),
    codeOwners: (owners0?.text ?? owners1?.text ?? owners2?.text)?.slice(0, maxOwnersBytes),
  };
}

type QueueAnswer = Pick<
  z.infer<typeof shape>["node"]["pullRequest"],
  "isMergeQueueEnabled" | "mergeQueueEntry" | "queueRemovals"
>;

function queuePlace({
  isMergeQueueEnabled,
  mergeQueueEntry,
  queueRemovals,
}: QueueAnswer): QueuePlace | undefined {
  const isIn = mergeQueueEntry != null;
  if (isMergeQueueEnabled !== true && !isIn) return undefined;
  const last = queueRemovals?.nodes.at(-1);
  const removal = last && { at: Date.parse(last.createdAt), reason: last.reason ?? "" };
  const since = mergeQueueEntry == null ? {} : { since: Date.parse(mergeQueueEntry.enqueuedAt) };
  return { isIn, ...since, ...(removal === undefined ? {} : { removal }) };
}

function queuedAs({ mergeQueueEntry: entry }: QueueAnswer): ReviewEvidence["queued"] {
  if (entry == null) return undefined;
  const entries = entry.mergeQueue?.entries.nodes ?? [];
  const numbersOf = (isWanted: (position: number) => boolean): readonly number[] =>
    entries.flatMap(({ position, pullRequest }) =>
      pullRequest !== null && isWanted(position) ? pullRequest.number : [],
    );
  return {
    headSha: entry.headCommit?.oid,
    ahead: numbersOf((position) => position < entry.position),
    behind: numbersOf((position) => position > entry.position),
  };
}

/** Undefined if the refusal was about something else. */
function withoutUnknown(optional: Optional, thrown: unknown): Optional | undefined {
  if (!(thrown instanceof RequestFailed)) return undefined;
  const field = /Field '(\w{1,50})' doesn't exist/.exec(thrown.failure.message)?.[1];
  if (field === undefined) return undefined;
  if (queueNames.has(field)) return optional.queue === "" ? undefined : { ...optional, queue: "" };
  return optional.pull === "" ? undefined : { ...optional, pull: "" };
}
