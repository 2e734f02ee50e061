/** Where a note stands among those of other installations, which are counted apart. */
import { integer } from "../../../base/row.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { NotesReached } from "../../../operations/notes/note-board.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

/**
 * In the note's own installation, everything up to it had been written. In another one, what was committed before the
 * note: a lower number may have been taken before it and committed after it. If the note is gone, the one before it is
 * taken in its place.
 */
const resolved = statement(`
WITH named AS (
  SELECT id, installation_id, horizon FROM note WHERE id <= :id ORDER BY id DESC LIMIT 1)
SELECT n.installation_id, max(n.id) AS reached FROM named CROSS JOIN note AS n
WHERE n.id <= :id AND (:agent::text IS NULL OR n.receiver = :agent)
  AND (n.tx < named.horizon OR (named.id = :id AND n.installation_id = named.installation_id))
GROUP BY n.installation_id`);

/** How far each installation had been read by who has read up to this note. @param agent if only its notes are meant */
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

/** Joins how far each installation has been read, as `p.reached`. @param n the alias of the notes */
export const joinPlaces = (n: string): string =>
  `LEFT JOIN unnest(:installations::bigint[], :reached::bigint[]) AS p (installation_id, reached)
    ON p.installation_id = ${n}.installation_id`;
