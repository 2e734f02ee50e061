/** Issues that go: deleted, moved to another repository, or turned into a discussion. */
import { isSameNode } from "../../../base/node-id.ts";
import { NotAsked } from "../not-asked.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { CreatedIssue, Side } from "../side.ts";
import { at } from "./texts.ts";

const oneNode = "query ($id: ID!) { node(id: $id) { ... on Issue { number repository { nameWithOwner } } } }";
const oneIssue = "GET /repos/{owner}/{repo}/issues/{issue_number}";

export const moveCases: readonly RehearsalCase[] = [
  {
    id: "moves.deleted",
    question: "What is delivered about a deleted issue, and what is answered about it afterwards?",
    creations: 1,
    observe: async (side) => {
      const issue = await side.openIssue("is deleted");
      const last = await side.lastDelivery();
      const mutation = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
      await side.options.person.graphql(mutation, { id: issue.nodeId });
      return { delivered: await namesSince(side, last, ["issues.deleted"]), ...(await lookUp(side, issue)) };
    },
  },
  {
    id: "moves.transferred",
    question: "What is delivered about an issue that moves to another repository, and where is it then?",
    creations: 2,
    observe: async (side) => {
      const { second, person } = side.options;
      if (second === undefined)
        throw new NotAsked("It needs another empty repository of the same owner: --second owner/name.");
      const issue = await side.openIssue("moves");
      const { body: target } = await person.rest("GET /repos/{owner}/{repo}", { ...second });
      const last = await side.lastDelivery();
      const mutation = `mutation ($id: ID!, $to: ID!) { transferIssue(input: { issueId: $id, repositoryId: $to }) {
        issue { id number } } }`;
      const { data, errors } = await side.mutate(person, mutation, { id: issue.nodeId, to: target.node_id });
      if (errors.length > 0) throw new NotAsked(`GitHub refused to move it: ${errors[0]?.message}`);
      const moved = data.transferIssue.issue;
      side.expectIssue(moved.number, moved.id);
      return {
        delivered: await namesSince(side, last, ["issues.transferred", "issues.opened"]),
        isSameId: isSameNode(moved.id, issue.nodeId),
        ...(await lookUp(side, issue)),
      };
    },
  },
  {
    id: "moves.discussion",
    question: "What is delivered about an issue that becomes a discussion, and what is answered afterwards?",
    creations: 1,
    // The worse case: a sweep finds that it is gone.
    assumed: {
      delivered: [],
      node: { type: "NOT_FOUND", message: "Could not resolve to a node with the global id of '<id>'" },
      rest: { status: 410, message: "This issue was deleted" },
    },
    observe: async (side) => {
      const { waitForPerson, webUrl } = side.options;
      if (waitForPerson === undefined) throw new NotAsked("Nobody is at the terminal.");
      const issue = await side.openIssue("becomes a discussion");
      const last = await side.lastDelivery();
      const { owner, repo } = side.place;
      await waitForPerson(
        `Switch discussions on in the repository's settings, open ${webUrl}/${owner}/${repo}/issues/${issue.number} and press "Convert to discussion". Delete the discussion afterwards.`,
      );
      return { delivered: await namesSince(side, last, ["issues.deleted"]), ...(await lookUp(side, issue)) };
    },
  },
];

/** What was delivered about issues since, in alphabetical order: deliveries overtake each other. */
async function namesSince(side: Side, last: number, awaited: readonly string[]): Promise<readonly string[]> {
  const seen = await side.deliveriesSince(last, (news) =>
    awaited.every((each) => news.some(({ name }) => name === each)),
  );
  return seen
    .map(({ name }) => name)
    .filter((name) => name.startsWith("issues."))
    .toSorted();
}

/** What the App is told of it by its id and by its number. */
async function lookUp(side: Side, issue: CreatedIssue) {
  return {
    node: side.describeRefusal(await side.options.app.graphql(oneNode, { id: issue.nodeId })),
    rest: side.describeRefusal(await side.options.app.rest(oneIssue, at(side, issue))),
  };
}
