/**
 * Reads accounts by their node ids: the settings name agents' accounts by id, and roles are queried by login.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { Actor, NodeId } from "../../engine/model/fact.ts";
import { toActor } from "../read/comments.ts";
import { accountsQuery } from "../read/queries.ts";
import { actorShape } from "../read/response-shape.ts";
import type { Client } from "../transport/client.ts";

/** Logins change rarely, and a role is believed only if it is about the id. */
const freshForMs = 10 * 60_000;
const maxRemembered = 10_000;
const atOnce = 100;

export function createAccounts(client: Client, clock: Clock): Tracker["accountsOf"] {
  const remembered = new Map<NodeId, { readonly actor: Actor; readonly readAt: Millis }>();

  const isFresh = (id: NodeId): boolean => {
    const ageMs = clock.now() - (remembered.get(id)?.readAt ?? Number.NEGATIVE_INFINITY);
    return ageMs >= 0 && ageMs < freshForMs;
  };

  return async ({ installationId }, ids) => {
    for (const some of portionsOf(
      ids.filter((id) => !isFresh(id)),
      atOnce,
    )) {
      const readAt = clock.now();
      const { data } = await client.query(installationId, accountsQuery, { ids: some });
      if (remembered.size >= maxRemembered) remembered.clear();
      for (const actor of actorsIn(data)) remembered.set(actor.id, { actor, readAt });
    }
    return new Map(
      ids.flatMap((id) => {
        const actor = isFresh(id) ? remembered.get(id)?.actor : undefined;
        return actor === undefined ? [] : [[id, actor] as const];
      }),
    );
  };
}

/** An id that does not exist, or that we may not see, comes as null with an error. */
function actorsIn(data: Readonly<Record<string, unknown>>): readonly Actor[] {
  const nodes: readonly unknown[] = Array.isArray(data.nodes) ? data.nodes : [];
  return nodes.flatMap((node) => {
    const { data: found } = actorShape.safeParse(node);
    return found === undefined ? [] : toActor(found);
  });
}
