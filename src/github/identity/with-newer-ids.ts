/** Lets only node ids of GitHub's newer format in: from REST answers, from our own markers, and from deliveries. */
import type { Delivery } from "../../dispatcher/ports/inbox.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { InstallationId, IssueSeen } from "../../engine/model/fact.ts";
import type { Client, RestResponse } from "../transport/client.ts";
import type { Identity } from "../transport/octokits.ts";
import type { NewerIds } from "./newer-ids.ts";
import { olderIdsIn } from "./older-ids.ts";

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
    readIssues: async (as, requests) =>
      Promise.all(
        (await tracker.readIssues(as, requests)).map(async (fact) =>
          fact.type === "IssueSeen" ? { ...fact, issue: await renewMarkers(ids, as, fact.issue) } : fact,
        ),
      ),
    issuePage: async (repository, after) => {
      const page = await tracker.issuePage(repository, after);
      if (page === undefined) return undefined;
      const renew = (issue: IssueSeen) => renewMarkers(ids, repository.installationId, issue);
      const facts = page.facts.map(async (fact) => ({ ...fact, issue: await renew(fact.issue) }));
      return { ...page, facts: await Promise.all(facts) };
    },
  };
}

async function renewMarkers(ids: NewerIds, as: InstallationId, issue: IssueSeen): Promise<IssueSeen> {
  const ours = issue.own.map(({ key, persisted }) => ({ key, persisted }));
  const renewed = await ids.renew(as, { ours, opened: issue.opened }, "marker", issue);
  const own = issue.own.map((comment, i) => ({ ...comment, ...renewed.ours[i] }));
  return { ...issue, own, ...(renewed.opened === undefined ? {} : { opened: renewed.opened }) };
}

/** Learns what the deliveries name, so that they can be translated. Throws `RequestFailed` if GitHub can be asked only later. */
export async function learnIdsOf(deliveries: readonly Delivery[], ids: NewerIds): Promise<void> {
  const ofInstallation = Map.groupBy(deliveries, ({ installationId }) => installationId);
  for (const [as, some] of ofInstallation)
    if (as !== undefined) await ids.learn(as, [...new Set(some.flatMap(olderIdsOf))]);
}

/** A search for bytes first: most deliveries have none, and making each a string would take longer than all else here. */
function olderIdsOf({ payload }: Delivery): readonly string[] {
  if (!payload.includes('"MD')) return [];
  try {
    return [...olderIdsIn(JSON.parse(payload.toString()), "answer")];
  } catch {
    return [];
  }
}
