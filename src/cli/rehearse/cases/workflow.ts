/** What a workflow's own token is and may, which only a run on GitHub's machines shows. */
import { setTimeout as delay } from "node:timers/promises";
import { NotAsked } from "../not-asked.ts";
import { commitFile, openBranch } from "../proposals.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { Side } from "../side.ts";

const pollMs = 5_000;
const waitMs = 300_000;
const query = "{ viewer { __typename login } rateLimit { limit } }";

/** It runs on a push to the branch that has it, answers in a comment, and does nothing else. */
const workflowAnswering = (issue: number): string => `name: signalbox rehearsal
on: push
permissions:
  issues: write
jobs:
  answer:
    runs-on: ubuntu-latest
    steps:
      - env:
          GH_TOKEN: \${{ github.token }}
        run: |
          gh api graphql -f query='${query}' > answer.json
          gh api "repos/$GITHUB_REPOSITORY/issues/${issue}/comments" -f body="$(cat answer.json)"
`;

export const workflowCases: readonly RehearsalCase[] = [
  {
    id: "workflow.token",
    question: "Who is a workflow's token, how many points has it, and who wrote its comment?",
    creations: 4,
    assumed: { viewer: "github-actions[bot]", limit: 1_000, author: "github-actions", authorType: "Bot" },
    observe: async (side) => {
      const issue = await side.openIssue("is answered by a workflow");
      const branch = await openBranch(side);
      side.leftovers.add("A run of the rehearsal's workflow", () => deleteRuns(side, branch.name));
      const path = ".github/workflows/signalbox-rehearsal.yml";
      await commitFile(side, branch.name, path, workflowAnswering(issue.number));
      const comment = await commentOn(side, issue.nodeId);
      const { data } = JSON.parse(comment.body);
      return {
        viewer: knownName(data.viewer.login),
        limit: data.rateLimit?.limit ?? null,
        author: knownName(comment.author?.login),
        authorType: comment.author?.__typename ?? null,
      };
    },
  },
];

/** A person may comment meanwhile, whose name is no finding. */
function knownName(login: string | undefined): string {
  return login !== undefined && /^github-actions(?:\[bot\])?$/.test(login) ? login : "another";
}

interface ShownComment {
  readonly body: string;
  readonly author: { readonly login: string; readonly __typename: string } | null;
}

async function commentOn(side: Side, id: string): Promise<ShownComment> {
  const document =
    "query ($id: ID!) { node(id: $id) { ... on Issue { comments(first: 1) { nodes { body author { __typename login } } } } } }";
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    const { data } = await side.options.app.graphql(document, { id });
    const comment = data?.node?.comments?.nodes?.[0];
    if (comment !== undefined) return comment;
    await delay(pollMs);
  }
  throw new NotAsked("No run answered within five minutes: are Actions allowed in this repository?");
}

async function deleteRuns(side: Side, branch: string): Promise<string | undefined> {
  const { person } = side.options;
  const { body } = await person.rest("GET /repos/{owner}/{repo}/actions/runs", { ...side.place, branch });
  const left: string[] = [];
  for (const { id } of body?.workflow_runs ?? []) {
    const reason = await side.tryDelete("DELETE /repos/{owner}/{repo}/actions/runs/{run_id}", { run_id: id });
    if (reason !== undefined) left.push(reason);
  }
  return left[0];
}
