/**
 * Finds issues to read in the same request as those that were asked for, because a decision about those will
 * most likely need them. Costs part of a request if it guesses wrong, and saves one if it guesses right.
 */
import { neighbours } from "../../../engine/fold/neighbours.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { viewOf } from "../../../engine/model/view.ts";
import type { Index } from "../../ports/issue-index.ts";
import { homesIn } from "./expand-neighbours.ts";
import { distinct, keyOf, type Target } from "./targets.ts";

/** More than this is read only if what was asked for has changed. */
const maxAhead = 10;
/** During a flood each request is full already. */
const maxAsked = 20;

/**
 * Neighbours of the targets that the index knows, and what the others name.
 * @param named numbers in the texts that the deliveries brought
 */
export async function targetsAhead(
  index: Pick<Index, "around" | "idsOf">,
  repositoryId: RepositoryId,
  targets: readonly Target[],
  named: readonly number[],
): Promise<readonly Target[]> {
  if (targets.length === 0 || targets.length > maxAsked) return [];
  const known = await neighboursOf(index, repositoryId, targets);
  const ids = named.length === 0 ? new Map<number, NodeId>() : await index.idsOf(repositoryId, named);
  const asked = new Set(targets.map(keyOf));
  const ahead = distinct([
    ...known.map((id) => ({ id })),
    ...named.map((number): Target => {
      const id = ids.get(number);
      return id === undefined ? { number } : { id };
    }),
  ]).filter((target) => !asked.has(keyOf(target)));
  return ahead.length > maxAhead ? [] : ahead;
}

async function neighboursOf(
  index: Pick<Index, "around">,
  repositoryId: RepositoryId,
  targets: readonly Target[],
): Promise<readonly NodeId[]> {
  const ids = targets.flatMap((target) => ("id" in target ? target.id : []));
  if (ids.length === 0) return [];
  const view = viewOf(await index.around(ids));
  const homes = homesIn(view);
  return neighbours(view, ids).filter((id) => homes.get(id) === repositoryId);
}
