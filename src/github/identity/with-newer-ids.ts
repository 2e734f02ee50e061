/** Lets only node ids of GitHub's newer format in: from REST answers and from our own markers. */
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { InstallationId, IssueSeen } from "../../engine/model/fact.ts";
import type { Client, RestResponse } from "../transport/client.ts";
import type { Identity } from "../transport/octokits.ts";
import type { NewerIds } from "./newer-ids.ts";
import { findOlderIds } from "./older-ids.ts";

/** GitHub documents its header for GraphQL alone, so a REST answer may have either format. */
export function clientWithNewerIds(client: Client, ids: NewerIds): Client {
  const renew = async <T>(as: Identity, answer: RestResponse<T>): Promise<RestResponse<T>> => {
    if (answer.type === "unchanged" || typeof as !== "number") return answer;
    return { ...answer, data: await ids.renew(as, answer.data, "answer") };
  };
  return {
    ...client,
    get: async (as, route, parameters, shape) => renew(as, await client.get(as, route, parameters, shape)),
    getIfChanged: async (as, request) => renew(as, await client.getIfChanged(as, request)),
  };
}

/** A marker of ours may have been written before we asked for the newer format. */
export function trackerWithNewerIds(tracker: Tracker, ids: NewerIds): Tracker {
  return {
    ...tracker,
    readIssues: async (as, requests) => {
      const facts = await tracker.readIssues(as, requests);
      const issues = facts.flatMap((fact) => (fact.type === "IssueSeen" ? fact.issue : []));
      await learnMarkerIds(issues, as, ids);
      return facts.map((fact) =>
        fact.type === "IssueSeen" ? { ...fact, issue: withRenamedMarkers(fact.issue, ids) } : fact,
      );
    },
    issuePage: async (repository, after) => {
      const page = await tracker.issuePage(repository, after);
      if (page === undefined) return undefined;
      const issues = page.facts.map(({ issue }) => issue);
      await learnMarkerIds(issues, repository.installationId, ids);
      return {
        ...page,
        facts: page.facts.map((fact) => ({ ...fact, issue: withRenamedMarkers(fact.issue, ids) })),
      };
    },
  };
}

function listMarkers({ own, opened }: IssueSeen) {
  return { ours: own.map(({ key, persisted }) => ({ key, persisted })), opened };
}

/** All at once, so that GitHub is asked once. Throws `RequestFailed` if it can be asked only later. */
async function learnMarkerIds(
  issues: readonly IssueSeen[],
  as: InstallationId,
  ids: NewerIds,
): Promise<void> {
  const named = findOlderIds(issues.map(listMarkers), "marker");
  if (named.size > 0) await ids.learn(as, [...named]);
}

function withRenamedMarkers(issue: IssueSeen, ids: NewerIds): IssueSeen {
  const { ours, opened } = ids.rename(listMarkers(issue), "marker");
  const own = issue.own.map((comment, i) => ({ ...comment, ...ours[i] }));
  return { ...issue, own, ...(opened === undefined ? {} : { opened }) };
}
