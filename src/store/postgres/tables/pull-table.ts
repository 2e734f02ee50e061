/** Open pull requests with the files at their head. */
import { text } from "../../../base/row.ts";
import type { StoredPull } from "../../../dispatcher/ports/pulls.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const all = statement("SELECT pull FROM pull WHERE repository_id = :repository ORDER BY number");
const save = statement(`
INSERT INTO pull (repository_id, number, pull) VALUES (:repository, :number, :pull)
ON CONFLICT (repository_id, number) DO UPDATE SET pull = excluded.pull`);
const drop = statement(
  "DELETE FROM pull WHERE repository_id = :repository AND number = ANY(:numbers::int[])",
);

/** Only the store writes the column, so its shape is not validated again. */
export async function pullsOf(queries: Queries, repository: RepositoryId): Promise<readonly StoredPull[]> {
  return (await queries.all(all, { repository })).map((row): StoredPull => JSON.parse(text(row, "pull")));
}

export async function savePull(queries: Queries, repository: RepositoryId, pull: StoredPull): Promise<void> {
  await queries.run(save, { repository, number: pull.number, pull: JSON.stringify(pull) });
}

export async function dropPulls(
  queries: Queries,
  repository: RepositoryId,
  numbers: readonly number[],
): Promise<void> {
  await queries.run(drop, { repository, numbers });
}
