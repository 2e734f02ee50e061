/** The records of issues, and the columns and rows that are derived from them. `issue-lists` queries those. */
import { LRUCache } from "lru-cache";
import { integer, optional, type Row, text } from "../../../../base/row.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { askedKinds } from "../../../shape/asked-kinds.ts";
import { differsInReadTimeOnly } from "../../../shape/same-record.ts";
import { parseRecord } from "../../../shape/stored-json.ts";
import type { Change } from "../../database/changes.ts";
import type { Queries } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";
import { type Derivation, derive } from "./derivation.ts";
import { type DerivedRows, derivedRowsOf, removeDerived, replaceDerived } from "./derived-rows.ts";
import { addGone, type Editions, restoreIssues } from "./gone-table.ts";
import { asLists, columnLists, columns } from "./issue-row.ts";
import { momentRowsOf, removeMoments, replaceMoments, type StoredMoments } from "./moment-table.ts";
import { withinReach } from "./within-reach.ts";

const asExcluded = (names: readonly string[]): string =>
  names.map((name) => `${name} = excluded.${name}`).join(", ");
/** Those columns of `issue_order` that may change. */
const ordering = ["kind", "state", "is_followed", "edition", "updated_at", "read_at"];
const upsert = statement(`
WITH saved AS (
  INSERT INTO issue (${columns.join(", ")}, edition) SELECT * FROM unnest(${columnLists}, :editions::bigint[])
  ON CONFLICT (id) DO UPDATE SET ${asExcluded([...columns, "edition"])}
  RETURNING id, serial, repository_id, number, ${ordering.join(", ")}
)
INSERT INTO issue_order (id, serial, repository_id, number, ${ordering.join(", ")}) SELECT * FROM saved
ON CONFLICT (id) DO UPDATE SET ${asExcluded(ordering)}`);
const readAgain = statement(`
WITH v AS (SELECT * FROM unnest(:ids::text[], :times::bigint[]) AS v (id, read_at)),
  ordered AS (UPDATE issue_order SET read_at = v.read_at FROM v WHERE issue_order.id = v.id)
UPDATE issue SET read_at = v.read_at FROM v WHERE issue.id = v.id`);
const storedColumns = statement(
  "SELECT id, repository_id, edition, kind, trace_at, has_foreign FROM issue WHERE id = ANY(:ids::text[])",
);
const raiseAsked = (which: string) =>
  statement(`
UPDATE repository SET asked_edition = v.edition
FROM unnest(:installations::bigint[], :editions::bigint[]) AS v (installation_id, edition)
WHERE repository.installation_id = v.installation_id AND id ${which}`);
const raiseAskedIn = raiseAsked("= ANY(:repositories::text[])");
const raiseAskedOf = raiseAsked(`IN (
  SELECT repository_id FROM issue WHERE id = ANY(:ids::text[]) AND kind IN ('question', 'answer', 'contract'))`);
const remove = statement(`
WITH ordered AS (DELETE FROM issue_order WHERE id = ANY(:ids::text[])) DELETE FROM issue WHERE id = ANY(:ids::text[])`);
/** Leaves out the records that the caller has in the same edition. */
const read = statement(`
SELECT i.id, i.read_at, i.edition, CASE WHEN i.edition = k.edition THEN NULL ELSE i.record END AS record
FROM unnest(:ids::text[], :editions::bigint[]) AS k (id, edition) JOIN issue AS i ON i.id = k.id`);
const readWithinReach = statement(`
SELECT i.id, i.read_at, i.edition, CASE WHEN i.edition = k.edition THEN NULL ELSE i.record END AS record
FROM issue AS i LEFT JOIN unnest(:known::text[], :editions::bigint[]) AS k (id, edition) ON k.id = i.id
WHERE i.id = ANY(${withinReach})`);
const byNumber = statement(`
SELECT DISTINCT ON (number) number, id FROM issue WHERE repository_id = :repository AND number = ANY(:numbers::int[])
ORDER BY number, read_at DESC`);
const repositoriesOf = statement("SELECT id, repository_id FROM issue WHERE id = ANY(:ids::text[])");

/**
 * Recently saved or parsed records, so that a busy neighbourhood is not fetched and parsed again for every delivery.
 * Bounded by characters of JSON, not by count: one issue may be a thousand times larger than another. The parsed values
 * take about three times as many bytes. The edition tells whether what is cached is still what the database has, so
 * nothing is wrong with an entry that another process, a rollback or an older snapshot has outdated.
 */
const maxCachedCharacters = 2 * 1024 * 1024;

interface Cached {
  readonly record: IssueRecord;
  readonly edition: number;
  /** Characters of its JSON. */
  readonly size: number;
  /** Whether this process wrote the row: an earlier release may have derived other columns. */
  readonly isWritten: boolean;
}

