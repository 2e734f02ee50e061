/** The effective settings of each repository (from the last valid file, not the newest), and our labels by default name. */
import type { StoredLabels, StoredSettings } from "../../../dispatcher/ports/settings.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const save = statement(`
INSERT INTO settings (repository_id, commit_id, text, problem, authority)
VALUES (:repository, :commit, :text, :problem, :authority)
ON CONFLICT (repository_id) DO UPDATE SET commit_id = excluded.commit_id, text = excluded.text, problem = excluded.problem,
  authority = excluded.authority`);
const forgetLabels = statement("DELETE FROM label WHERE repository_id = :repository");
const insertLabels = statement(`
INSERT INTO label (repository_id, shipped, id, name)
SELECT :repository, l.* FROM unnest(:shipped::text[], :ids::text[], :names::text[]) AS l`);

export async function saveSettings(
  queries: Queries,
  repository: RepositoryId,
  { commit, text, problem, authority }: StoredSettings,
): Promise<void> {
  await queries.run(save, {
    repository,
    commit: commit ?? null,
    text: text ?? null,
    problem: problem ?? null,
    authority: authority === undefined ? null : JSON.stringify(authority),
  });
}

export async function saveLabels(
  queries: Queries,
  repository: RepositoryId,
  labels: StoredLabels,
): Promise<void> {
  const found = Object.entries(labels).flatMap(([shipped, label]) =>
    label === undefined ? [] : { shipped, ...label },
  );
  await queries.run(forgetLabels, { repository });
  if (found.length === 0) return;
  await queries.run(insertLabels, {
    repository,
    shipped: found.map(({ shipped }) => shipped),
    ids: found.map(({ id }) => id),
    names: found.map(({ name }) => name),
  });
}
