/** The events that an App may subscribe to, as GitHub documents them. */
import { type EnterpriseVersion, readEnterpriseVersion } from "../../base/enterprise-version.ts";
import { isSince, type Release } from "../release.ts";
import { documentedEvents } from "./documented-events.ts";

export interface SubscribableEvent {
  /** Read access to one of them is needed. */
  readonly permissions: readonly string[];
  /** The first enterprise host that has it; undefined if none has. */
  readonly since: EnterpriseVersion | undefined;
}

/** What the oldest host has that GitHub's descriptions are kept of. */
const oldest = "3.14";

/** By name. Others are unknown, or reach every App unasked. */
const subscribableEvents: ReadonlyMap<string, SubscribableEvent> = new Map(
  documentedEvents
    .trim()
    .split("\n")
    .map((line) => {
      const [event = "", permissions = "", since = ""] = line.split("|").map((part) => part.trim());
      return [event, { permissions: permissions.split(" "), since: readEnterpriseVersion(since || oldest) }];
    }),
);

/** Those that a release has. */
export function eventsOn(release: Release): ReadonlyMap<string, SubscribableEvent> {
  return new Map([...subscribableEvents].filter(([, { since }]) => isOn(release, since)));
}

/** Hosts older than our descriptions are taken to have what the oldest of those has. */
function isOn(release: Release, since: EnterpriseVersion | undefined): boolean {
  return since === oldest || isSince(release, since);
}
