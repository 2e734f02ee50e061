/**
 * The records that one decision may need, ring by ring around some issues. Two rings are enough for every
 * rule but three: tasks that land together and versions of an interface are followed to the last, and the search for
 * dependency cycles goes further in the database, within a limit. A generator,
 * so that a store loads each ring with one query, synchronously or not.
 */
import { maxChain, namedOriginal } from "../../engine/blocking/dependencies/duplicates.ts";
import { togetherWith } from "../../engine/handovers/landing/group.ts";
import { contractIn } from "../../engine/messages/contract-text.ts";
import { blocksTasks } from "../../engine/messages/outcome.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

/** How many issues the search for dependency cycles visits, and how many edges it reports, at most. */
export const maxVisited = 50_000;
export const maxEdges = 200_000;
/** How many tasks a discovery reaches through its tracks, at most. */
export const maxReached = 500;

/** The query of a ring; `load` returns nothing, because its records go into the caller's map. */
export type RingQuestion =
  | { readonly type: "load"; readonly ids: readonly NodeId[] }
  /** Issues whose own list says that one of these blocks them. */
  | { readonly type: "blocked by"; readonly ids: readonly NodeId[] }
  /** Issues that the texts of these name, or whose texts name these: by number, track or message. */
  | { readonly type: "named around"; readonly ids: readonly NodeId[] };

/** @param records where the caller puts what is loaded */
export function* rings(
  ids: readonly NodeId[],
  records: ReadonlyMap<NodeId, IssueRecord>,
): Generator<RingQuestion, void, readonly NodeId[]> {
  const load = (wanted: Iterable<NodeId>): RingQuestion => ({
    type: "load",
    ids: [...new Set(wanted)].filter((id) => !records.has(id)),
  });
  yield load(ids);
  const blocked = yield { type: "blocked by", ids };
  yield load([...blocked, ...[...records.values()].flatMap(linkedTo)]);
  const byName = yield { type: "named around", ids };
  yield load(byName);
  const further = byName.filter((id) => leadsFurther(records.get(id)));
  yield load(yield { type: "named around", ids: further });
  yield* landingRings(records, load);
  yield* versionRings(records, load);
  let from = [...records.values()];
  for (let step = 0; step < maxChain && from.length > 0; step++) {
    const originals = from.flatMap((record) => namedOriginal(record)?.id ?? []);
    const unread = originals.filter((id) => !records.has(id));
    yield load(unread);
    from = unread.flatMap((id) => records.get(id) ?? []);
  }
}

/** How many steps a group of tasks that land together is followed. */
const maxLandingSteps = 10;

/** The tasks that land together with those loaded, and their handovers. */
function* landingRings(
  records: ReadonlyMap<NodeId, IssueRecord>,
  load: (wanted: Iterable<NodeId>) => RingQuestion,
): Generator<RingQuestion, void, readonly NodeId[]> {
  const done = new Set<NodeId>();
  for (let step = 0; step < maxLandingSteps; step++) {
    const ids = landingTogether(records).filter((id) => !done.has(id));
    if (ids.length === 0) return;
    for (const id of ids) done.add(id);
    yield load(yield { type: "named around", ids });
  }
}

/** The loaded tasks that name others under *Together with*, and those that such a task may mean. */
function landingTogether(records: ReadonlyMap<NodeId, IssueRecord>): readonly NodeId[] {
  const all = [...records.values()];
  const numbers = new Set(all.flatMap((record) => togetherWith(record).map(({ number }) => number)));
  if (numbers.size === 0) return [];
  return all
    .filter(({ seen, reading }) => reading.kind === "task" && numbers.has(seen.number))
    .concat(all.filter((record) => togetherWith(record).length > 0))
    .map(({ seen }) => seen.id);
}

/** How many versions of an interface are followed from one to the next. */
const maxVersionSteps = 20;

/** The versions before and after the contracts loaded, with their tasks: work may rest on any of them. */
function* versionRings(
  records: ReadonlyMap<NodeId, IssueRecord>,
  load: (wanted: Iterable<NodeId>) => RingQuestion,
): Generator<RingQuestion, void, readonly NodeId[]> {
  const done = new Set<NodeId>();
  for (let step = 0; step < maxVersionSteps; step++) {
    const ids = replacedOrReplacing(records).filter((id) => !done.has(id));
    if (ids.length === 0) return;
    for (const id of ids) done.add(id);
    yield load(yield { type: "named around", ids });
  }
}

function replacedOrReplacing(records: ReadonlyMap<NodeId, IssueRecord>): readonly NodeId[] {
  const contracts = [...records.values()].filter(({ reading }) => reading.kind === "contract");
  const replacing = contracts.filter((record) => contractIn(record)?.replaces !== undefined);
  const numbers = new Set(replacing.map((record) => contractIn(record)?.replaces?.number));
  return contracts
    .filter((record) => replacing.includes(record) || numbers.has(record.seen.number))
    .map(({ seen }) => seen.id);
}

function linkedTo({ seen }: IssueRecord): readonly NodeId[] {
  const family = [...(seen.subIssues ?? []), ...(seen.parent === undefined ? [] : [seen.parent])];
  const links = [...seen.blockedBy.issues, ...seen.blocking.issues, ...family];
  return links.map(({ id }) => id);
}

/**
 * Whether the issues that this one mentions, and those that mention it, may matter to the issue that led
 * here.
 */
function leadsFurther(record: IssueRecord | undefined): boolean {
  if (record === undefined) return false;
  return blocksTasks(record) || record.reading.kind === "task" || record.reading.kind === "handover";
}
