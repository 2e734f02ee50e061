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
import type { Client, GraphqlResult } from "../transport/client.ts";

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

  /** Where a request is due, accounts that are not needed yet fill it up. */
  function toRequest(ids: readonly NodeId[], others: readonly NodeId[]): readonly NodeId[] {
    const wanted = ids.filter((id) => !isFresh(id));
    const room = wanted.length === 0 ? 0 : Math.max(0, atOnce - wanted.length);
    const soon = others.filter((id) => !ids.includes(id) && !isFresh(id));
    return [...wanted, ...soon.slice(0, room)];
  }

  return async ({ installationId }, ids, others = []) => {
    const absent = new Set<NodeId>();
    for (const some of portionsOf(toRequest(ids, others), atOnce)) {
      const readAt = clock.now();
      const answer = await client.query(installationId, accountsQuery, { ids: some });
      if (remembered.size >= maxRemembered) remembered.clear();
      for (const [at, id] of some.entries()) {
        const actor = accountAt(answer, at);
        if (actor === "none") absent.add(id);
        else if (actor !== undefined) remembered.set(id, { actor, readAt });
      }
    }
    return new Map(
      ids.flatMap((id) => {
        const actor = isFresh(id) ? remembered.get(id)?.actor : undefined;
        const known = actor ?? (absent.has(id) ? "none" : undefined);
        return known === undefined ? [] : [[id, known] as const];
      }),
    );
  };
}

/** GitHub also says null where it failed, and then only the list of problems shows that it knows nothing. */
function accountAt({ data, problems }: GraphqlResult, at: number): Actor | "none" | undefined {
  if (!Array.isArray(data.nodes) || at >= data.nodes.length) return undefined;
  const node: unknown = data.nodes[at];
  const { data: found } = actorShape.safeParse(node);
  const actor = found === undefined ? undefined : toActor(found);
  if (actor !== undefined) return actor;
  const here = problems.filter(({ path }) => path?.[1] === undefined || path[1] === at);
  return here.every(({ type }) => type === "NOT_FOUND" || type === "FORBIDDEN") ? "none" : undefined;
}