/** What is stored of the issues to be saved, as far as it determines what has to be written. */
export interface StoredIssues {
  readonly rows: ReadonlyMap<NodeId, Row>;
  readonly derived: DerivedRows;
  readonly moments: StoredMoments;
  /** What is derived from each record. Undefined if the record equals the cached one. */
  readonly derivations: ReadonlyMap<IssueRecord, Derivation | undefined>;
}

const nothingStored: StoredIssues = {
  rows: new Map(),
  derived: new Map(),
  moments: new Map(),
  derivations: new Map(),
};

/** The records to be saved: those that equal the stored ones, and those that differ. */
interface Compared {
  readonly known: readonly IssueRecord[];
  readonly changed: readonly IssueRecord[];
}

export class IssueTable {
  readonly #cache = new LRUCache<NodeId, Cached>({ maxSize: maxCachedCharacters });

  /** Call it in the transaction that saves the records, after their installations have been locked. */
  async stored(queries: Queries, records: readonly IssueRecord[]): Promise<StoredIssues> {
    const ids = [...new Set(records.map(({ seen }) => seen.id))];
    if (ids.length === 0) return nothingStored;
    const [rows, derived, moments, derivations] = await Promise.all([
      queries.all(storedColumns, { ids }),
      derivedRowsOf(queries, ids),
      momentRowsOf(queries, ids),
      this.#deriveMeanwhile(records),
    ]);
    return { rows: new Map(rows.map((row) => [text(row, "id"), row])), derived, moments, derivations };
  }

