/** The edges of the graph in the order of the board. An edge is read from the blocked issue's own list. */
import { type EdgesFor, edgesPerQuery } from "../../sql/board/graph-list.ts";
import { type Sql, sql } from "../../sql/op.ts";

const conditions = {
  open: "b.state = 'open' AND coalesce(k.state, 'open') = 'open'",
  repository: "(b.repository_id = :repository OR k.repository_id = :repository)",
  among: "(b.repository_id = ANY(:among::text[]) OR k.repository_id = ANY(:among::text[]))",
  track:
    '(lower(b.track) = lower(:track::text COLLATE "C") OR lower(k.track) = lower(:track::text COLLATE "C"))',
} as const;
const prepared = new Map<string, Sql>();

export const edgesFor: EdgesFor =
  (repository, { withClosed, track = null, among = null }) =>
  (offset) => {
    const values = { repository, track, among, open: withClosed ? null : 1, edgesPerQuery, offset };
    const where = (Object.keys(conditions) as (keyof typeof conditions)[])
      .flatMap((name) => (values[name] === null ? [] : `AND ${conditions[name]}`))
      .join(" ");
    const known =
      prepared.get(where) ??
      sql(`
SELECT e.blocked_id AS blocked, e.blocker_id AS blocker
FROM issue AS b JOIN edge AS e ON e.blocked_id = b.id LEFT JOIN issue AS k ON k.id = e.blocker_id
WHERE b.kind IS NOT NULL ${where}
ORDER BY b.urgency, b.created_at, b.id, e.blocker_id LIMIT :edgesPerQuery OFFSET :offset`);
    prepared.set(where, known);
    return { sql: known, values };
  };
