/** Converts the position of a note in one installation to positions in the others, which number their own notes. */
import { integer } from "../../../base/row.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { NotesReached } from "../../../operations/notes/note-board.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

/**
 * In the note's own installation, the position is its number. In another one, it is the last note that was committed before
 * it: a lower number may have been taken earlier and committed later. A deleted note is replaced by the one before it.
 */
const resolved = statement(`
WITH named AS (
  SELECT id, installation_id, horizon FROM note WHERE id <= :id ORDER BY id DESC LIMIT 1)
SELECT n.installation_id, max(n.id) AS reached FROM named CROSS JOIN note AS n
WHERE n.id <= :id AND (:agent::text IS NULL OR n.receiver = :agent)
  AND (n.tx < named.horizon OR (named.id = :id AND n.installation_id = named.installation_id))
GROUP BY n.installation_id`);

/** How far each installation was read by a reader who has read up to this note. @param agent counts only its notes */
export async function reachedAt(
  queries: Queries,
  reached: NotesReached,
  agent: string | undefined,
): Promise<ReadonlyMap<InstallationId, number>> {
  if (typeof reached !== "number") return reached;
  const rows = reached === 0 ? [] : await queries.all(resolved, { id: reached, agent: agent ?? null });
  return new Map(rows.map((row) => [integer(row, "installation_id"), integer(row, "reached")]));
}

/** Values for `joinPlaces`. */
export function placeValues(places: ReadonlyMap<InstallationId, number>) {
  return { installations: [...places.keys()], reached: [...places.values()] };
}

/** Joins the position in each installation as `p.reached`. @param n the alias of the table of notes */
export const joinPlaces = (n: string): string =>
  `LEFT JOIN unnest(:installations::bigint[], :reached::bigint[]) AS p (installation_id, reached)
    ON p.installation_id = ${n}.installation_id`;
