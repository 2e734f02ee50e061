/** Refuses what exceeds GitHub's limits, in its words. */

import type { RequestEffect } from "../faults/rule.ts";
import { limitResponse, type QuotaShape } from "../faults/strike.ts";
import { traitsOf } from "../faults/traits.ts";
import type { HubRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";
import type { Runtime } from "./runtime.ts";

const spent = { kind: "limit", limit: "primary", status: 403, headers: false, waitSeconds: 0 } as const;

/** @param now milliseconds */
export function primaryLimit(hub: Runtime, request: HubRequest, now: number): HttpResponse {
  return limitResponse(spent, now, quotaShapeFor(hub, request, [spent]));
}

/** Undefined for REST, and where no effect says that a quota is spent. */
export function quotaShapeFor(
  { faults }: Runtime,
  { path }: HubRequest,
  effects: readonly RequestEffect[],
): QuotaShape | undefined {
  const isSpent = effects.some((effect) => effect.kind === "limit" && effect.limit === "primary");
  return path === "/graphql" && isSpent ? faults.takeQuotaShape() : undefined;
}

/** Issues and comments count as content, over REST and GraphQL alike. Undefined if they are within the limit. */
export function contentLimit(
  hub: Runtime,
  request: HubRequest,
  spender: string,
  now: number,
): HttpResponse | undefined {
  if (!hub.faults.enforcesLimits || request.method !== "POST") return undefined;
  const creations =
    request.path === "/graphql"
      ? (traitsOf(request, undefined).graphql?.fields ?? []).filter((field) => contentFields.includes(field))
          .length
      : Number(/\/issues(?:\/\d+\/comments)?$/.test(request.path));
  let wait = 0;
  for (let n = 0; n < creations; n++) wait = Math.max(wait, hub.rates.countContent(spender, now));
  if (wait === 0) return undefined;
  return limitResponse({ limit: "secondary", status: 403, headers: true, waitSeconds: wait }, now, undefined);
}

const contentFields = ["createIssue", "addComment"];
