/**
 * Exchanges the code that GitHub hands back for a registered App, and compares it with what was requested.
 * The manifest passes through a browser, where it can be altered, so what was granted may differ.
 */
import { Octokit } from "@octokit/rest";
import { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Manifest } from "./manifest.ts";

const shape = z.object({
  id: z.number().int(),
  slug: z.string().regex(/^[\w-]{1,100}$/),
  html_url: z.url({ protocol: /^https?$/ }),
  pem: z.string().includes("PRIVATE KEY"),
  webhook_secret: z.string().nullable(),
  client_id: z.string(),
  client_secret: z.string(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});
export type Registration = z.infer<typeof shape>;

/** Octokit would print refusals in addition to our own message. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Exchanges a code, which works once and is valid for an hour.
 * @throws UserError if GitHub does not accept the code
 */
export async function convertCode(baseUrl: string | undefined, code: string): Promise<Registration> {
  const octokit = new Octokit({ log: quiet, ...(baseUrl === undefined ? {} : { baseUrl }) });
  try {
    const { data } = await octokit.rest.apps.createFromManifest({
      code,
      request: { signal: AbortSignal.timeout(15_000) },
    });
    return shape.parse(data);
  } catch (thrown) {
    throw new UserError(
      `GitHub did not exchange the code for an App (${messageOf(thrown).slice(0, 200)}). A code works once and for an hour: run \`signalbox setup\` again.`,
      { cause: thrown },
    );
  }
}

/** A permission or an event that was granted differently than requested. */
export type GrantDifference =
  | { readonly of: "permission"; readonly name: string; readonly asked: string; readonly granted: string }
  | { readonly of: "event"; readonly name: string; readonly isGranted: boolean };

export function describeDifference(difference: GrantDifference): string {
  const what = `${difference.of} ${difference.name}`;
  if (difference.of === "permission")
    return `${what}: requested ${difference.asked}, granted ${difference.granted}`;
  return `${what}: ${difference.isGranted ? "granted, not requested" : "requested, not granted"}`;
}

/** The differences between the App and what was requested; empty if there are none. */
export function differences(
  asked: Pick<Manifest, "default_permissions" | "default_events">,
  granted: Pick<Registration, "permissions" | "events">,
): readonly GrantDifference[] {
  const names = new Set([...Object.keys(asked.default_permissions), ...Object.keys(granted.permissions)]);
  const permissions = [...names].toSorted().flatMap((name): readonly GrantDifference[] => {
    const [wanted = "none", given = "none"] = [asked.default_permissions[name], granted.permissions[name]];
    return wanted === given ? [] : [{ of: "permission", name, asked: wanted, granted: given }];
  });
  const missing = asked.default_events.filter((event) => !granted.events.includes(event));
  const unasked = granted.events.filter((event) => !asked.default_events.includes(event));
  return [
    ...permissions,
    ...missing.map((name): GrantDifference => ({ of: "event", name, isGranted: false })),
    ...unasked.map((name): GrantDifference => ({ of: "event", name, isGranted: true })),
  ];
}
