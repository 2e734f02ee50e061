/** Open pull requests with the files at their head. */
import { text } from "../../../base/row.ts";
import type { StoredPull } from "../../../dispatcher/ports/pulls.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { type Op, all as rowsOf, run, sql } from "../op.ts";

const all = sql("SELECT pull FROM pull WHERE repository_id = :repository ORDER BY number");
const save = sql(`
INSERT INTO pull (repository_id, number, pull) VALUES (:repository, :number, :pull)
ON CONFLICT (repository_id, number) DO UPDATE SET pull = excluded.pull`);
const drop = sql("DELETE FROM pull WHERE repository_id = :repository AND number = ANY(:numbers::int[])");

/** Only the store writes the column, so its shape is not validated again. */
export function* pullsOf(repository: RepositoryId): Op<readonly StoredPull[]> {
  return (yield* rowsOf(all, { repository })).map((row): StoredPull => JSON.parse(text(row, "pull")));
}

export function* savePull(repository: RepositoryId, pull: StoredPull): Op<void> {
  yield* run(save, { repository, number: pull.number, pull: JSON.stringify(pull) });
}

export function* dropPulls(repository: RepositoryId, numbers: readonly number[]): Op<void> {
  yield* run(drop, { repository, numbers });
}
