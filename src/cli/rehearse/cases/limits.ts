/** How a spent quota looks, which costs the quota. */
import { quotaPauseUntil } from "../../../github/transport/told-to-wait.ts";
import { NotAsked } from "../not-asked.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";

/** About a hundred points each: no installation has more than 15,000 an hour. */
const dearQuery = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 10) { totalCount } } } } } } }`;
const mostRequests = 200;

export const limitCases: readonly RehearsalCase[] = [
  {
    id: "limits.spent",
    question: "How is a GraphQL request refused once the points of the hour are spent?",
    creations: 0,
    isCostly: true,
    observe: async (side) => {
      side.options.enforceLimits?.();
      for (let request = 0; request < mostRequests; request++) {
        const { errors, headers } = await side.options.app.graphqlOnce(dearQuery, side.place);
        const [error] = errors;
        if (error === undefined) continue;
        return {
          isUnderstood: quotaPauseUntil({ errors, headers }, { now: 0, strikes: 0 }) !== undefined,
          type: error.type,
          hasReset: headers["x-ratelimit-reset"] !== undefined,
          remaining: String(headers["x-ratelimit-remaining"] ?? "not said"),
          hasRetryAfter: headers["retry-after"] !== undefined,
        };
      }
      throw new NotAsked(`${mostRequests} requests of about a hundred points each spent no quota.`);
    },
  },
];
