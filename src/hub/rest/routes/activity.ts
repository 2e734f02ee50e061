/** A repository's activity: who moved which branch, newest first. Its pages use cursors, not numbers. */
import { failure, type HttpResponse, json } from "../../http/response.ts";
import { needs } from "../../ops/access/access.ts";
import { presentActivity } from "../../present/activity.ts";
import { userByLogin } from "../../state/accounts/users.ts";
import { type Activity, activitiesOf, activityTypes } from "../../state/activities.ts";
import type { Repository } from "../../state/repositories.ts";
import { requestedPage, withAllowed } from "../reading.ts";
import { type RestRequest, type Route, route } from "../route.ts";

const known = ["ref", "actor", "activity_type", "time_period", "direction", "per_page", "before", "after"];
const dayMs = 86_400_000;
const periods: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

export const activityRoutes: readonly Route[] = [
  route("GET", "/repos/{owner}/{repo}/activity", (request) =>
    withAllowed(request, needs.readContents, (repository) => list(request, repository)),
  ),
];

/** An older host has no such route. */
export const olderActivityRoutes: readonly Route[] = [
  route("GET", "/repos/{owner}/{repo}/activity", () => failure(404, "Not Found")),
];

function list(request: RestRequest, repository: Repository): HttpResponse {
  const { query, viewing, core } = request;
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    return failure(501, `not implemented by the hub: the parameter ${unknown} of activity`);
  const wrong = wrongWord(query);
  if (wrong !== undefined) return failure(422, `Invalid value for ${wrong}.`);
  const actor = query.get("actor");
  const actorId = actor === null ? undefined : userByLogin(viewing.state, actor)?.id;
  if (actor !== null && actorId === undefined) return json(200, []);
  const before = numberIn(query.get("before"));
  const after = numberIn(query.get("after"));
  const days = periods[query.get("time_period") ?? ""];
  const { limit } = requestedPage(query);
  const found = activitiesOf(viewing.state, repository.id, {
    ref: wholeRef(query.get("ref")),
    actorId,
    type: activityTypes.find((type) => type === query.get("activity_type")),
    since: days === undefined ? "" : new Date(core.clock.now() - days * dayMs).toISOString(),
    direction: query.get("direction") === "asc" ? "asc" : "desc",
    before,
    after,
    limit: limit + 1,
  });
  const shown = before === undefined ? found.slice(0, limit) : found.slice(-limit);
  const body = shown.map((activity) => presentActivity(viewing, activity));
  return json(200, body, links(request, shown, { more: found.length > limit, before, after }));
}

/** GitHub also accepts the short name of a branch. */
function wholeRef(ref: string | null): string | undefined {
  if (ref === null) return undefined;
  return ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
}

/** The first parameter with an invalid value. */
function wrongWord(query: URLSearchParams): string | undefined {
  const words: Readonly<Record<string, readonly string[]>> = {
    activity_type: activityTypes,
    time_period: Object.keys(periods),
    direction: ["asc", "desc"],
  };
  return Object.entries(words).find(([name, allowed]) => {
    const value = query.get(name);
    return value !== null && !allowed.includes(value);
  })?.[0];
}

function numberIn(cursor: string | null): number | undefined {
  const text = Buffer.from(cursor ?? "", "base64url").toString();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

interface Place {
  readonly more: boolean;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function links(
  request: RestRequest,
  shown: readonly Activity[],
  { more, before, after }: Place,
): Record<string, string> {
  const first = shown[0];
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return {};
  const address = (name: "before" | "after", { id }: Activity): string => {
    const query = new URLSearchParams(request.query);
    query.delete("before");
    query.delete("after");
    query.set(name, Buffer.from(String(id)).toString("base64url"));
    return `<${request.viewing.site.api}${request.path}?${query}>`;
  };
  const hasPrevious = before === undefined ? after !== undefined : more;
  const hasNext = before === undefined ? more : true;
  const all = [
    ...(hasPrevious ? [`${address("before", first)}; rel="prev"`] : []),
    ...(hasNext ? [`${address("after", last)}; rel="next"`] : []),
  ];
  return all.length === 0 ? {} : { link: all.join(", ") };
}
