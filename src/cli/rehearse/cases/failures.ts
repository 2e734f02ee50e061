/** How GitHub refuses. */
import type { RehearsalCase } from "../rehearsal-case.ts";

export const failureCases: readonly RehearsalCase[] = [
  {
    id: "failures.unknown-field",
    question: "How is a document refused that asks for a field which is not there?",
    creations: 0,
    observe: async (side) =>
      side.describeRefusal(await side.options.app.graphql("{ viewer { login notThere } }")),
  },
  {
    id: "failures.unknown-node",
    question: "How is a node refused that is not there?",
    creations: 0,
    observe: async (side) =>
      side.describeRefusal(
        await side.options.app.graphql("query ($id: ID!) { node(id: $id) { id } }", {
          id: "I_kwDOAAAAAM4AAAAA",
        }),
      ),
  },
  {
    id: "failures.unknown-issue",
    question: "How is an issue refused that is not there?",
    creations: 0,
    observe: async (side) =>
      side.describeRefusal(
        await side.options.app.rest("GET /repos/{owner}/{repo}/issues/{issue_number}", {
          ...side.place,
          issue_number: 999_999_999,
        }),
      ),
  },
  {
    id: "failures.contents",
    question: "How is a write refused for which the App has no permission?",
    creations: 0,
    observe: async (side) =>
      side.describeRefusal(
        // Without a field, it would change nothing even if it was allowed.
        await side.options.app.rest("PATCH /repos/{owner}/{repo}", side.place),
      ),
  },
  {
    id: "failures.points",
    question: "What does one page of a hundred issues with their dependencies cost?",
    creations: 0,
    observe: async (side) => {
      const query = `query ($owner: String!, $repo: String!) { rateLimit { cost nodeCount } repository(owner: $owner, name: $repo) {
        issues(first: 100) { nodes { blockedBy(first: 100) { nodes { id } } comments(last: 10) { nodes { id } } } } } }`;
      const { data } = await side.options.app.graphql(query, side.place);
      return { cost: data?.rateLimit?.cost ?? null, nodeCount: data?.rateLimit?.nodeCount ?? null };
    },
  },
];
