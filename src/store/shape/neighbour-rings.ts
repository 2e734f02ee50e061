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

/** What is asked at once. */
export interface Ring {
  /** Issues whose records go into the caller's map. */
  readonly load: readonly NodeId[];
  /** Asks for issues whose own list says that one of these blocks them. */
  readonly blockedBy: readonly NodeId[];
  /** Asks for issues that the texts of these name, or whose texts name these: by number, track or message. */
  readonly namedAround: readonly NodeId[];
}

export interface RingAnswer {
  readonly blocked: readonly NodeId[];
  readonly named: readonly NodeId[];
}

type Rings<T = void> = Generator<Ring, T, RingAnswer>;

const nothing: Ring = { load: [], blockedBy: [], namedAround: [] };

/** @param records where the caller puts what is loaded */
export function* rings(ids: readonly NodeId[], records: ReadonlyMap<NodeId, IssueRecord>): Rings {
  function* load(wanted: Iterable<NodeId>): Rings {
    const missing = [...new Set(wanted)].filter((id) => !records.has(id));
    if (missing.length > 0) yield { ...nothing, load: missing };
  }
  function* loadNamedAround(around: readonly NodeId[]): Rings {
    if (around.length === 0) return;
    const { named } = yield { ...nothing, namedAround: around };
    yield* load(named);
  }
  const { blocked, named } = yield { load: [...new Set(ids)], blockedBy: ids, namedAround: ids };
  yield* load([...blocked, ...[...records.values()].flatMap(linkedTo), ...named]);
  yield* loadNamedAround(named.filter((id) => leadsFurther(records.get(id))));
  yield* followed(() => landingTogether(records), maxLandingSteps, loadNamedAround);
  yield* followed(() => replacedOrReplacing(records), maxVersionSteps, loadNamedAround);
  let from = [...records.values()];
  for (let step = 0; step < maxChain && from.length > 0; step++) {
    const originals = from.flatMap((record) => namedOriginal(record)?.id ?? []);
    const unread = originals.filter((id) => !records.has(id));
    yield* load(unread);
    from = unread.flatMap((id) => records.get(id) ?? []);
  }
}

/** Loads what is named around some of the issues loaded, until there are no further ones. */
function* followed(
  some: () => readonly NodeId[],
  maxSteps: number,
  loadNamedAround: (ids: readonly NodeId[]) => Rings,
): Rings {
  const done = new Set<NodeId>();
  for (let step = 0; step < maxSteps; step++) {
    const ids = some().filter((id) => !done.has(id));
    if (ids.length === 0) return;
    for (const id of ids) done.add(id);
    yield* loadNamedAround(ids);
  }
}

/** How many steps a group of tasks that land together is followed. */
const maxLandingSteps = 10;

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

/** The contracts of which another version is loaded: work may rest on any of them. */
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
