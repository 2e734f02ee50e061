/** Reads the dependency graph: all of it, or the part around one issue. */
import { type Row, text } from "../../../base/row.ts";
import type { LinkedIssue, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Graph, GraphEdge, GraphNode, GraphQuery } from "../../../operations/graph/graph-board.ts";
import { nodeOf, toEdge } from "../../shape/graph-rows.ts";
import { recordIn } from "../../shape/record-row.ts";
import type { Connection, Queries } from "../database/connection.ts";
import { statement, type Values } from "../database/statement.ts";
import { Conditional, cardColumns } from "./conditions.ts";

/** An edge is read from the blocked issue's own list. */
const allEdges = (where: string): string => `
SELECT e.blocked_id AS blocked, e.blocker_id AS blocker
FROM issue AS b JOIN edge AS e ON e.blocked_id = b.id LEFT JOIN issue AS k ON k.id = e.blocker_id
WHERE b.kind IS NOT NULL ${where}
ORDER BY b.urgency, b.created_at, b.id, e.blocker_id LIMIT :edgesPerQuery OFFSET :offset`;

const conditions = {
  open: "b.state = 'open' AND coalesce(k.state, 'open') = 'open'",
  repository: "(b.repository_id = :repository OR k.repository_id = :repository)",
  among: "(b.repository_id = ANY(:among::text[]) OR k.repository_id = ANY(:among::text[]))",
  track:
    '(lower(b.track) = lower(:track::text COLLATE "C") OR lower(k.track) = lower(:track::text COLLATE "C"))',
};

/** Both ends of each edge of the given issues. */
const neighbours = statement(`
SELECT blocker_id AS id FROM edge WHERE blocked_id = ANY(:ids::text[])
UNION SELECT blocked_id FROM edge WHERE blocker_id = ANY(:ids::text[])`);

const edgesAmong = statement(`
SELECT blocked_id AS blocked, blocker_id AS blocker FROM edge
WHERE blocked_id = ANY(:ids::text[]) AND blocker_id = ANY(:ids::text[]) ORDER BY blocked_id, blocker_id`);

const cards = statement(`
SELECT ${cardColumns}, i.repository_id FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.id = ANY(:ids::text[])`);

/** Blockers that are not in the index, as the issues that wait for them describe them. */
const waiting = statement(`
SELECT record, read_at FROM issue WHERE id IN (SELECT blocked_id FROM edge WHERE blocker_id = ANY(:ids::text[]))`);

type Scope = Pick<GraphQuery, "withClosed" | "limit" | "among">;

const edgesPerQuery = 5_000;

export class GraphList {
  readonly #connection: Connection;
  readonly #edges = new Conditional(allEdges, conditions);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @param repository null for all */
  graph(repository: RepositoryId | null, query: GraphQuery): Promise<Graph> {
    const { around, track = null, among = null } = query;
    const values = { repository, track, among, open: query.withClosed ? null : 1, edgesPerQuery };
    return this.#connection.snapshot((queries) =>
      around === undefined
        ? whole(queries, (offset) => this.#batch(queries, { ...values, offset }), query.limit)
        : near(queries, around, query),
    );
  }

  #batch(queries: Queries, values: Values): Promise<readonly Row[]> {
    return queries.all(this.#edges.for(values), values);
  }
}

async function whole(
  queries: Queries,
  read: (offset: number) => Promise<readonly Row[]>,
  limit: number,
): Promise<Graph> {
  const ids = new Set<NodeId>();
  const edges: GraphEdge[] = [];
  let isCut = false;
  for (let offset = 0; ; offset += edgesPerQuery) {
    const rows = await read(offset);
    for (const edge of rows.map(toEdge)) {
      const added = [edge.blocked, edge.blocker].filter((id) => !ids.has(id));
      isCut = ids.size + added.length > limit;
      if (isCut) break;
      for (const id of added) ids.add(id);
      edges.push(edge);
    }
    if (isCut || rows.length < edgesPerQuery) break;
  }
  return { nodes: [...(await nodesOf(queries, [...ids])).values()], edges, isCut };
}

async function near(
  queries: Queries,
  { id: center, depth }: { readonly id: NodeId; readonly depth: number },
  { withClosed, limit, among }: Scope,
): Promise<Graph> {
  const found = new Map<NodeId, GraphNode>(await nodesOf(queries, [center]));
  let [frontier, isCut]: [readonly NodeId[], boolean] = [[...found.keys()], false];
  for (let step = 0; step < depth && frontier.length > 0 && !isCut; step += 1) {
    const next = (await queries.all(neighbours, { ids: frontier })).map((row) => text(row, "id"));
    const fresh = next.filter((id) => !found.has(id));
    isCut = found.size + fresh.length > limit;
    const nodes = [...(await nodesOf(queries, fresh.slice(0, limit - found.size)))].filter(
      ([, node]) => withClosed || node.type === "hidden" || node.state === "open",
    );
    for (const [id, node] of nodes) found.set(id, node);
    // Do not follow edges through an issue that the reader may not see: they would reveal its dependencies.
    const reached = nodes.map(([id]) => id);
    frontier = await visible(queries, reached, among);
  }
  const edges = (await queries.all(edgesAmong, { ids: [...found.keys()] })).map(toEdge);
  return { nodes: [...found.values()], edges, isCut };
}

async function visible(
  queries: Queries,
  ids: readonly NodeId[],
  among: Scope["among"],
): Promise<readonly NodeId[]> {
  const known = among === undefined ? undefined : new Set(among);
  const rows = await queries.all(cards, { ids });
  return rows.filter((row) => known?.has(text(row, "repository_id")) !== false).map((row) => text(row, "id"));
}

async function nodesOf(queries: Queries, ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, GraphNode>> {
  const rows = ids.length === 0 ? [] : await queries.all(cards, { ids });
  const indexed = new Map(rows.map((row) => [text(row, "id"), row]));
  const missing = new Set(ids.filter((id) => !indexed.has(id)));
  const links = await linksTo(queries, missing);
  return new Map(ids.map((id) => [id, nodeOf(id, indexed.get(id), links.get(id))]));
}

async function linksTo(queries: Queries, missing: ReadonlySet<NodeId>): Promise<ReadonlyMap<NodeId, Row>> {
  const rows = missing.size === 0 ? [] : await queries.all(waiting, { ids: [...missing] });
  const links = rows
    .map(recordIn)
    .flatMap(({ seen }) => [...seen.blockedBy.issues, ...(seen.subIssues ?? [])])
    .filter(({ id }) => missing.has(id));
  return new Map(links.map((link) => [link.id, rowOf(link)]));
}

function rowOf({ owner, repo, number, title, issueState }: LinkedIssue): Row {
  return { owner, name: repo, number, title, state: issueState.state };
}
