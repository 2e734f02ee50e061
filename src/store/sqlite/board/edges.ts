/** The edges of the graph in the order of the board. */
import { jsonOrNull } from "../../shape/card-row.ts";
import { type EdgesFor, edgesPerQuery } from "../../sql/board/graph-list.ts";
import { sql } from "../../sql/op.ts";

/** A blocked issue's own list is what counts, so the scan begins with the open issues. */
const edges = (withClosed: boolean) =>
  sql(`
SELECT e.blocked_id AS blocked, e.blocker_id AS blocker
FROM issue AS b${withClosed ? "" : " INDEXED BY issue_unread"} CROSS JOIN edge AS e ON e.blocked_id = b.id
  LEFT JOIN issue AS k ON k.id = e.blocker_id
WHERE b.kind IS NOT NULL ${withClosed ? "" : "AND b.state = 'open' AND coalesce(k.state, 'open') = 'open'"}
  AND (:repository IS NULL OR b.repository_id = :repository OR k.repository_id = :repository)
  AND (:among IS NULL OR b.repository_id IN (SELECT value FROM json_each(:among))
    OR k.repository_id IN (SELECT value FROM json_each(:among)))
  AND (:track IS NULL OR b.track = :track COLLATE NOCASE OR k.track = :track COLLATE NOCASE)
ORDER BY b.urgency, b.created_at, b.id, e.blocker_id LIMIT :edgesPerQuery OFFSET :offset`);
const [open, all] = [edges(false), edges(true)];

export const edgesFor: EdgesFor =
  (repository, { withClosed, track, among }) =>
  (offset) => ({
    sql: withClosed ? all : open,
    values: { repository, track: track ?? null, among: jsonOrNull(among), edgesPerQuery, offset },
  });
