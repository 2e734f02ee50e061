/**
 * Which records a decision about some issues may need, as a sequence of queries: a breadth-first search with two hops.
 * Three searches go further: tasks that land together and versions of an interface are followed to the last one, and the
 * search for dependency cycles runs in the database, up to a limit. A generator, so that the synchronous and the
 * asynchronous store share it and each step is one query.
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

/** The queries of one step. */
export interface LoadStep {
  /** The issues whose records the caller puts into its map. */
  readonly load: readonly NodeId[];
  /** Find the issues that list one of these as a blocker. */
  readonly blockedBy: readonly NodeId[];
  /** Find the issues that the texts of these name, or whose texts name these: by number, track or message. */
  readonly namedAround: readonly NodeId[];
}

export interface StepResult {
  readonly blocked: readonly NodeId[];
  readonly named: readonly NodeId[];
}

type Steps<T = void> = Generator<LoadStep, T, StepResult>;

const nothing: LoadStep = { load: [], blockedBy: [], namedAround: [] };

/** @param records the caller's map, which it fills after each step */
export function* snapshotSteps(ids: readonly NodeId[], records: ReadonlyMap<NodeId, IssueRecord>): Steps {
  function* load(wanted: Iterable<NodeId>): Steps {
    const missing = [...new Set(wanted)].filter((id) => !records.has(id));
    if (missing.length > 0) yield { ...nothing, load: missing };
  }
  function* loadNamedAround(around: readonly NodeId[]): Steps {
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
  loadNamedAround: (ids: readonly NodeId[]) => Steps,
): Steps {
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

/** The contracts of which another version is loaded: tasks may depend on any version. */
function replacedOrReplacing(records: ReadonlyMap<NodeId, IssueRecord>): readonly NodeId[] {
  const contracts = [...records.values()].filter(({ reading }) => reading.kind === "contract");
  const replacing = contracts.filter((record) => contractIn(record)?.replaces !== undefined);
  const numbers = new Set(replacing.map((record) => contractIn(record)?.replaces?.number));
  return contracts
    .filter((record) => replacing.includes(record) || numbers.has(record.seen.number))
    .map(({ seen }) => seen.id);
}

function linkedTo({ seen, persisted }: IssueRecord): readonly NodeId[] {
  // What held a task may not be linked any more: whether it still does depends on who ended that.
  const held = [...persisted.heldBy, ...(persisted.doubts ?? []).map(({ of }) => of), ...(seen.cuts ?? [])];
  const family = [...(seen.subIssues ?? []), ...(seen.parent === undefined ? [] : [seen.parent])];
  const links = [...seen.blockedBy.issues, ...seen.blocking.issues, ...family];
  return [...links.map(({ id }) => id), ...held];
}

/**
 * Whether the issues that this one mentions, and those that mention it, may matter to the issue that led
 * here.
 */
function leadsFurther(record: IssueRecord | undefined): boolean {
  if (record === undefined) return false;
  return blocksTasks(record) || record.reading.kind === "task" || record.reading.kind === "handover";
}
