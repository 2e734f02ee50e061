/** What happened to issues, and when: derived from each record, and gone with it. Figures are counted from it. */
import { integer, text } from "../../../../base/row.ts";
import { type Moment, momentsVersion } from "../../../../engine/measures/moment.ts";
import { momentsOf } from "../../../../engine/measures/moments-of.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import { emptyPersistedState } from "../../../../engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { recordIn } from "../../../shape/record-row.ts";
import type { Connection, Queries, Transaction } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";

const of = statement(`
SELECT issue_id, repository_id, type, at, since, by_id, about FROM moment WHERE issue_id = ANY(:ids::text[])
ORDER BY issue_id, place`);
const remove = statement("DELETE FROM moment WHERE issue_id = ANY(:ids::text[])");
const insert = statement(`
INSERT INTO moment (issue_id, place, repository_id, type, at, since, by_id, about)
SELECT * FROM unnest(:ids::text[], :places::int[], :repositories::text[], :types::text[], :ats::bigint[], :sinces::bigint[],
  :bys::text[], :abouts::text[])`);
const behind = statement(`
SELECT DISTINCT r.installation_id AS id FROM repository AS r
  LEFT JOIN moments_derived AS d ON d.installation_id = r.installation_id
WHERE d.version IS DISTINCT FROM :version ORDER BY 1`);
const version = statement(
  "SELECT version FROM moments_derived WHERE installation_id = :installation FOR UPDATE",
);
const begin = statement("INSERT INTO moments_derived VALUES (:installation, 0) ON CONFLICT DO NOTHING");
const setVersion = statement(
  "UPDATE moments_derived SET version = :version WHERE installation_id = :installation",
);
const repositories = statement("SELECT id FROM repository WHERE installation_id = :installation ORDER BY id");
const page = statement(`
SELECT id, number, record, read_at FROM issue
WHERE repository_id = :repository AND (number, id) > (:number::int, :id::text) ORDER BY number, id LIMIT 500`);

/** By issue, the rows of its moments in their order. */
export type StoredMoments = ReadonlyMap<NodeId, readonly (readonly unknown[])[]>;

export async function momentRowsOf(queries: Queries, ids: readonly NodeId[]): Promise<StoredMoments> {
  const rows = Map.groupBy(await queries.all(of, { ids }), (row) => text(row, "issue_id"));
  return new Map([...rows].map(([id, own]) => [id, own.map(({ issue_id, ...row }) => Object.values(row))]));
}

/** The moments of one issue. */
export interface MomentsOfIssue {
  readonly id: NodeId;
  readonly moments: readonly Moment[];
  /** The cells as text, in the form that `momentRowsOf` returns. */
  readonly words: string;
}

export function momentsOfIssue(record: IssueRecord): MomentsOfIssue {
  const moments = momentsIn(record);
  return { id: record.seen.id, moments, words: JSON.stringify(moments.map(cellsOf)) };
}

/** Writes only moments that differ: most changes of a record change none of them. */
export function replaceMoments(
  { send }: Transaction,
  all: readonly MomentsOfIssue[],
  before: StoredMoments,
): void {
  const changed = all.filter(({ id, words }) => words !== JSON.stringify(before.get(id) ?? []));
  if (changed.length === 0) return;
  send(remove, { ids: changed.map(({ id }) => id) });
  const rows = changed.flatMap(({ id, moments }) =>
    moments.map((moment, place) => ({ id, place, ...moment })),
  );
  send(insert, {
    ids: rows.map(({ id }) => id),
    places: rows.map(({ place }) => place),
    repositories: rows.map(({ repositoryId }) => repositoryId),
    types: rows.map(({ type }) => type),
    ats: rows.map(({ at }) => at ?? null),
    sinces: rows.map(({ since }) => since ?? null),
    bys: rows.map(({ by }) => by ?? null),
    abouts: rows.map(({ about }) => about ?? null),
  });
}

export async function removeMoments(queries: Queries, ids: readonly NodeId[]): Promise<void> {
  await queries.run(remove, { ids });
}

/** Derives the moments of all issues again if another release derived them. Other processes that start meanwhile wait. */
export async function bringMomentsUpToDate(connection: Connection): Promise<void> {
  for (const row of await connection.all(behind, { version: momentsVersion }))
    await bringMomentsOfUpToDate(connection, integer(row, "id"));
}

/** The same for the issues of one installation. */
export async function bringMomentsOfUpToDate(
  connection: Connection,
  installation: InstallationId,
): Promise<void> {
  await connection.write(async (queries) => {
    await queries.run(begin, { installation });
    const row = await queries.one(version, { installation });
    if (row !== undefined && integer(row, "version") === momentsVersion) return;
    for (const repository of await queries.all(repositories, { installation }))
      await deriveAgain(queries, text(repository, "id"));
    await queries.run(setVersion, { installation, version: momentsVersion });
  });
}

async function deriveAgain(queries: Transaction, repository: RepositoryId): Promise<void> {
  for (let after = { number: -1, id: "" }; ; ) {
    const rows = await queries.all(page, { repository, ...after });
    const last = rows.at(-1);
    if (last === undefined) return;
    const records = rows.map(recordIn).filter(isDerivable);
    const ids = records.map(({ seen }) => seen.id);
    replaceMoments(queries, records.map(momentsOfIssue), await momentRowsOf(queries, ids));
    after = { number: integer(last, "number"), id: text(last, "id") };
  }
}

/**
 * A stored record may lack parts that later releases read. Figures must not keep a process from starting: moments that
 * cannot be derived now are derived when the issue is next read.
 */
function isDerivable(record: IssueRecord): boolean {
  try {
    momentsIn(record);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** A record of an earlier release lacks the slices that came later. */
function momentsIn(record: IssueRecord): readonly Moment[] {
  return momentsOf({ ...record, persisted: { ...emptyPersistedState, ...record.persisted } });
}

/** In the order of the columns that `of` selects. */
function cellsOf({ repositoryId, type, at, since, by, about }: Moment): readonly unknown[] {
  return [repositoryId, type, at ?? null, since ?? null, by ?? null, about ?? null];
}
