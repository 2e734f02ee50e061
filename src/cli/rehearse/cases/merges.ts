/** Merging as the App: what GitHub refuses, required checks, and merge queues. */
import { setTimeout as delay } from "node:timers/promises";
import { NotAsked } from "../not-asked.ts";
import {
  type Branch,
  merge,
  needPermission,
  openBranch,
  type Proposal,
  propose,
  protectBranch,
  reportCheck,
  requireCheck,
} from "../proposals.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { Side } from "../side.ts";

/** A branch of its own, and a pull request to it: a ref, and a ref, a commit and a pull request. */
const creationsOfOne = 5;
const queueRule = {
  type: "merge_queue",
  parameters: {
    check_response_timeout_minutes: 60,
    grouping_strategy: "ALLGREEN",
    max_entries_to_build: 5,
    max_entries_to_merge: 5,
    merge_method: "MERGE",
    min_entries_to_merge: 1,
    min_entries_to_merge_wait_minutes: 5,
  },
};
const enqueueMutation = `mutation ($id: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) { mergeQueueEntry { id } } }`;
const entryQuery = `query ($id: ID!) { node(id: $id) { ... on PullRequest {
  isMergeQueueEnabled isInMergeQueue mergeQueueEntry { position headCommit { oid } } } } }`;

export const mergeCases: readonly RehearsalCase[] = [
  {
    id: "merges.moved-head",
    question: "How is a merge refused whose head has moved?",
    creations: creationsOfOne,
    observe: async (side) => {
      const { base, pull } = await oneProposal(side);
      return side.describeRefusal(await merge(side, "app", pull, base.sha));
    },
  },
  {
    id: "merges.conflict",
    question: "How is a merge refused that has a conflict?",
    creations: 2 * creationsOfOne,
    observe: async (side) => {
      const { base, pull: first } = await oneProposal(side, "conflict.txt");
      const pull = await propose(side, base, { path: "conflict.txt", text: "otherwise\n" });
      await merge(side, "person", first);
      await stateOf(side, pull);
      return side.describeRefusal(await merge(side, "app", pull));
    },
  },
  {
    id: "merges.workflow-file",
    question: "How is a merge refused that adds a workflow file, without the permission `workflows`?",
    creations: creationsOfOne,
    observe: async (side) => {
      if (side.options.permissions.workflows !== undefined)
        throw new NotAsked("The App has the permission workflows, so nothing would be refused.");
      const path = ".github/workflows/rehearsal.yml";
      const text =
        "on: workflow_dispatch\njobs:\n  none:\n    runs-on: ubuntu-latest\n    steps:\n      - run: true\n";
      const base = await openBaseOfApp(side);
      return side.describeRefusal(await merge(side, "app", await propose(side, base, { path, text })));
    },
  },
  {
    id: "merges.required-neutral",
    question: "Does a required check of the App pass with the conclusion `neutral`?",
    creations: creationsOfOne + 2,
    observe: async (side) => {
      const { base, pull } = await oneProposal(side);
      await protectBranch(side, base, [requireCheck(side)]);
      const before = await stateOf(side, pull);
      await reportCheck(side, pull.sha, "neutral");
      return { before, after: await stateOf(side, pull, before) };
    },
  },
  {
    id: "merges.queue",
    question: "How is a merge past a queue refused, and what shows the queue's entry of what is tested?",
    creations: creationsOfOne + 4,
    observe: async (side) => {
      needPermission(side, "merge_queues");
      const { base, pull } = await oneProposal(side);
      await protectBranch(side, base, [queueRule, requireCheck(side)]);
      await reportCheck(side, pull.sha, "success");
      const past = side.describeRefusal(await merge(side, "app", pull));
      const last = await side.lastDelivery();
      const added = await side.mutate(side.options.app, enqueueMutation, { id: pull.nodeId, head: pull.sha });
      side.leftovers.add(`Pull request #${pull.number} in the merge queue`, () => dequeue(side, pull));
      const isAsked = ({ name }: { readonly name: string }) => name === "merge_group.checks_requested";
      const seen = await side.deliveriesSince(last, (news) => news.some(isAsked));
      const group = seen.find(isAsked)?.payload.merge_group;
      const { data } = await side.options.app.graphql(entryQuery, { id: pull.nodeId });
      const head = data?.node?.mergeQueueEntry?.headCommit?.oid;
      return {
        past,
        added: side.describeRefusal(added),
        isQueueEnabled: data?.node?.isMergeQueueEnabled ?? null,
        isQueued: data?.node?.isInMergeQueue ?? null,
        isGroupDelivered: group !== undefined,
        isBranchNamed: /^refs\/heads\/gh-readonly-queue\/.+\/pr-\d+-[0-9a-f]{40}$/.test(
          group?.head_ref ?? "",
        ),
        head: head === undefined ? "none" : head === group?.head_sha ? "the group's" : "another",
      };
    },
  },
];

async function dequeue(side: Side, { nodeId }: Proposal): Promise<string | undefined> {
  const mutation = "mutation ($id: ID!) { dequeuePullRequest(input: { id: $id }) { clientMutationId } }";
  const isQueued = "query ($id: ID!) { node(id: $id) { ... on PullRequest { isInMergeQueue } } }";
  const { data } = await side.options.person.graphql(isQueued, { id: nodeId });
  if (data?.node?.isInMergeQueue !== true) return undefined;
  const { errors } = await side.options.person.graphql(mutation, { id: nodeId });
  return errors[0]?.message;
}

/** A branch into which the App may merge. */
function openBaseOfApp(side: Side): Promise<Branch> {
  needPermission(side, "contents");
  needPermission(side, "pull_requests");
  return openBranch(side);
}

async function oneProposal(
  side: Side,
  path = "rehearsed.txt",
): Promise<{ readonly base: Branch; readonly pull: Proposal }> {
  const base = await openBaseOfApp(side);
  return { base, pull: await propose(side, base, { path }) };
}

const pollMs = 500;
const mostPolls = 20;

/** Whether it can be merged, which GitHub computes in the background. @param other waits for another state than this */
async function stateOf(side: Side, { nodeId }: Proposal, other?: string): Promise<string> {
  const query = "query ($id: ID!) { node(id: $id) { ... on PullRequest { mergeStateStatus } } }";
  for (let poll = 0; ; poll++) {
    const { data } = await side.options.app.graphql(query, { id: nodeId });
    const state = String(data?.node?.mergeStateStatus);
    if ((state !== "UNKNOWN" && state !== other) || poll === mostPolls) return state;
    await delay(pollMs);
  }
}
