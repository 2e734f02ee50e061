/**
 * Which repositories a token of a person may show: those that GitHub listed to the person when it was made, as long as
 * they still have a role there. No token of GitHub's is kept that could be asked for the list again, so the App asks
 * about the person's role, as it does before it counts their words.
 */
import { LRUCache } from "lru-cache";
import type { Clock, Millis } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import { portionsOf } from "../../../base/portions.ts";
import type { NodeId, RepositoryId, Role } from "../../../engine/model/fact.ts";

export interface SeenRole {
  readonly role: Role;
  readonly isPrivate: boolean;
}

/** `unknown` if GitHub cannot say; undefined if the App does not serve the repository. */
export type RoleOf = (
  repository: RepositoryId,
  person: { readonly id: NodeId; readonly login: string },
) => Promise<SeenRole | undefined>;

/** The reading may be a minute old already, and five minutes is the most that anything may be shown for. */
const keptMs: Millis = 4 * 60_000;
const maxKept = 20_000;
const atOnce = 10;

interface Kept {
  readonly isVisible: boolean;
  readonly at: Millis;
  readonly epoch: number;
}

export interface RoleVisibility {
  /** @throws UserError if GitHub is away, so that nothing is known */
  readonly of: (
    person: { readonly id: NodeId; readonly login: string },
    listed: readonly RepositoryId[],
  ) => Promise<ReadonlySet<RepositoryId>>;
}

/** @param epoch rises whenever access may have changed */
export function createRoleVisibility(
  roleOf: RoleOf,
  clock: Pick<Clock, "now">,
  epoch: () => number,
): RoleVisibility {
  const kept = new LRUCache<string, Kept>({ max: maxKept });
  return {
    of: async (person, listed) => {
      const visible = new Set<RepositoryId>();
      let unknown = 0;
      const ask = async (id: RepositoryId): Promise<void> => {
        const key = `${person.id} ${id}`;
        const known = kept.get(key);
        const now = clock.now();
        if (known !== undefined && known.epoch === epoch() && now - known.at < keptMs) {
          if (known.isVisible) visible.add(id);
          return;
        }
        const asked = epoch();
        const seen = await roleOf(id, person);
        if (seen?.role === "unknown") {
          unknown += 1;
          return;
        }
        const isVisible = seen !== undefined && hasRole(seen);
        kept.set(key, { isVisible, at: now, epoch: asked });
        if (isVisible) visible.add(id);
      };
      for (const some of portionsOf(listed, atOnce)) await Promise.all(some.map(ask));
      if (unknown > 0 && visible.size === 0)
        throw new UserError("GitHub is away, so it is not known what you may see. Try again later.", {
          code: "github-away",
        });
      return visible;
    },
  };
}

/** Everyone has `read` in a public repository, so that says nothing of whether GitHub lists it to the person. */
function hasRole({ role, isPrivate }: SeenRole): boolean {
  return role !== "none" && role !== "unknown" && (isPrivate || role !== "read");
}
