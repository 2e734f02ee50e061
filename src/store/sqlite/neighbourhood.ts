/**
 * Loads the records around some issues with their edges, references and refusals. Everything is read in one snapshot, as
 * a commit in between would mix two states.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Tracks } from "../../dispatcher/ports/issue-index.ts";
import { repositoriesMet, type ServedRepositories } from "../../engine/fold/repositories-met.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord, Refusal, Snapshot } from "../../engine/model/snapshot.ts";
import { refusalColumns, refusalIn } from "../shape/refusal-row.ts";
import {
  type LoadStep,
  maxEdges,
  maxReached,
  maxVisited,
  type StepResult,
  snapshotSteps,
} from "../shape/snapshot-steps.ts";
import { text } from "./database/row.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";
import type { RepositoryTable } from "./tables/repository-table.ts";

const wanted = "WITH wanted (id) AS (SELECT value FROM json_each(:ids))";

/** Pairs (id, other): `other`'s text names `id`. */
const naming = `
SELECT i.id AS id, n.from_id AS other FROM wanted CROSS JOIN issue AS i USING (id)
  CROSS JOIN name AS n ON n.repository_id = i.repository_id AND n.number = i.number
UNION
SELECT i.id, n.from_id FROM wanted CROSS JOIN issue AS i USING (id)
  CROSS JOIN repository AS r ON r.id = i.repository_id
  CROSS JOIN name AS n ON n.owner = r.owner AND n.repo = r.name AND n.number = i.number`;

/** Pairs (id, other): `id`'s text names `other`. */
const named = `
SELECT n.from_id AS id, i.id AS other FROM wanted CROSS JOIN name AS n ON n.from_id = wanted.id
  CROSS JOIN issue AS i ON i.repository_id = n.repository_id AND i.number = n.number
UNION
SELECT n.from_id, i.id FROM wanted CROSS JOIN name AS n ON n.from_id = wanted.id
  CROSS JOIN repository AS r ON r.owner = n.owner AND r.name = n.repo
  CROSS JOIN issue AS i ON i.repository_id = r.id AND i.number = n.number`;

/** What concerns a track: a discovery until it is closed, and a contract, which is in force once it is closed. */
const concerns = "(d.state = 'open' OR d.kind = 'contract')";

/** Pairs (id, other): `other` concerns the track of the task `id`. */
const heard = `
SELECT i.id AS id, t.from_id AS other FROM wanted CROSS JOIN issue AS i USING (id)
  CROSS JOIN interest AS t ON t.repository_id = i.repository_id AND t.track = i.track
  CROSS JOIN issue AS d ON d.id = t.from_id AND ${concerns}
WHERE i.kind = 'task'`;

/** Pairs (id, other): both say that they are the same message. */
const resent = `
SELECT m.from_id AS id, o.from_id AS other FROM wanted CROSS JOIN message AS m ON m.from_id = wanted.id
  CROSS JOIN message AS o ON o.key = m.key AND o.from_id <> m.from_id`;

/** Pairs (id, other): `id` concerns the track of the open task `other`. */
const reached = `
SELECT t.from_id AS id, i.id AS other FROM wanted CROSS JOIN interest AS t ON t.from_id = wanted.id
  CROSS JOIN issue AS i ON i.repository_id = t.repository_id AND i.track = t.track COLLATE NOCASE
    AND i.state = 'open' AND i.kind = 'task'
ORDER BY i.created_at DESC LIMIT ${maxReached}`;

/** Open tasks of some tracks, and what concerns these tracks. The interface of a contract is stored as a track. */
const onTracks = `
SELECT * FROM (
  SELECT i.id FROM json_each(:tracks) CROSS JOIN issue AS i ON i.repository_id = :repository
    AND i.track = value COLLATE NOCASE AND i.state = 'open' AND i.kind = 'task'
  ORDER BY i.created_at DESC LIMIT ${maxReached})
UNION SELECT * FROM (
  SELECT d.id FROM json_each(:tracks) CROSS JOIN interest AS t ON t.repository_id = :repository AND t.track = value
    CROSS JOIN issue AS d ON d.id = t.from_id AND ${concerns}
  ORDER BY d.created_at DESC LIMIT ${maxReached})`;

export class Neighbourhood {
  readonly #issues: IssueTable;
  readonly #served: ServedRepositories;
  readonly #naming: StatementSync;
  readonly #named: StatementSync;
  readonly #heard: StatementSync;
  readonly #reached: StatementSync;
  readonly #onTracks: StatementSync;
  readonly #resent: StatementSync;
  readonly #blocked: StatementSync;
  readonly #waits: StatementSync;
  readonly #refusals: StatementSync;

