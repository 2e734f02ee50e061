/**
 * Finds issues to read in the same request as the requested ones, because a decision about those will most
 * likely need them. Costs part of a request if it guesses wrong, and saves one if it guesses right.
 */
import { neighbours } from "../../../engine/fold/neighbours.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { viewOf } from "../../../engine/model/view.ts";
import { parseRefs } from "../../../protocol/references/ref.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { IssueText } from "../../ports/translation.ts";
import { homesIn } from "./expand-neighbours.ts";
import { distinct, keyOf, type Target } from "./targets.ts";

/** More than this is read only if the requested issues have changed. */
const maxAhead = 10;
/** During a flood each request is full already. */
const maxAsked = 20;

/**
 * Neighbours of the targets that the index knows, and what the others name.
 * @param texts what the deliveries brought: parsed only here, as a flood of them needs no guesses
 */
export async function targetsAhead(
  index: Pick<Index, "around" | "idsOf">,
  repositoryId: RepositoryId,
  targets: readonly Target[],
  texts: readonly IssueText[],
): Promise<readonly Target[]> {
  if (targets.length === 0 || targets.length > maxAsked) return [];
  const known = await neighboursOf(index, repositoryId, targets);
  const named = [...new Set(texts.flatMap(numbersNamedIn))];
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

const readLength = 20_000;
const maxNamed = 10;

/** Numbers of other issues of the same repository at the beginning of a text. */
export function numbersNamedIn({ number, body }: IssueText): readonly number[] {
  const refs = parseRefs(body.slice(0, readLength));
  const here = refs.flatMap((ref) => (ref.owner === undefined ? ref.number : []));
  return [...new Set(here)].filter((other) => other !== number).slice(0, maxNamed);
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
