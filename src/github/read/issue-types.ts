/**
 * Reads the issue types that a repository may use. They are an organisation's settings, so an answer up to an
 * hour old is recent enough, and a host without issue types is not queried. Surveys bring them where they can, so
 * that no issue has to wait for them.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { IssueType, RepositoryId } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import type { SchemaFeatures } from "../transport/schema-features.ts";
import { issueTypesQuery } from "./queries.ts";

const freshForMs = 60 * 60_000;
/** Before they are too old, so that an issue never comes in between. */
const renewedAfterMs = freshForMs / 2;
const maxRemembered = 1_000;

const typeShape = z.object({ id: z.string(), name: z.string(), isEnabled: z.boolean() });
/** Null for a repository of a user. */
export const issueTypesShape = z.object({ nodes: z.array(typeShape.nullable()) }).nullable();
const answerShape = z.object({ repository: z.object({ issueTypes: issueTypesShape }) });

export type IssueTypesAnswer = z.infer<typeof issueTypesShape>;

export interface IssueTypes {
  readonly of: Tracker["issueTypesOf"];
  /** Whether a survey should ask for them. */
  readonly isDue: (id: RepositoryId) => boolean;
  readonly remember: (id: RepositoryId, answer: IssueTypesAnswer, readAt: Millis) => void;
}

export function createIssueTypes(client: Client, clock: Clock, features: SchemaFeatures): IssueTypes {
  const remembered = new Map<
    RepositoryId,
    { readonly types: readonly IssueType[]; readonly readAt: Millis }
  >();
  const isRoomFor = (id: RepositoryId): boolean => remembered.has(id) || remembered.size < maxRemembered;
  const knownFor = (id: RepositoryId, ms: Millis): readonly IssueType[] | undefined => {
    const known = remembered.get(id);
    const ageMs = clock.now() - (known?.readAt ?? 0);
    return ageMs >= 0 && ageMs < ms ? known?.types : undefined;
  };
  const remember = (id: RepositoryId, answer: IssueTypesAnswer, readAt: Millis): readonly IssueType[] => {
    const nodes = answer?.nodes ?? [];
    const types = nodes.flatMap((type) => (type?.isEnabled ? { id: type.id, name: type.name } : []));
    if (!isRoomFor(id)) remembered.clear();
    remembered.set(id, { types, readAt });
    return types;
  };
  return {
    of: async ({ id, installationId }) => {
      if (!features.has("issue types")) return [];
      const known = knownFor(id, freshForMs);
      if (known !== undefined) return known;
      const readAt = clock.now();
      const { data } = await client.query(installationId, issueTypesQuery, { id });
      return remember(id, answerShape.safeParse(data).data?.repository.issueTypes ?? null, readAt);
    },
    isDue: (id) => features.has("issue types") && isRoomFor(id) && knownFor(id, renewedAfterMs) === undefined,
    remember: (id, answer, readAt) => {
      if (isRoomFor(id)) remember(id, answer, readAt);
    },
  };
}
