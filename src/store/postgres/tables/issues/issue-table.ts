/** The records of issues, and the columns and rows that are derived from them. `issue-lists` queries those. */
import { LRUCache } from "lru-cache";
import { integer, optional, text } from "../../../../base/row.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { askedKinds } from "../../../shape/asked-kinds.ts";
import { differsInReadTimeOnly } from "../../../shape/same-record.ts";
import { parseRecord } from "../../../shape/stored-json.ts";
import type { Change } from "../../database/changes.ts";
import type { Queries } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";
import { removeDerived, replaceDerived } from "./derived-rows.ts";
import { addGone, areBack, type Editions } from "./gone-table.ts";
import { asLists, columnLists, columns, issueRow } from "./issue-row.ts";
import { removeMoments, replaceMoments } from "./moment-table.ts";

const upsert = statement(`
INSERT INTO issue (${columns.join(", ")}, edition) SELECT * FROM unnest(${columnLists}, :editions::bigint[])
ON CONFLICT (id) DO UPDATE SET
  edition = excluded.edition, ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`);
const readAgain = statement(`
UPDATE issue SET read_at = v.read_at FROM unnest(:ids::text[], :times::bigint[]) AS v (id, read_at) WHERE issue.id = v.id`);
const editionsOf = statement("SELECT id, edition FROM issue WHERE id = ANY(:ids::text[])");
const raiseAsked = statement(`
UPDATE repository SET asked_edition = v.edition
FROM unnest(:installations::bigint[], :editions::bigint[]) AS v (installation_id, edition)
WHERE repository.installation_id = v.installation_id AND (id = ANY(:asked::text[]) OR id IN (
  SELECT repository_id FROM issue WHERE id = ANY(:ids::text[]) AND kind IN ('question', 'answer', 'contract')))`);
const remove = statement("DELETE FROM issue WHERE id = ANY(:ids::text[])");
/** The record only where the caller does not have it. */
const read = statement(`
SELECT i.id, i.read_at, i.edition, CASE WHEN i.edition = k.edition THEN NULL ELSE i.record END AS record
FROM unnest(:ids::text[], :editions::bigint[]) AS k (id, edition) JOIN issue AS i ON i.id = k.id`);
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

/** Read again: what the index has word for word, and what is new in it. */
export interface Compared {
  readonly known: readonly IssueRecord[];
  readonly changed: readonly IssueRecord[];
}

export class IssueTable {
  readonly #cache = new LRUCache<NodeId, Cached>({ maxSize: maxCachedCharacters });

  /** Each issue once. Most reads show what is known. */
  async compare(queries: Queries, records: readonly IssueRecord[]): Promise<Compared> {
    const newest = [...new Map(records.map((record) => [record.seen.id, record])).values()];
    if (newest.length === 0) return { known: [], changed: [] };
    const rows = await queries.all(editionsOf, { ids: newest.map(({ seen }) => seen.id) });
    const editions = new Map(rows.map((row) => [text(row, "id"), integer(row, "edition")]));
    const known = newest.filter((record) => this.#isKnown(record, editions.get(record.seen.id)));
    return { known, changed: newest.filter((record) => !known.includes(record)) };
  }

  /**
   * Of what is known only the time of the read is written. The issues that changed have a new edition then.
   *
   * @param installationOf by repository
   */
  async save(
    change: Change,
    { known, changed }: Compared,
    installationOf: (id: RepositoryId) => InstallationId,
  ): Promise<void> {
    const ids = known.map(({ seen }) => seen.id);
    const times = known.map(({ readAt }) => readAt);
    await Promise.all([
      known.length > 0 && change.queries.run(readAgain, { ids, times }),
      changed.length > 0 && this.#saveWhole(change, changed, installationOf),
    ]);
  }

  async #saveWhole(
    { queries, numbers, onceDurable }: Change,
    records: readonly IssueRecord[],
    installationOf: (id: RepositoryId) => InstallationId,
  ): Promise<void> {
    const written = records.map((record) => ({
      ...{ record, row: issueRow(record) },
      edition: numbers.edition(installationOf(record.seen.repositoryId)),
    }));
    const asked = records.filter(({ reading }) => askedKinds.includes(reading.kind ?? ""));
    const repositories = records.map(({ seen }) => seen.repositoryId);
    const ids = records.map(({ seen }) => seen.id);
    await Promise.all([
      // Before the issues, as it asks which kinds they had.
      queries.run(raiseAsked, {
        ...{ ids, asked: asked.map(({ seen }) => seen.repositoryId) },
        ...editionsIn(repositories.map(installationOf), numbers.edition.bind(numbers)),
      }),
      queries.run(upsert, {
        ...asLists(written.map(({ row }) => row)),
        editions: written.map(({ edition }) => edition),
      }),
      areBack(queries, ids),
      replaceDerived(queries, records),
      replaceMoments(queries, records),
    ]);
    onceDurable(() => {
      for (const { record, row, edition } of written)
        this.#remember({ record, edition, size: row.record.length, isWritten: true });
    });
  }

  #isKnown(record: IssueRecord, edition: number | undefined): boolean {
    const cached = this.#cache.get(record.seen.id);
    if (cached?.isWritten !== true || cached.edition !== edition) return false;
    return differsInReadTimeOnly(cached.record, record);
  }

  /** @param at of the installations that the issues belong to */
  async remove(queries: Queries, ids: readonly NodeId[], at: Editions): Promise<void> {
    await queries.run(raiseAsked, { ids, asked: [], ...at });
    await addGone(queries, ids, at);
    await queries.run(remove, { ids });
    await removeDerived(queries, ids);
    await removeMoments(queries, ids);
  }

  async records(queries: Queries, ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const known = new Map(wanted.map((id) => [id, this.#cache.get(id)]));
    const editions = wanted.map((id) => known.get(id)?.edition ?? null);
    const rows = await queries.all(read, { ids: wanted, editions });
    const found = new Map(rows.map((row) => [text(row, "id"), row]));
    return new Map(
      wanted.flatMap((id) => {
        const row = found.get(id);
        if (row === undefined) return [];
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

  /** The repositories of those issues that have a record, or had one lately: an issue never changes its repository. */
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

export function editionsIn(
  installations: readonly InstallationId[],
  editionOf: (installation: InstallationId) => number,
): Editions {
  const all = [...new Set(installations)];
  return { installations: all, editions: all.map(editionOf) };
}
