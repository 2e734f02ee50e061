/** Gives the notes about a repository to the installation that it moved to, as new ones. */
import { integer } from "../../../base/row.ts";
import type { RepositorySeen } from "../../../engine/model/fact.ts";
import type { Change } from "../database/changes.ts";
import { statement } from "../database/statement.ts";

// By the issues: notes have no index by repository.
const moving = statement(`
SELECT n.id, v.installation_id FROM unnest(:repositories::text[], :installations::bigint[])
  AS v (repository_id, installation_id)
  JOIN issue AS i ON i.repository_id = v.repository_id
  JOIN note AS n ON n.issue_id = i.id AND n.installation_id <> v.installation_id
ORDER BY n.id FOR UPDATE OF n`);
/** With a new id: readers may have passed the old one in the new installation without having seen the note. */
const move = statement(`
UPDATE note SET installation_id = v.installation_id, seq = v.seq, id = DEFAULT, tx = DEFAULT, horizon = DEFAULT
FROM unnest(:ids::bigint[], :installations::bigint[], :seqs::bigint[]) AS v (id, installation_id, seq) WHERE note.id = v.id`);

/** @param moved repositories whose new installations are locked */
export async function moveNotes(
  { queries, numbers }: Pick<Change, "queries" | "numbers">,
  moved: readonly RepositorySeen[],
): Promise<void> {
  if (moved.length === 0) return;
  const rows = await queries.all(moving, {
    repositories: moved.map(({ id }) => id),
    installations: moved.map(({ installationId }) => installationId),
  });
  if (rows.length === 0) return;
  const installations = rows.map((row) => integer(row, "installation_id"));
  await queries.run(move, {
    ids: rows.map((row) => integer(row, "id")),
    installations,
    seqs: installations.map((each) => numbers.note(each)),
  });
}