  /** Runs while PostgreSQL works: the queries of this turn of the event loop are sent before the next tick. */
  async #deriveMeanwhile(records: readonly IssueRecord[]): Promise<StoredIssues["derivations"]> {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    return new Map(records.map((record) => [record, this.#isCached(record) ? undefined : derive(record)]));
  }

  /**
   * Of unchanged records only the time of the read is written. Changed ones get a new edition. Returns the repositories
   * whose traces may have changed.
   *
   * @param installationOf by repository
   */
  save(
    change: Change,
    records: readonly IssueRecord[],
    stored: StoredIssues,
    installationOf: (id: RepositoryId) => InstallationId,
  ): readonly RepositoryId[] {
    const { known, changed } = this.#compare(records, stored);
    const { send } = change.queries;
    if (known.length > 0)
      send(readAgain, {
        ids: known.map(({ seen }) => seen.id),
        times: known.map(({ readAt }) => readAt),
      });
    return changed.length === 0 ? [] : this.#saveWhole(change, changed, stored, installationOf);
  }

  /** Each issue once, in its newest record. Most reads show no change. */
  #compare(records: readonly IssueRecord[], { rows, derivations }: StoredIssues): Compared {
    const newest = [...new Map(records.map((record) => [record.seen.id, record])).values()];
    const isKnown = (record: IssueRecord): boolean => {
      const row = rows.get(record.seen.id);
      const isSame = derivations.has(record) && derivations.get(record) === undefined;
      return isSame && row !== undefined && this.#cache.peek(record.seen.id)?.edition === row.edition;
    };
    return { known: newest.filter(isKnown), changed: newest.filter((record) => !isKnown(record)) };
  }

  #saveWhole(
    { queries, numbers, onceDurable }: Change,
    records: readonly IssueRecord[],
    stored: StoredIssues,
    installationOf: (id: RepositoryId) => InstallationId,
  ): readonly RepositoryId[] {
    const written = records.map((record) => ({
      record,
      before: stored.rows.get(record.seen.id),
      ...(stored.derivations.get(record) ?? derive(record)),
      edition: numbers.edition(installationOf(record.seen.repositoryId)),
    }));
    const repositoryOf = ({ record }: (typeof written)[number]) => record.seen.repositoryId;
    const asked = written.filter(({ row, before }) => isAsked(row) || isAsked(before)).map(repositoryOf);
    if (asked.length > 0)
      queries.send(raiseAskedIn, {
        repositories: asked,
        ...editionsIn(asked.map(installationOf), numbers.edition.bind(numbers)),
      });
    queries.send(upsert, {
      ...asLists(written.map(({ row }) => row)),
      editions: written.map(({ edition }) => edition),
    });
    const added = written.filter(({ before }) => before === undefined).map(({ row }) => row.id);
    if (added.length > 0) restoreIssues(queries, added);
    replaceDerived(
      queries,
      written.map(({ derived }) => derived),
      stored.derived,
    );
    replaceMoments(
      queries,
      written.map(({ moments }) => moments),
      stored.moments,
    );
    onceDurable(() => {
      for (const { record, row, edition } of written)
        this.#remember({ record, edition, size: row.record.length, isWritten: true });
    });
    return written.filter(({ row, before }) => changesTraces(row, before)).map(repositoryOf);
  }

  #isCached(record: IssueRecord): boolean {
    const cached = this.#cache.get(record.seen.id);
    return cached?.isWritten === true && differsInReadTimeOnly(cached.record, record);
  }

  /** @param at the editions of the installations that the issues belong to */
  async remove(queries: Queries, ids: readonly NodeId[], at: Editions): Promise<void> {
    await queries.run(raiseAskedOf, { ids, ...at });
    await addGone(queries, ids, at);
    await this.removeUnserved(queries, ids);
  }

  /** Of repositories that are not served, so that no reader has to be told. Resolves to how many there were. */
  async removeUnserved(queries: Queries, ids: readonly NodeId[]): Promise<number> {
    const removed = await queries.run(remove, { ids });
    await removeDerived(queries, ids);
    await removeMoments(queries, ids);
    return removed;
  }

  async records(queries: Queries, ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const known = this.#known(wanted);
    const editions = wanted.map((id) => known.get(id)?.edition ?? null);
    const found = this.#recordsIn(await queries.all(read, { ids: wanted, editions }), known);
    return new Map(
      wanted.flatMap((id) => {
        const record = found.get(id);
        return record === undefined ? [] : [[id, record] as const];
      }),
    );
  }

  /** The same, and the records at the other end of each edge of these issues. */
  async recordsWithinReach(
    queries: Queries,
    ids: readonly NodeId[],
  ): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    const own = this.#known(ids);
    const known = new Map([
      ...own,
      ...this.#known([...own.values()].flatMap(({ record }) => edgesOf(record))),
    ]);
    const editions = [...known.values()].map(({ edition }) => edition);
    return this.#recordsIn(
      await queries.all(readWithinReach, { ids, known: [...known.keys()], editions }),
      known,
    );
  }

  #known(ids: readonly NodeId[]): ReadonlyMap<NodeId, Cached> {
    const cached = ids.map((id) => [id, this.#cache.get(id)] as const);
    return new Map(cached.flatMap(([id, each]) => (each === undefined ? [] : [[id, each] as const])));
  }

  /** @param known cached records; a row lacks its record if that has the cached edition */
  #recordsIn(rows: readonly Row[], known: ReadonlyMap<NodeId, Cached>): ReadonlyMap<NodeId, IssueRecord> {
    return new Map(
      rows.flatMap((row) => {
        const id = text(row, "id");
        const cached = known.get(id);
        const json = optional(text, row, "record");
        const readAt = integer(row, "read_at");
        if (json === undefined)
          return cached === undefined ? [] : [[id, { ...cached.record, readAt }] as const];
        const record = parseRecord(json, readAt);
        const edition = integer(row, "edition");
        this.#remember({ record, edition, size: json.length, isWritten: false });
        return [[id, record] as const];
      }),
    );
  }

  async idsOf(
    queries: Queries,
    repository: RepositoryId,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, NodeId>> {
    if (numbers.length === 0) return new Map();
    const rows = await queries.all(byNumber, { repository, numbers });
    return new Map(rows.map((row) => [integer(row, "number"), text(row, "id")]));
  }

  /** The repositories of those issues that have a record or a cached one. An issue never changes its repository. */
  async repositoriesOf(queries: Queries, ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, RepositoryId>> {
    const cached = ids.flatMap((id) => this.#cache.peek(id) ?? []);
    const found = new Map(cached.map(({ record: { seen } }) => [seen.id, seen.repositoryId]));
    const asked = ids.filter((id) => !found.has(id));
    if (asked.length === 0) return found;
    const rows = await queries.all(repositoriesOf, { ids: asked });
    for (const row of rows) found.set(text(row, "id"), text(row, "repository_id"));
    return found;
  }

  #remember(cached: Cached): void {
    this.#cache.set(cached.record.seen.id, cached, { size: cached.size });
  }
}

const isAsked = (row: Row | undefined): boolean => askedKinds.includes(String(row?.kind));

/** True for few issues: those with a comment by another installation, and at our first comment. */
function changesTraces(row: Row, before: Row | undefined): boolean {
  return row.has_foreign === 1 || before?.has_foreign === 1 || row.trace_at !== (before?.trace_at ?? null);
}

const edgesOf = ({ seen }: IssueRecord): readonly NodeId[] =>
  [...seen.blockedBy.issues, ...seen.blocking.issues].map(({ id }) => id);

export function editionsIn(
  installations: readonly InstallationId[],
  editionOf: (installation: InstallationId) => number,
): Editions {
  const all = [...new Set(installations)];
  return { installations: all, editions: all.map(editionOf) };
}
