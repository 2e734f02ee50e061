/**
 * Reads the issue types that a repository may use. They are an organisation's settings, so an answer up to an
 * hour old is recent enough, and a host without issue types is not asked.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { IssueType } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import type { SchemaFeatures } from "../transport/schema-features.ts";
import { issueTypesQuery } from "./queries.ts";

const freshForMs = 60 * 60_000;
const maxRemembered = 1_000;

const typeShape = z.object({ id: z.string(), name: z.string(), isEnabled: z.boolean() });
const answerShape = z.object({
  repository: z.object({ issueTypes: z.object({ nodes: z.array(typeShape.nullable()) }).nullable() }),
});

export function createIssueTypes(
  client: Client,
  clock: Clock,
  dialect: SchemaFeatures,
): Tracker["issueTypesOf"] {
  const remembered = new Map<string, { readonly types: readonly IssueType[]; readonly readAt: Millis }>();
  return async ({ id, installationId }) => {
    if (!dialect.has("issue types")) return [];
    const known = remembered.get(id);
    const ageMs = clock.now() - (known?.readAt ?? 0);
    if (known !== undefined && ageMs >= 0 && ageMs < freshForMs) return known.types;
    const readAt = clock.now();
    const { data } = await client.query(installationId, issueTypesQuery, { id });
    const nodes = answerShape.safeParse(data).data?.repository.issueTypes?.nodes ?? [];
    const types = nodes.flatMap((type) => (type?.isEnabled ? { id: type.id, name: type.name } : []));
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(id, { types, readAt });
    return types;
  };
}
