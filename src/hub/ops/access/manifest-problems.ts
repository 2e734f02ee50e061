/**
 * Why GitHub refuses a manifest, in its words: as a whole, so that no App is made. It publishes neither the rules nor the
 * words; both are those that registrations which failed report (for example
 * https://github.com/cyrusagents/cyrus/issues/1406 and https://github.com/WeblateOrg/weblate/issues/20301).
 */
import type { Release } from "../../release.ts";
import { documentedInputs } from "../../rest/documented.ts";
import { eventsOn } from "../../webhooks/subscribable.ts";

export interface AskedOfGitHub {
  readonly default_permissions: Readonly<Record<string, string>>;
  readonly default_events: readonly string[];
}

/** A permission that a manifest names otherwise than the API. */
const apiNameOnly = "email_addresses";
const manifestNameOnly = "emails";

const tokenLine = "POST /app/installations/{installation_id}/access_tokens |";
const knownPermissions: ReadonlySet<string> = new Set([
  ...[...(lineOf(tokenLine) ?? "").matchAll(/ permissions\.(\w+)/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== apiNameOnly),
  manifestNameOnly,
]);

/** @returns empty if GitHub accepts it */
export function manifestProblems(
  { default_permissions, default_events }: AskedOfGitHub,
  release: Release,
): readonly string[] {
  const known = eventsOn(release);
  const asked = Object.keys(default_permissions);
  const isUnknown = asked.some((name) => !knownPermissions.has(name));
  const unsupported = default_events.filter((event) => !known.has(event));
  const unbacked = default_events.filter(
    (event) => !known.get(event)?.permissions.some((name) => asked.includes(name)),
  );
  return [
    ...(isUnknown ? ["Default permission records resource is not included in the list"] : []),
    ...(unsupported.length > 0 ? [`Default events unsupported: ${sentenceOf(unsupported)}`] : []),
    ...(unbacked.length > 0
      ? [`Default events are not supported by permissions: ${sentenceOf(unbacked)}`]
      : []),
  ];
}

function lineOf(start: string): string | undefined {
  return documentedInputs.split("\n").find((line) => line.startsWith(start));
}

/** "a", "a and b", "a, b, and c". */
function sentenceOf(names: readonly string[]): string {
  if (names.length <= 2) return names.join(" and ");
  return `${names.slice(0, -1).join(", ")}, and ${names.at(-1)}`;
}
