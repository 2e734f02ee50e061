/**
 * Tells whether the person who merged a pull request had seen what they merged. Auto-merge merges in the name
 * of the person who enabled it, including what other users with write access pushed since; GitHub disables it
 * only for a push by a user without write access.
 */
import { z } from "zod";
import type { HowMerged, Merge } from "../../dispatcher/ports/settings-history.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { readMoves, undefinedIfUnavailable } from "./branch-moves.ts";

const newestPulls = 30;
const newestEvents = 30;
const ofCommit = 10;
const movesRead = 100;

const switchesOn = ["AutoMergeEnabledEvent", "AutoSquashEnabledEvent", "AutoRebaseEnabledEvent"];
/**
 * Events after which the merge is not only that person's: another base, or a queue that merges other pull
 * requests with it.
 */
const takesAway = ["BaseRefChangedEvent", "AutomaticBaseChangeSucceededEvent", "AddedToMergeQueueEvent"];

export const howMergedQuery = `query HowMerged($id: ID!, $commit: String!) {
  node(id: $id) {
    ... on Repository {
      pullRequests(states: MERGED, first: ${newestPulls}, orderBy: {field: UPDATED_AT, direction: DESC}) {
        nodes { ...Merge }
      }
      commit: object(expression: $commit) {
        ... on Commit { associatedPullRequests(first: ${ofCommit}) { totalCount nodes { ...Merge } } }
      }
    }
  }
}
fragment Merge on PullRequest {
  mergeCommit { oid }
  headRefOid
  headRefName
  isCrossRepository
  timelineItems(last: ${newestEvents}, itemTypes: [AUTO_MERGE_ENABLED_EVENT, AUTO_SQUASH_ENABLED_EVENT,
    AUTO_REBASE_ENABLED_EVENT, AUTO_MERGE_DISABLED_EVENT, BASE_REF_CHANGED_EVENT,
    AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT, ADDED_TO_MERGE_QUEUE_EVENT]) {
    nodes {
      __typename
      ... on AutoMergeEnabledEvent { createdAt }
      ... on AutoSquashEnabledEvent { createdAt }
      ... on AutoRebaseEnabledEvent { createdAt }
    }
  }
}`;

const pullShape = z.object({
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  headRefOid: z.string(),
  headRefName: z.string(),
  isCrossRepository: z.boolean(),
  timelineItems: z.object({
    nodes: z.array(z.object({ __typename: z.string(), createdAt: z.iso.datetime().optional() })),
  }),
});
type Pull = z.infer<typeof pullShape>;
const pullsShape = z.object({ nodes: z.array(pullShape) });
const answerShape = z.object({
  node: z.object({
    pullRequests: pullsShape,
    commit: z
      .object({ associatedPullRequests: pullsShape.extend({ totalCount: z.number() }).optional() })
      .nullable(),
  }),
});

/** A change that GitHub does not report counts as unseen. */
export async function readMerge(
  client: Pick<Client, "query" | "get">,
  repository: RepositorySeen,
  merge: Merge,
): Promise<HowMerged> {
  const { id, installationId } = repository;
  const variables = { id, commit: merge.commit };
  const answer = await undefinedIfUnavailable(() => client.query(installationId, howMergedQuery, variables));
  const shown = answerShape.safeParse(answer?.data);
  if (!shown.success) return "unseen";
  const { pullRequests, commit } = shown.data.node;
  // The newest of all are also read: GitHub may list a commit's own pull requests some seconds late.
  const own = commit?.associatedPullRequests ?? { nodes: [], totalCount: 0 };
  if (own.totalCount > ofCommit) return "unseen";
  const pulls = [...pullRequests.nodes, ...own.nodes];
  const merged = pulls.filter(({ mergeCommit }) => mergeCommit?.oid === merge.commit);
  if (merged.length === 0) return "no merge";
  // Another pull request with the same commits ends with the same merge: each has to be seen.
  for (const pull of merged) if (!(await wasSeen(client, repository, pull, merge))) return "unseen";
  return "seen";
}

async function wasSeen(
  client: Pick<Client, "get">,
  repository: RepositorySeen,
  pull: Pull,
  merge: Merge,
): Promise<boolean> {
  const since = switchedOn(pull);
  if (since === undefined || since === "unclear") return since === undefined;
  return isUntouched(client, repository, { pull, since, merge });
}

/** Since when auto-merge was on; undefined if a person merged by hand. */
function switchedOn({ timelineItems: { nodes } }: Pull): number | "unclear" | undefined {
  if (nodes.some(({ __typename }) => __typename === "AddedToMergeQueueEvent")) return "unclear";
  const at = nodes.findLastIndex(
    ({ __typename }) => switchesOn.includes(__typename) || __typename === "AutoMergeDisabledEvent",
  );
  const last = nodes[at];
  if (last === undefined) return nodes.length < newestEvents ? undefined : "unclear";
  if (!switchesOn.includes(last.__typename)) return undefined;
  if (nodes.slice(at).some(({ __typename }) => takesAway.includes(__typename))) return "unclear";
  return last.createdAt === undefined ? "unclear" : Date.parse(last.createdAt);
}

interface Waited {
  readonly pull: Pull;
  readonly since: number;
  readonly merge: Merge;
}

/** Whether only the person who merged it pushed to its branch since then. A fork's branch shows no pushes. */
async function isUntouched(
  client: Pick<Client, "get">,
  repository: RepositorySeen,
  { pull, since, merge }: Waited,
): Promise<boolean> {
  if (pull.isCrossRepository || merge.by === undefined) return false;
  const page = await readMoves(client, {
    repository,
    branch: pull.headRefName,
    next: undefined,
    pageSize: movesRead,
  });
  const moves = (page?.moves ?? []).filter(({ at }) => at <= merge.at);
  if (moves[0]?.after !== pull.headRefOid) return false;
  // Times are whole seconds: a push within the same one may have come later.
  const first = moves.findIndex(({ at }) => at < since);
  return first >= 0 && moves.slice(0, first).every(({ by }) => by?.id === merge.by?.id);
}
