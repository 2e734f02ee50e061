/** Reads the cached values of each repository from the database. */
import type { Millis } from "../../base/clock.ts";
import { integer, type Row, text } from "../../base/row.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import { settingsIn } from "../shape/settings-row.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { allTraces, tracesOf } from "./tables/issues/trace-reader.ts";
import { type Waiting, waitingIn } from "./tables/refresh-table.ts";

export interface CachedParts {
  readonly settings: ReadonlyMap<RepositoryId, StoredSettings>;
  readonly labels: ReadonlyMap<RepositoryId, StoredLabels>;
  readonly cursors: ReadonlyMap<RepositoryId, Millis>;
  readonly traces: ReadonlyMap<RepositoryId, Traces>;
  readonly waiting: ReadonlyMap<RepositoryId, Waiting>;
}

const reading = (table: string) => ({
  all: statement(`SELECT * FROM ${table}`),
  some: statement(`SELECT * FROM ${table} WHERE repository_id = ANY(:ids::text[])`),
});
const settings = reading("settings");
const labels = reading("label");
const cursors = reading("cursor");

/** @param ids undefined for all repositories */
export async function readParts(
  queries: Queries,
  ids: readonly RepositoryId[] | undefined,
): Promise<CachedParts> {
  const rowsOf = ({ all, some }: ReturnType<typeof reading>) =>
    ids === undefined ? queries.all(all) : queries.all(some, { ids });
  const idOf = (row: Row) => text(row, "repository_id");
  return {
    settings: new Map((await rowsOf(settings)).map((row) => [idOf(row), settingsIn(row)])),
    labels: labelsIn(await rowsOf(labels)),
    cursors: new Map((await rowsOf(cursors)).map((row) => [idOf(row), integer(row, "at")])),
    traces: ids === undefined ? await allTraces(queries) : await tracesOf(queries, ids),
    waiting: await waitingIn(queries, ids),
  };
}

function labelsIn(rows: readonly Row[]): ReadonlyMap<RepositoryId, StoredLabels> {
  const found = new Map<RepositoryId, StoredLabels>();
  for (const row of rows) {
    const repository = text(row, "repository_id");
    const label = { id: text(row, "id"), name: text(row, "name") };
    found.set(repository, { ...found.get(repository), [text(row, "shipped")]: label });
  }
  return found;
}
