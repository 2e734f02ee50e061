/**
 * Makes events.json and src/hub/webhooks/documented-events.ts: the events that an App may subscribe to, the permissions of
 * which one is needed, and the first enterprise host that has it. GitHub says it in a sentence of each event's summary: "To
 * subscribe to this event, a GitHub App must have at least read-level access for the "Members" organization permission."
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dated, eventOf, isForApps } from "./cuts.ts";
import { type Json, type JsonObject, objectAt } from "./json.ts";
import { permissionNames, unnamedPermissions } from "./kept.ts";
import { description, type Origin, type Published } from "./published.ts";

/** An event that an App may subscribe to. */
interface Subscribable {
  /** One of them is enough, with read access. */
  readonly permissions: readonly string[];
  /** The enterprise hosts that have the event, such as `3.19`. */
  readonly enterprise: readonly string[];
}

export interface EventsCut {
  readonly json: string;
  readonly module: string;
}

export function eventsCut(webhooks: Published, rest: Published, cutOn: string): EventsCut {
  const known = permissionsOf(description(rest, "api.github.com"));
  const today = description(webhooks, "api.github.com");
  const hosts = enterpriseVersions(webhooks);
  const onHosts = new Map(hosts.map((host) => [host, eventsIn(description(webhooks, `ghes-${host}`))]));
  const events = Object.entries(objectAt(today, "webhooks")).flatMap(([, webhook]) => {
    const event = eventOf(webhook);
    const permissions = isForApps(webhook) ? permissionsIn(webhook, known) : [];
    const enterprise = hosts.filter((host) => onHosts.get(host)?.has(event) === true);
    return permissions.length === 0 ? [] : [[event, { permissions, enterprise }] as const];
  });
  const sorted = [...new Map(events)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = { enterpriseVersions: hosts, permissions: [...known], events: Object.fromEntries(sorted) };
  return { json: dated(webhooks, cutOn, content), module: eventsModule(webhooks, hosts, sorted) };
}

function enterpriseVersions({ folder }: Published): readonly string[] {
  return readdirSync(join(folder, "generated"))
    .flatMap((name) => /^ghes-(3\.\d+)\.json$/.exec(name)?.[1] ?? [])
    .toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
}

const eventsIn = (whole: JsonObject): ReadonlySet<string> =>
  new Set(Object.values(objectAt(whole, "webhooks")).map(eventOf));

/** The permissions of an App, as the API names them. */
function permissionsOf(rest: JsonObject): ReadonlySet<string> {
  return new Set(
    Object.keys(objectAt(rest, "components", "schemas", "app-permissions", "properties")).toSorted(),
  );
}

/** None for an event that every App gets unasked. */
function permissionsIn(webhook: Json, known: ReadonlySet<string>): readonly string[] {
  const summary = String(objectAt(webhook, "post").summary ?? "");
  const [, words = "", scope = ""] =
    /(?:subscribe to|install) this event.{1,60}?at least read-level access for the (".{1,80}?) ?((?:repository|organization|app| or )*) ?permissions?\b/.exec(
      summary,
    ) ?? [];
  const titles = [...words.matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? "");
  const scopes = scope.includes("organization")
    ? scope.includes("repository")
      ? ["", "organization_"]
      : ["organization_"]
    : [""];
  const names = titles.map((title) => title.toLowerCase().replaceAll(" ", "_"));
  return names
    .filter((name) => !unnamedPermissions.has(name))
    .flatMap((name) => scopes.map((prefix) => permissionNamed(`${prefix}${name}`, known)));
}

function permissionNamed(title: string, known: ReadonlySet<string>): string {
  const name = permissionNames.get(title) ?? title;
  if (!known.has(name)) throw new Error(`No permission of GitHub's is ${name}: name it in kept.ts.`);
  return name;
}

function eventsModule(
  { from }: Origin,
  hosts: readonly string[],
  events: readonly (readonly [string, Subscribable])[],
): string {
  const lines = events.map(([event, { permissions, enterprise }]) => {
    const [first] = enterprise;
    const since = first === hosts[0] ? "" : (first ?? "never");
    return `${event} | ${permissions.join(" ")} | ${since}`.trimEnd();
  });
  return `/**
 * The events that GitHub lets an App subscribe to: the permissions of which it needs one, and the first enterprise host that
 * has the event, if not each since ${hosts[0]}. Made by \`npm run github-facts\` from ${from}
 * (MIT); never edited by hand.
 */
export const documentedEvents = \`
${lines.join("\n")}
\`;
`;
}
