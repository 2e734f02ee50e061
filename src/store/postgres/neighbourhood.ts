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
import type { IssueTable } from "./tables/issues/issue-table.ts";

const wanted = "wanted (id) AS (SELECT unnest(:ids::text[]))";

/** Pairs (id, other): `other`'s text names `id`. */
const naming = `
SELECT i.id AS id, n.from_id AS other FROM wanted JOIN issue AS i USING (id)
  JOIN name AS n ON n.repository_id = i.repository_id AND n.number = i.number
UNION
SELECT i.id, n.from_id FROM wanted JOIN issue AS i USING (id) JOIN repository AS r ON r.id = i.repository_id
  JOIN name AS n ON n.owner IS NOT NULL AND lower(n.owner) = lower(r.owner) AND lower(n.repo) = lower(r.name)
    AND n.number = i.number`;

/** Pairs (id, other): `id`'s text names `other`. */
const named = `
SELECT n.from_id AS id, i.id AS other FROM wanted JOIN name AS n ON n.from_id = wanted.id
  JOIN issue AS i ON i.repository_id = n.repository_id AND i.number = n.number
UNION
SELECT n.from_id, i.id FROM wanted JOIN name AS n ON n.from_id = wanted.id
  JOIN repository AS r ON lower(r.owner) = lower(n.owner) AND lower(r.name) = lower(n.repo)
  JOIN issue AS i ON i.repository_id = r.id AND i.number = n.number`;

/** What concerns a track: a discovery until it is closed, and a contract, which is in force once it is closed. */
const concerns = "(d.state = 'open' OR d.kind = 'contract')";

/** Pairs (id, other): `other` concerns the track of the task `id`. */
const heard = `
SELECT i.id AS id, t.from_id AS other FROM wanted JOIN issue AS i USING (id)
  JOIN interest AS t ON t.repository_id = i.repository_id AND lower(t.track) = lower(i.track)
  JOIN issue AS d ON d.id = t.from_id AND ${concerns}
WHERE i.kind = 'task'`;

/** Pairs (id, other): both say that they are the same message. */
const resent = `
SELECT m.from_id AS id, o.from_id AS other FROM wanted JOIN message AS m ON m.from_id = wanted.id
  JOIN message AS o ON o.key = m.key AND o.from_id <> m.from_id`;

/** Pairs (id, other): `id` concerns the track of the open task `other`. */
const reached = `
SELECT t.from_id AS id, i.id AS other FROM wanted JOIN interest AS t ON t.from_id = wanted.id
  JOIN issue AS i ON i.repository_id = t.repository_id AND lower(i.track) = lower(t.track)
    AND i.state = 'open' AND i.kind = 'task'
ORDER BY i.created_at DESC LIMIT ${maxReached}`;

const namedAroundOnes = statement(`
WITH ${wanted}
SELECT other FROM (${named}) AS a UNION SELECT other FROM (${naming}) AS b UNION SELECT other FROM (${heard}) AS c
UNION SELECT other FROM (${reached}) AS d UNION SELECT other FROM (${resent}) AS e ORDER BY other`);

const namingPairs = statement(`WITH ${wanted} ${naming} ORDER BY 1, 2`);
const blockedOnes = statement(
  `WITH ${wanted} SELECT DISTINCT e.blocked_id AS other FROM wanted JOIN edge AS e ON e.blocker_id = wanted.id ORDER BY 1`,
);
/** Kept apart from the rest of a query, so that an index answers it for each issue, whatever statistics there are yet. */
const blockersOf = (issue: string): string => `LATERAL (
  SELECT e.blocker_id AS id FROM edge AS e WHERE e.blocked_id = ${issue}.id OFFSET 0) AS blocker
  CROSS JOIN LATERAL (SELECT i.id FROM issue AS i WHERE i.id = blocker.id AND i.state = 'open' OFFSET 0) AS open`;
const waits = statement(`
WITH RECURSIVE reached (id) AS (
  SELECT i.id FROM unnest(:ids::text[]) AS w (id) JOIN issue AS i ON i.id = w.id AND i.state = 'open'
  UNION
  SELECT open.id FROM reached CROSS JOIN ${blockersOf("reached")}
), visited AS MATERIALIZED (SELECT id FROM reached LIMIT ${maxVisited})
SELECT visited.id, open.id AS other FROM visited CROSS JOIN ${blockersOf("visited")} LIMIT ${maxEdges}`);
const refusals = statement(`
SELECT issue_id, ${refusalColumns} FROM effect
WHERE issue_id = ANY(:ids::text[]) AND state = 'refused' ORDER BY id`);

/** Open tasks of some tracks, and what concerns these. An interface is found as if it were a track. */
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
      for (const row of await this.#connection.all(onTracks, { repository, tracks }))
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

  /** The relations of the records are asked for together with the last of them, as far as one can tell which these are. */
  async #recordsAround(queries: Queries, ids: readonly NodeId[]) {
    const records = new Map<NodeId, IssueRecord>();
    const steps = snapshotSteps(ids, records);
    const asked = new Set<NodeId>();
    const parts: Relations[] = [];
    const askAbout = async (some: readonly NodeId[]): Promise<void> => {
      const unasked = some.filter((id) => !asked.has(id));
      for (const id of unasked) asked.add(id);
      if (unasked.length > 0) parts.push(await relationsOf(queries, unasked));
    };
    for (let step = steps.next(); step.done !== true; ) {
      const { load } = step.value;
      const mayBeLast = records.size > 0 && load.length > 0;
      const [result] = await Promise.all([
        this.#answer(queries, step.value, records),
        mayBeLast && askAbout([...records.keys(), ...load]),
      ]);
      step = steps.next(result);
    }
    await askAbout([...records.keys()]);
    return { records, relations: joined(parts, records) };
  }

  async #answer(
    queries: Queries,
    { load, blockedBy, namedAround }: LoadStep,
    into: Map<NodeId, IssueRecord>,
  ): Promise<StepResult> {
    const [loaded, blocked, named] = await Promise.all([
      this.#issues.records(queries, load),
      others(queries, blockedOnes, blockedBy),
      others(queries, namedAroundOnes, namedAround),
    ]);
    for (const [id, record] of loaded) into.set(id, record);
    return { blocked, named };
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

async function relationsOf(queries: Queries, ids: readonly NodeId[]): Promise<Relations> {
  const [namedBy, waitsOf, refused] = await Promise.all([
    pairs(queries, namingPairs, ids),
    pairs(queries, waits, ids),
    queries.all(refusals, { ids }),
  ]);
  return { namedBy, waits: waitsOf, refusals: grouped(refused, "issue_id", refusalIn) };
}

/** What was asked about issues that have no record is left out. */
function joined(parts: readonly Relations[], records: ReadonlyMap<NodeId, IssueRecord>): Relations {
  const refused = parts.flatMap((part) => [...part.refusals]);
  return {
    namedBy: new Map(parts.flatMap(({ namedBy }) => [...namedBy])),
    waits: new Map(parts.flatMap((part) => [...part.waits])),
    refusals: new Map(refused.filter(([id]) => records.has(id))),
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
