/** "Blocked by" dependencies: what GitHub refuses, what it touches, and what it delivers. */
import type { Observation } from "../observation.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { GraphqlAnswer } from "../requester.ts";
import type { CreatedIssue, Side } from "../side.ts";

const addMutation =
  "mutation ($id: ID!, $other: ID!) { addBlockedBy(input: { issueId: $id, blockingIssueId: $other }) { issue { number } } }";
const removeMutation =
  "mutation ($id: ID!, $other: ID!) { removeBlockedBy(input: { issueId: $id, blockingIssueId: $other }) { issue { number } } }";
const timesQuery = "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Issue { updatedAt } } }";

/** More than GitHub's documentation allows. */
const pastLimit = 51;

export const edgeCases: readonly RehearsalCase[] = [
  {
    id: "edges.again",
    question: "What says GitHub to a dependency that is there already?",
    creations: 4,
    observe: async (side) => {
      const [blocked, blocker] = await two(side);
      const first = await add(side, blocked, blocker);
      const again = await add(side, blocked, blocker);
      return { first: side.describeRefusal(first), again: side.describeRefusal(again) };
    },
  },
  {
    id: "edges.self",
    question: "May an issue block itself?",
    creations: 2,
    observe: async (side) => {
      const issue = await side.openIssue("blocks itself");
      return side.describeRefusal(await add(side, issue, issue));
    },
  },
  {
    id: "edges.cycle",
    question: "May two issues block each other?",
    creations: 4,
    observe: async (side) => {
      const [one, other] = await two(side);
      await add(side, one, other);
      return side.describeRefusal(await add(side, other, one));
    },
  },
  {
    id: "edges.limit",
    question: "Is the 51st dependency of an issue refused?",
    creations: 2 * pastLimit + 1,
    observe: async (side) => {
      const blocked = await side.openIssue("has many blockers");
      let answer: GraphqlAnswer | undefined;
      for (let count = 1; count <= pastLimit; count++) {
        const blocker = await side.openIssue(`blocker ${count}`);
        answer = await add(side, blocked, blocker);
        if (answer.errors.length > 0) return { refusedAt: count, ...side.describeRefusal(answer) };
      }
      return { refusedAt: null };
    },
  },
  {
    id: "edges.updated-at",
    question: "Does a new dependency change `updatedAt` of its ends?",
    creations: 3,
    observe: async (side) => {
      const [blocked, blocker] = await two(side);
      const before = await times(side, [blocked, blocker]);
      await side.pause();
      await add(side, blocked, blocker);
      const after = await times(side, [blocked, blocker]);
      return { blocked: before[0] !== after[0], blocker: before[1] !== after[1] };
    },
  },
  {
    id: "edges.deliveries",
    question: "What is delivered about one dependency within a repository, and with which ends?",
    creations: 3,
    observe: async (side) => {
      const [blocked, blocker] = await two(side);
      const last = await side.lastDelivery();
      await add(side, blocked, blocker);
      const isAbout = ({ name }: { readonly name: string }) => name.startsWith("issue_dependencies.");
      const seen = await side.deliveriesSince(last, (news) => news.filter(isAbout).length >= 2);
      return seen.filter(isAbout).map(({ name, payload }): Observation => {
        const ends = ["blocked_issue", "blocked_issue_repo", "blocking_issue", "blocking_issue_repo"];
        return { name, ends: ends.filter((end) => payload[end] != null) };
      });
    },
  },
  {
    id: "edges.remove-missing",
    question: "What says GitHub to the removal of a dependency that is not there?",
    creations: 3,
    observe: async (side) => {
      const [blocked, blocker] = await two(side);
      const removed = await side.mutate(side.options.app, removeMutation, {
        id: blocked.nodeId,
        other: blocker.nodeId,
      });
      return side.describeRefusal(removed);
    },
  },
];

async function two(side: Side): Promise<readonly [CreatedIssue, CreatedIssue]> {
  return [await side.openIssue("is blocked"), await side.openIssue("blocks")];
}

function add(side: Side, blocked: CreatedIssue, blocker: CreatedIssue): Promise<GraphqlAnswer> {
  return side.mutate(side.options.app, addMutation, { id: blocked.nodeId, other: blocker.nodeId });
}

async function times(side: Side, issues: readonly CreatedIssue[]): Promise<readonly string[]> {
  const { data } = await side.options.app.graphql(timesQuery, { ids: issues.map(({ nodeId }) => nodeId) });
  return data.nodes.map(({ updatedAt }: { readonly updatedAt: string }) => updatedAt);
}
