/** Reads which issues wait for which: of everything, or around one issue. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Graph, GraphEdge, GraphNode, GraphQuery } from "../../../operations/graph/graph-board.ts";
import { jsonOrNull } from "../../shape/card-row.ts";
import { nodeOf, toEdge } from "../../shape/graph-rows.ts";
import { text } from "../database/row.ts";

/** A blocked issue's own list is what counts, so the scan begins with the open issues. */
const allEdges = (withClosed: boolean): string => `
SELECT e.blocked_id AS blocked, e.blocker_id AS blocker
FROM issue AS b${withClosed ? "" : " INDEXED BY issue_unread"} CROSS JOIN edge AS e ON e.blocked_id = b.id
  LEFT JOIN issue AS k ON k.id = e.blocker_id
WHERE b.kind IS NOT NULL ${withClosed ? "" : "AND b.state = 'open' AND coalesce(k.state, 'open') = 'open'"}
  AND (:repository IS NULL OR b.repository_id = :repository OR k.repository_id = :repository)
  AND (:among IS NULL OR b.repository_id IN (SELECT value FROM json_each(:among))
    OR k.repository_id IN (SELECT value FROM json_each(:among)))
  AND (:track IS NULL OR b.track = :track COLLATE NOCASE OR k.track = :track COLLATE NOCASE)
ORDER BY b.urgency, b.created_at, b.id, e.blocker_id`;

/** Both ends of each edge that touches one of the issues. */
const neighbours = `
WITH wanted (id) AS (SELECT value FROM json_each(:ids))
SELECT e.blocker_id AS id FROM wanted CROSS JOIN edge AS e ON e.blocked_id = wanted.id
UNION SELECT e.blocked_id FROM wanted CROSS JOIN edge AS e ON e.blocker_id = wanted.id`;

const edgesAmong = `
SELECT e.blocked_id AS blocked, e.blocker_id AS blocker FROM json_each(:ids) AS wanted
  CROSS JOIN edge AS e ON e.blocked_id = wanted.value
WHERE e.blocker_id IN (SELECT value FROM json_each(:ids))`;

const cards = `
SELECT i.id, i.repository_id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title,
  i.updated_at, r.owner, r.name
FROM json_each(:ids) AS wanted CROSS JOIN issue AS i ON i.id = wanted.value
  JOIN repository AS r ON r.id = i.repository_id`;

/** What the index does not have is named by the issues that wait for it. */
const named = `
SELECT DISTINCT link.value ->> '$.id' AS id, link.value ->> '$.owner' AS owner, link.value ->> '$.repo' AS name,
  link.value ->> '$.number' AS number, link.value ->> '$.title' AS title,
  link.value ->> '$.issueState.state' AS state
FROM json_each(:ids) AS wanted CROSS JOIN edge AS e ON e.blocker_id = wanted.value
  CROSS JOIN issue AS b ON b.id = e.blocked_id,
  json_each(json_array(b.record -> '$.seen.blockedBy.issues', b.record -> '$.seen.subIssues')) AS list,
  json_each(coalesce(list.value, '[]')) AS link
WHERE link.value ->> '$.id' = wanted.value`;

type Scope = Pick<GraphQuery, "withClosed" | "limit" | "among">;

export class GraphList {
  readonly #open: StatementSync;
  readonly #all: StatementSync;
  readonly #neighbours: StatementSync;
  readonly #edgesAmong: StatementSync;
  readonly #cards: StatementSync;
  readonly #named: StatementSync;

  constructor(database: DatabaseSync) {
    this.#open = database.prepare(allEdges(false));
    this.#all = database.prepare(allEdges(true));
    this.#neighbours = database.prepare(neighbours);
    this.#edgesAmong = database.prepare(edgesAmong);
    this.#cards = database.prepare(cards);
    this.#named = database.prepare(named);
  }

  /** @param repository null for all */
  graph(repository: RepositoryId | null, query: GraphQuery): Graph {
    return query.around === undefined
      ? this.#whole(repository, query)
      : this.#around(query.around.id, query.around.depth, query);
  }

  #whole(repository: RepositoryId | null, { track, withClosed, limit, among }: GraphQuery): Graph {
    const statement = withClosed ? this.#all : this.#open;
    const ids = new Set<NodeId>();
    const edges: GraphEdge[] = [];
    let isCut = false;
    for (const row of statement.iterate({ repository, track: track ?? null, among: jsonOrNull(among) })) {
      const edge = toEdge(row);
      const added = [edge.blocked, edge.blocker].filter((id) => !ids.has(id));
      isCut = ids.size + added.length > limit;
      if (isCut) break;
      for (const id of added) ids.add(id);
      edges.push(edge);
    }
    return { nodes: [...this.#nodesOf([...ids]).values()], edges, isCut };
  }

  #around(center: NodeId, depth: number, { withClosed, limit, among }: Scope): Graph {
    const found = new Map<NodeId, GraphNode>(this.#nodesOf([center]));
    let frontier = [...found.keys()];
    let isCut = false;
    for (let step = 0; step < depth && frontier.length > 0 && !isCut; step += 1) {
      const next = this.#neighbours.all({ ids: JSON.stringify(frontier) }).map((row) => text(row, "id"));
      const fresh = next.filter((id) => !found.has(id));
      isCut = found.size + fresh.length > limit;
      const nodes = [...this.#nodesOf(fresh.slice(0, limit - found.size))].filter(
        ([, node]) => withClosed || node.type === "hidden" || node.state === "open",
      );
      for (const [id, node] of nodes) found.set(id, node);
      // No way leads through an issue that the reader may not see: it would tell what is behind it.
      frontier = this.#visible(
        nodes.map(([id]) => id),
        among,
      );
    }
    const edges = this.#edgesAmong.all({ ids: JSON.stringify([...found.keys()]) }).map(toEdge);
    return { nodes: [...found.values()], edges, isCut };
  }

  #visible(ids: readonly NodeId[], among: Scope["among"]): NodeId[] {
    const rows = this.#cards.all({ ids: JSON.stringify(ids) });
    const known = among === undefined ? undefined : new Set(among);
    return rows
      .filter((row) => known?.has(text(row, "repository_id")) !== false)
      .map((row) => text(row, "id"));
  }

  #nodesOf(ids: readonly NodeId[]): ReadonlyMap<NodeId, GraphNode> {
    const indexed = new Map(
      this.#cards.all({ ids: JSON.stringify(ids) }).map((row) => [text(row, "id"), row]),
    );
    const missing = ids.filter((id) => !indexed.has(id));
    const linked = missing.length === 0 ? [] : this.#named.all({ ids: JSON.stringify(missing) });
    const links = new Map(linked.map((row) => [text(row, "id"), row]));
    return new Map(ids.map((id) => [id, nodeOf(id, indexed.get(id), links.get(id))]));
  }
}