  constructor(database: DatabaseSync, issues: IssueTable, repositories: RepositoryTable) {
    this.#issues = issues;
    this.#served = {
      repository: (id) => repositories.all().get(id),
      repositoryNamed: (owner, name) => repositories.named(owner, name),
    };
    this.#naming = database.prepare(`${wanted} ${naming} ORDER BY 1, 2`);
    this.#named = database.prepare(`${wanted} ${named}`);
    this.#heard = database.prepare(`${wanted} ${heard}`);
    this.#reached = database.prepare(`${wanted} ${reached}`);
    this.#onTracks = database.prepare(onTracks);
    this.#resent = database.prepare(`${wanted} ${resent}`);
    this.#blocked = database.prepare(`
      ${wanted} SELECT e.blocked_id AS other FROM wanted CROSS JOIN edge AS e ON e.blocker_id = wanted.id`);
    this.#waits = database.prepare(`
      WITH RECURSIVE reached (id) AS (
        SELECT i.id FROM json_each(:ids) CROSS JOIN issue AS i ON i.id = value AND i.state = 'open'
        UNION
        SELECT i.id FROM reached CROSS JOIN edge AS e ON e.blocked_id = reached.id
          CROSS JOIN issue AS i ON i.id = e.blocker_id AND i.state = 'open'
        LIMIT ${maxVisited})
      SELECT e.blocked_id AS id, e.blocker_id AS other FROM reached CROSS JOIN edge AS e ON e.blocked_id = reached.id
        CROSS JOIN issue AS i ON i.id = e.blocker_id AND i.state = 'open'
      LIMIT ${maxEdges}`);
    this.#refusals = database.prepare(`
      ${wanted} SELECT issue_id, ${refusalColumns}
      FROM wanted CROSS JOIN effect AS e ON e.issue_id = wanted.id AND e.state = 'refused' ORDER BY e.id`);
  }

  onTracks(wanted: readonly Tracks[]): readonly NodeId[] {
    const rows = wanted.flatMap(({ repositoryId: repository, names }) =>
      this.#onTracks.all({ repository, tracks: JSON.stringify(names) }),
    );
    return [...new Set(rows.map((row) => text(row, "id")))];
  }

  around(ids: readonly NodeId[]): Snapshot {
    const records = this.#recordsAround(ids);
    const loaded = [...records.keys()];
    return {
      records,
      repositories: repositoriesMet(records.values(), this.#served),
      roles: new Map(),
      namedBy: this.#pairs(this.#naming, loaded),
      waits: this.#pairs(this.#waits, loaded),
      refusals: this.#refusalsOf(loaded),
      ledger: new Map(),
    };
  }

  #recordsAround(ids: readonly NodeId[]): ReadonlyMap<NodeId, IssueRecord> {
    const records = new Map<NodeId, IssueRecord>();
    const steps = snapshotSteps(ids, records);
    for (let step = steps.next(); step.done !== true; ) step = steps.next(this.#answer(step.value, records));
    return records;
  }

  #answer({ load, blockedBy, namedAround }: LoadStep, into: Map<NodeId, IssueRecord>): StepResult {
    for (const [id, record] of this.#issues.records(load)) into.set(id, record);
    return {
      blocked: [...this.#others(this.#blocked, blockedBy)],
      named: [...this.#namesAround(namedAround)],
    };
  }

  #namesAround(ids: readonly NodeId[]): ReadonlySet<NodeId> {
    const statements = [this.#named, this.#naming, this.#heard, this.#reached, this.#resent];
    return new Set(statements.flatMap((statement) => [...this.#others(statement, ids)]));
  }

  #others(statement: StatementSync, ids: readonly NodeId[]): Set<NodeId> {
    if (ids.length === 0) return new Set();
    return new Set(statement.all({ ids: JSON.stringify(ids) }).map((row) => text(row, "other")));
  }

  #pairs(statement: StatementSync, ids: readonly NodeId[]): ReadonlyMap<NodeId, readonly NodeId[]> {
    const pairs = new Map<NodeId, NodeId[]>();
    for (const row of statement.iterate({ ids: JSON.stringify(ids) }))
      append(pairs, text(row, "id"), text(row, "other"));
    return pairs;
  }

  #refusalsOf(ids: readonly NodeId[]): ReadonlyMap<NodeId, readonly Refusal[]> {
    const refusals = new Map<NodeId, Refusal[]>();
    for (const row of this.#refusals.iterate({ ids: JSON.stringify(ids) }))
      append(refusals, text(row, "issue_id"), refusalIn(row));
    return refusals;
  }
}

function append<T>(lists: Map<NodeId, T[]>, id: NodeId, value: T): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [value]);
  else list.push(value);
}
