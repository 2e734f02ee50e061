/**
 * Loads the records around some issues with their edges, references and refusals. Everything is read in one snapshot, as
 * a commit in between would mix two states.
 */
import { type Row, text } from "../../base/row.ts";
import type { Tracks } from "../../dispatcher/ports/issue-index.ts";
import { repositoriesMet, type ServedRepositories } from "../../engine/fold/repositories-met.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord, Snapshot } from "../../engine/model/snapshot.ts";
import { refusalColumns, refusalIn } from "../shape/refusal-row.ts";
import {
  type LoadStep,
  maxEdges,
  maxReached,
  maxVisited,
  type StepResult,
  snapshotSteps,
} from "../shape/snapshot-steps.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { type Statement, statement } from "./database/statement.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import { stateOf } from "./tables/effect-state.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";
import { withinReach } from "./tables/issues/within-reach.ts";

const these = ":ids::text[]";
const among = (ids: string): string => `wanted (id) AS (SELECT unnest(${ids}))`;
const wanted = among(these);

/**
 * What follows from each row before it. `OFFSET 0` keeps PostgreSQL from joining in another order: tables that are often
 * empty, as few texts name issues or tracks, would come first, and a plan from then would read all of them later.
 */
const each = (name: string, query: string): string => `CROSS JOIN LATERAL (${query} OFFSET 0) AS ${name}`;
const wantedIssues = `wanted ${each("i", "SELECT id, repository_id, number, kind, track FROM issue WHERE id = wanted.id")}`;
const namesInWanted = `wanted ${each("n", "SELECT * FROM name WHERE from_id = wanted.id")}`;

/** Pairs (id, other): `other`'s text names `id`. */
const naming = `
SELECT i.id AS id, n.from_id AS other FROM ${wantedIssues}
  ${each("n", "SELECT from_id FROM name WHERE repository_id = i.repository_id AND number = i.number")}
UNION
SELECT i.id, n.from_id FROM ${wantedIssues} ${each("r", "SELECT owner, name FROM repository WHERE id = i.repository_id")}
  ${each(
    "n",
    `SELECT from_id FROM name WHERE owner IS NOT NULL AND lower(owner) = lower(r.owner) AND lower(repo) = lower(r.name)
      AND number = i.number`,
  )}`;

/** Pairs (id, other): `id`'s text names `other`. */
const named = `
SELECT n.from_id AS id, i.id AS other FROM ${namesInWanted}
  ${each("i", "SELECT id FROM issue WHERE repository_id = n.repository_id AND number = n.number")}
UNION
SELECT n.from_id, i.id FROM ${namesInWanted}
  ${each("r", "SELECT id FROM repository WHERE lower(owner) = lower(n.owner) AND lower(name) = lower(n.repo)")}
  ${each("i", "SELECT id FROM issue WHERE repository_id = r.id AND number = n.number")}`;

/** What concerns a track: a discovery until it is closed, and a contract, which is in force once it is closed. */
const concerns = "(d.state = 'open' OR d.kind = 'contract')";

/** Pairs (id, other): `other` concerns the track of the task `id`. */
const heard = `
SELECT i.id AS id, t.from_id AS other FROM ${wantedIssues}
  ${each(
    "t",
    "SELECT from_id FROM interest WHERE repository_id = i.repository_id AND lower(track) = lower(i.track)",
  )}
  ${each("d", `SELECT d.id FROM issue AS d WHERE d.id = t.from_id AND ${concerns}`)}
WHERE i.kind = 'task'`;

/** Pairs (id, other): both say that they are the same message. */
const resent = `
SELECT wanted.id AS id, o.from_id AS other FROM wanted
  ${each("m", "SELECT key FROM message WHERE from_id = wanted.id")}
  ${each("o", "SELECT from_id FROM message WHERE key = m.key AND from_id <> wanted.id")}`;

/** Pairs (id, other): `id` concerns the track of the open task `other`. */
const reached = `
SELECT wanted.id AS id, i.id AS other FROM wanted
  ${each("t", "SELECT repository_id, track FROM interest WHERE from_id = wanted.id")}
  ${each(
    "i",
    `SELECT id, created_at FROM issue
      WHERE repository_id = t.repository_id AND lower(track) = lower(t.track) AND state = 'open' AND kind = 'task'`,
  )}
ORDER BY i.created_at DESC LIMIT ${maxReached}`;

const namedAroundOnes = statement(`
WITH ${wanted}
SELECT other FROM (${named}) AS a UNION SELECT other FROM (${naming}) AS b UNION SELECT other FROM (${heard}) AS c
UNION SELECT other FROM (${reached}) AS d UNION SELECT other FROM (${resent}) AS e ORDER BY other`);

const blockedOnes = statement(
  `WITH ${wanted} SELECT DISTINCT e.blocked_id AS other FROM wanted JOIN edge AS e ON e.blocker_id = wanted.id ORDER BY 1`,
);
/** `OFFSET 0` keeps PostgreSQL from merging it into the query: it is looked up in an index, even without statistics. */
const blockersOf = (issue: string): string => `LATERAL (
  SELECT e.blocker_id AS id FROM edge AS e WHERE e.blocked_id = ${issue}.id OFFSET 0) AS blocker
  CROSS JOIN LATERAL (SELECT i.id FROM issue AS i WHERE i.id = blocker.id AND i.state = 'open' OFFSET 0) AS open`;
const waits = (ids: string): string => `
WITH RECURSIVE reached (id) AS (
  SELECT i.id FROM issue AS i WHERE i.id = ANY(${ids}) AND i.state = 'open'
  UNION
  SELECT open.id FROM reached CROSS JOIN ${blockersOf("reached")}
), visited AS MATERIALIZED (SELECT id FROM reached LIMIT ${maxVisited})
SELECT visited.id, open.id AS other FROM visited CROSS JOIN ${blockersOf("visited")} LIMIT ${maxEdges}`;

/** The queries that every step of loading makes about its issues. @param ids an SQL expression of an array */
const relationsAmong = (ids: string) => ({
  naming: statement(`WITH ${among(ids)} ${naming} ORDER BY 1, 2`),
  waits: statement(waits(ids)),
  refusals: statement(
    `SELECT issue_id, ${refusalColumns} FROM effect
    WHERE issue_id = ANY(${ids}) AND ${stateOf("effect")} = 'refused' ORDER BY id + 0`,
  ),
});
const [ofThese, ofThoseInReach] = [relationsAmong(these), relationsAmong(withinReach)];

/** Open tasks of some tracks, and what concerns these tracks. The interface of a contract is stored as a track. */
const onTracks = statement(`
(SELECT i.id FROM issue AS i
  WHERE i.repository_id = :repository AND lower(i.track) IN (SELECT lower(t COLLATE "C") FROM unnest(:tracks::text[]) AS t)
    AND i.state = 'open' AND i.kind = 'task'
  ORDER BY i.created_at DESC LIMIT ${maxReached})
UNION (SELECT id FROM (
  SELECT DISTINCT d.id, d.created_at FROM interest AS t JOIN issue AS d ON d.id = t.from_id AND ${concerns}
  WHERE t.repository_id = :repository AND lower(t.track) IN (SELECT lower(w COLLATE "C") FROM unnest(:tracks::text[]) AS w)
) AS d ORDER BY created_at DESC LIMIT ${maxReached})`);

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
        ...{ records, ...relations },
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
