/** What happened to issues, and when: derived from each record, and gone with it. Figures are counted from it. */
import { integer, text } from "../../../../base/row.ts";
import { type Moment, momentsVersion } from "../../../../engine/measures/moment.ts";
import { momentsOf } from "../../../../engine/measures/moments-of.ts";
import type { NodeId } from "../../../../engine/model/fact.ts";
import { emptyPersistedState } from "../../../../engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { recordIn } from "../../../shape/record-row.ts";
import type { Connection, Queries } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";

const of = statement(`
SELECT issue_id, repository_id, type, at, since, by_id, about FROM moment WHERE issue_id = ANY(:ids::text[])
ORDER BY issue_id, place`);
const remove = statement("DELETE FROM moment WHERE issue_id = ANY(:ids::text[])");
const insert = statement(`
INSERT INTO moment (issue_id, place, repository_id, type, at, since, by_id, about)
SELECT * FROM unnest(:ids::text[], :places::int[], :repositories::text[], :types::text[], :ats::bigint[], :sinces::bigint[],
  :bys::text[], :abouts::text[])`);
const version = statement("SELECT version FROM moments_derived FOR UPDATE");
const setVersion = statement("UPDATE moments_derived SET version = :version");
const page = statement("SELECT id, record, read_at FROM issue WHERE id > :after ORDER BY id LIMIT 500");

/** Most changes of a record leave its moments as they are, and then nothing is written. */
export async function replaceMoments(queries: Queries, records: readonly IssueRecord[]): Promise<void> {
  const ids = records.map(({ seen }) => seen.id);
  const before = new Map<NodeId, (readonly unknown[])[]>(ids.map((id) => [id, []]));
  for (const { issue_id, ...row } of await queries.all(of, { ids }))
    before.get(String(issue_id))?.push(Object.values(row));
  const changed = records
    .map((record) => ({ id: record.seen.id, moments: momentsIn(record) }))
    .filter(({ id, moments }) => JSON.stringify(moments.map(cellsOf)) !== JSON.stringify(before.get(id)));
  if (changed.length === 0) return;
  await removeMoments(
    queries,
    changed.map(({ id }) => id),
  );
  const rows = changed.flatMap(({ id, moments }) =>
    moments.map((moment, place) => ({ id, place, ...moment })),
  );
  await queries.run(insert, {
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

/** Derives those of all issues again if another release derived them. Others who start at once wait. */
export async function bringMomentsUpToDate(connection: Connection): Promise<void> {
  await connection.write(async (queries) => {
    const row = await queries.one(version);
    if (row !== undefined && integer(row, "version") === momentsVersion) return;
    for (let after = ""; ; ) {
      const rows = await queries.all(page, { after });
      const last = rows.at(-1);
      if (last === undefined) break;
      await replaceMoments(queries, rows.map(recordIn).filter(isDerivable));
      after = text(last, "id");
    }
    await queries.run(setVersion, { version: momentsVersion });
  });
}

/**
 * What is read of an issue may lack parts that later releases read. A start must not fail for its figures: what cannot be
 * derived now is derived when the issue is next read.
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
