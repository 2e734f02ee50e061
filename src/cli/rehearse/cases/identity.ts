/** Who the App is, and what GitHub calls it. */
import type { RehearsalCase } from "../rehearsal-case.ts";

export const identityCases: readonly RehearsalCase[] = [
  {
    id: "identity.bot-permission",
    question: "What is the permission of the App's own account in the repository?",
    creations: 0,
    observe: async ({ options: { app, botLogin }, place }) => {
      const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
      const { status, body } = await app.rest(route, { ...place, username: botLogin });
      return { status, permission: status === 200 ? String(body.permission) : "none" };
    },
  },
  {
    id: "identity.token",
    question: "How does an installation's token look, of the format that GitHub is changing to?",
    creations: 0,
    observe: async ({ options: { appItself, installationId } }) => {
      // https://github.blog/changelog/2026-05-15-github-app-installation-tokens-per-request-override-header/
      const headers = { "x-github-stateless-s2s-token": "enabled" };
      const route = "POST /app/installations/{installation_id}/access_tokens";
      const { body } = await appItself.rest(route, { installation_id: installationId, headers });
      const token = String(body.token);
      const isWithin = /^ghs_[\w.-]+$/.test(token);
      return {
        isLong: token.length > 100,
        dots: token.split(".").length - 1,
        hasOnlyKnownCharacters: isWithin,
      };
    },
  },
  {
    id: "identity.viewer",
    question: "What is the viewer of an installation's token, and its account in REST?",
    creations: 1,
    observe: async (side) => {
      const { app, botLogin } = side.options;
      const { data } = await app.graphql("{ viewer { __typename login } }");
      const issue = await side.openIssue("who opened this", { asApp: true });
      const { body } = await app.rest("GET /repos/{owner}/{repo}/issues/{issue_number}", {
        ...side.place,
        issue_number: issue.number,
      });
      const query = "query ($id: ID!) { node(id: $id) { ... on Issue { author { __typename login } } } }";
      const shown = await app.graphql(query, { id: issue.nodeId });
      const nameOf = (login: unknown) =>
        login === botLogin ? "slug[bot]" : `${login}[bot]` === botLogin ? "slug" : "another";
      return {
        viewer: nameOf(data?.viewer?.login),
        rest: nameOf(body.user?.login),
        restType: String(body.user?.type),
        graphql: nameOf(shown.data?.node?.author?.login),
        graphqlType: String(shown.data?.node?.author?.__typename),
      };
    },
  },
  {
    id: "identity.user-of-installation",
    question: "Is an installation's token refused where a user's is wanted?",
    creations: 0,
    observe: async (side) => side.describeRefusal(await side.options.app.rest("GET /user")),
  },
  {
    id: "identity.global-ids",
    question: "Does X-Github-Next-Global-ID change the id of a repository that was made today?",
    creations: 0,
    observe: async ({ options: { app }, place }) => {
      const query =
        "query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { id } }";
      const idWith = async (value: string): Promise<unknown> => {
        const headers = { "x-github-next-global-id": value };
        return (await app.graphql(query, { ...place, headers })).data?.repository?.id;
      };
      return { isSame: (await idWith("0")) === (await idWith("1")) };
    },
  },
];
