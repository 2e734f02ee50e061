/** When a read shows what was written, and which reads are free. */
import type { RehearsalCase } from "../rehearsal-case.ts";
import { at } from "./texts.ts";

/** As long as we wait before we take something for not written. */
const visibilityMs = 10_000;
const pollMs = 1_100;

export const readCases: readonly RehearsalCase[] = [
  {
    id: "reads.visible",
    question: "Does a read show a comment within ten seconds of its writing?",
    creations: 2,
    observe: async (side) => {
      const { app, person } = side.options;
      const issue = await side.openIssue("is read at once");
      const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
      await side.create(person, route, { ...at(side, issue), body: "written" });
      const query = "query ($id: ID!) { node(id: $id) { ... on Issue { comments { totalCount } } } }";
      for (let waited = 0; waited < visibilityMs; waited += pollMs) {
        const { data } = await app.graphql(query, { id: issue.nodeId });
        if (data?.node?.comments?.totalCount === 1) return { isSeen: true };
        await side.pause();
      }
      return { isSeen: false };
    },
  },
  {
    id: "reads.etag",
    question: "Is a list answered with 304 to the ETag that another token of the installation got?",
    creations: 0,
    observe: async (side) => {
      const { appItself, installationId, openAs } = side.options;
      const route = "POST /app/installations/{installation_id}/access_tokens";
      const renewed = async () => {
        const { body } = await appItself.rest(route, { installation_id: installationId });
        return openAs(String(body.token));
      };
      const labels = "GET /repos/{owner}/{repo}/labels";
      const { headers } = await (await renewed()).rest(labels, side.place);
      const again = { ...side.place, headers: { "if-none-match": headers.etag } };
      return {
        hasTag: headers.etag !== undefined,
        again: (await (await renewed()).rest(labels, again)).status,
      };
    },
  },
];
