/**
 * Loads the records around some issues with their edges, references and refusals. Everything is read in one snapshot, as
 * a commit in between would mix two states.
 */
import { type Row, text } from "../../base/row.ts";
import type { Tracks } from "../../dispatcher/ports/issue-index.ts";
import { repositoriesMet, type ServedRepositories } from "../../engine/fold/repositories-met.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord, Snapshot } from "../../engine/model/snapshot.ts";
import { refusalIn } from "../shape/refusal-row.ts";
import { type LoadStep, type StepResult, snapshotSteps } from "../shape/snapshot-steps.ts";
import type { Connection, Queries } from "./database/connection.ts";
import type { Statement } from "./database/statement.ts";
import { blockedOnes, namedAroundOnes, ofThese, ofThoseInReach, onTracks } from "./relations.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";

export class Neighbourhood {
  readonly #connection: Connection;
  readonly #issues: IssueTable;
  readonly #served: ServedRepositories;

  constructor(connection: Connection, issues: IssueTable, cache: Pick<RepositoryCache, "repositories">) {
    this.#connection = connection;
    this.#issues = issues;
    this.#served = {
      repository: (id) => cache.repositories.byId.get(id),
      repositoryNamed: (owner, name) => cache.repositories.named(owner, name),
    };
  }

  async onTracks(wanted: readonly Tracks[]): Promise<readonly NodeId[]> {
    const found = new Set<NodeId>();
    for (const { repositoryId: repository, names: tracks } of wanted)
      for (const row of await this.#connection.lists.all(onTracks, { repository, tracks }))
        found.add(text(row, "id"));
    return [...found];
  }

  around(ids: readonly NodeId[]): Promise<Snapshot> {
    return this.#connection.snapshot(async (queries) => {
      const { records, relations } = await this.#recordsAround(queries, ids);
      return {
        records,
        ...relations,
        repositories: repositoriesMet(records.values(), this.#served),
        roles: new Map(),
        ledger: new Map(),
      };
    });
  }

  /**
   * Most decisions need only the issues at the other end of an edge, so one round trip loads all of these. Each further
   * step costs another one.
   */
  async #recordsAround(queries: Queries, ids: readonly NodeId[]) {
    const [near, blocked, named, relations] = await Promise.all([
      this.#issues.recordsWithinReach(queries, ids),
      others(queries, blockedOnes, ids),
      others(queries, namedAroundOnes, ids),
      relationsOf(queries, ofThoseInReach, ids),
    ]);
    const records = new Map<NodeId, IssueRecord>();
    const asked = new Set([...ids, ...near.keys()]);
    const parts = [relations];
    const take = async ({ load, blockedBy, namedAround }: LoadStep): Promise<StepResult> => {
      const unread = load.filter((id) => !asked.has(id));
      const [found, blocked, named, part] = await Promise.all([
        this.#issues.records(queries, unread),
        others(queries, blockedOnes, blockedBy),
        others(queries, namedAroundOnes, namedAround),
        relationsOf(queries, ofThese, unread),
      ]);
      for (const id of load) {
        const record = near.get(id) ?? found.get(id);
        if (record !== undefined) records.set(id, record);
        asked.add(id);
      }
      parts.push(part);
      return { blocked, named };
    };
    const steps = snapshotSteps(ids, records);
    let step = steps.next();
    if (step.done !== true) {
      await take({ ...step.value, blockedBy: [], namedAround: [] });
      step = steps.next({ blocked, named });
    }
    while (step.done !== true) step = steps.next(await take(step.value));
    return { records, relations: joined(parts, records) };
  }
}

async function others(
  queries: Queries,
  query: Statement,
  ids: readonly NodeId[],
): Promise<readonly NodeId[]> {
  if (ids.length === 0) return [];
  return (await queries.all(query, { ids })).map((row) => text(row, "other"));
}

async function pairs(
  queries: Queries,
  query: Statement,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, readonly NodeId[]>> {
  return grouped(await queries.all(query, { ids }), "id", (row) => text(row, "other"));
}

type Relations = Pick<Snapshot, "namedBy" | "waits" | "refusals">;

async function relationsOf(queries: Queries, of: typeof ofThese, ids: readonly NodeId[]): Promise<Relations> {
  if (ids.length === 0) return { namedBy: new Map(), waits: new Map(), refusals: new Map() };
  const [namedBy, waitsOf, refused] = await Promise.all([
    pairs(queries, of.naming, ids),
    pairs(queries, of.waits, ids),
    queries.all(of.refusals, { ids }),
  ]);
  return { namedBy, waits: waitsOf, refusals: grouped(refused, "issue_id", refusalIn) };
}

/** Without the rows about issues that have no record or turned out not to be needed. */
function joined(parts: readonly Relations[], records: ReadonlyMap<NodeId, IssueRecord>): Relations {
  const wantedIn = <T>(all: readonly (readonly [NodeId, T])[]) =>
    new Map(all.filter(([id]) => records.has(id)));
  return {
    namedBy: wantedIn(parts.flatMap(({ namedBy }) => [...namedBy])),
    waits: new Map(parts.flatMap((part) => [...part.waits])),
    refusals: wantedIn(parts.flatMap((part) => [...part.refusals])),
  };
}

function grouped<T>(
  rows: readonly Row[],
  column: string,
  read: (row: Row) => T,
): ReadonlyMap<NodeId, readonly T[]> {
  const groups = new Map<NodeId, T[]>();
  for (const row of rows) {
    const id = text(row, column);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [read(row)]);
    else group.push(read(row));
  }
  return groups;
}
