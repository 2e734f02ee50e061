/** Reads the dependency graph: all of it, or the part around one issue. */
import { type Row, text } from "../../../base/row.ts";
import type { LinkedIssue, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Graph, GraphEdge, GraphNode, GraphQuery } from "../../../operations/graph/graph-board.ts";
import { nodeOf, toEdge } from "../../shape/graph-rows.ts";
import { recordIn } from "../../shape/record-row.ts";
import { all, type Op, type Sql, sql } from "../op.ts";

/** Both ends of each edge of the given issues. */
const neighbours = sql(`
SELECT blocker_id AS id FROM edge WHERE blocked_id = ANY(:ids::text[])
UNION SELECT blocked_id FROM edge WHERE blocker_id = ANY(:ids::text[])`);
const edgesAmong = sql(`
SELECT blocked_id AS blocked, blocker_id AS blocker FROM edge
WHERE blocked_id = ANY(:ids::text[]) AND blocker_id = ANY(:ids::text[]) ORDER BY blocked_id, blocker_id`);
const cards = sql(`
SELECT i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name,
  i.repository_id FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.id = ANY(:ids::text[])`);
/** Blockers that are not in the index, as the issues that wait for them describe them. */
const waiting = sql(`
SELECT record, read_at FROM issue WHERE id IN (SELECT blocked_id FROM edge WHERE blocker_id = ANY(:ids::text[]))`);

type Scope = Pick<GraphQuery, "withClosed" | "limit" | "among">;

/** Edges in the order of the board, a batch from an offset; how a database narrows them is its own. */
export type EdgesFor = (
  repository: RepositoryId | null,
  query: GraphQuery,
) => (offset: number) => {
  readonly sql: Sql;
  readonly values: Record<string, string | number | null | readonly string[]>;
};

export const edgesPerQuery = 5_000;

/** @param repository null for all */
export function* graphOf(repository: RepositoryId | null, query: GraphQuery, edgesFor: EdgesFor): Op<Graph> {
  const { around } = query;
  return around === undefined
    ? yield* whole(edgesFor(repository, query), query.limit)
    : yield* near(around, query);
}

function* whole(batch: ReturnType<EdgesFor>, limit: number): Op<Graph> {
  const ids = new Set<NodeId>();
  const edges: GraphEdge[] = [];
  let isCut = false;
  for (let offset = 0; ; offset += edgesPerQuery) {
    const { sql: query, values } = batch(offset);
    const rows = yield* all(query, values);
    for (const edge of rows.map(toEdge)) {
      const added = [edge.blocked, edge.blocker].filter((id) => !ids.has(id));
      isCut = ids.size + added.length > limit;
      if (isCut) break;
      for (const id of added) ids.add(id);
      edges.push(edge);
    }
    if (isCut || rows.length < edgesPerQuery) break;
  }
  return { nodes: [...(yield* nodesOf([...ids])).values()], edges, isCut };
}

function* near(
  { id: center, depth }: { readonly id: NodeId; readonly depth: number },
  { withClosed, limit, among }: Scope,
): Op<Graph> {
  const found = new Map<NodeId, GraphNode>(yield* nodesOf([center]));
  let [frontier, isCut]: [readonly NodeId[], boolean] = [[...found.keys()], false];
  for (let step = 0; step < depth && frontier.length > 0 && !isCut; step += 1) {
    const next = (yield* all(neighbours, { ids: frontier })).map((row) => text(row, "id"));
    const fresh = next.filter((id) => !found.has(id));
    isCut = found.size + fresh.length > limit;
    const nodes = [...(yield* nodesOf(fresh.slice(0, limit - found.size)))].filter(
      ([, node]) => withClosed || node.type === "hidden" || node.state === "open",
    );
    for (const [id, node] of nodes) found.set(id, node);
    // Do not follow edges through an issue that the reader may not see: they would reveal its dependencies.
    const reached = nodes.map(([id]) => id);
    frontier = yield* visible(reached, among);
  }
  const edges = (yield* all(edgesAmong, { ids: [...found.keys()] })).map(toEdge);
  return { nodes: [...found.values()], edges, isCut };
}

function* visible(ids: readonly NodeId[], among: Scope["among"]): Op<readonly NodeId[]> {
  const known = among === undefined ? undefined : new Set(among);
  const rows = yield* all(cards, { ids });
  return rows.filter((row) => known?.has(text(row, "repository_id")) !== false).map((row) => text(row, "id"));
}

function* nodesOf(ids: readonly NodeId[]): Op<ReadonlyMap<NodeId, GraphNode>> {
  const rows = ids.length === 0 ? [] : yield* all(cards, { ids });
  const indexed = new Map(rows.map((row) => [text(row, "id"), row]));
  const missing = new Set(ids.filter((id) => !indexed.has(id)));
  const links = yield* linksTo(missing);
  return new Map(ids.map((id) => [id, nodeOf(id, indexed.get(id), links.get(id))]));
}

function* linksTo(missing: ReadonlySet<NodeId>): Op<ReadonlyMap<NodeId, Row>> {
  const rows = missing.size === 0 ? [] : yield* all(waiting, { ids: [...missing] });
  const links = rows
    .map(recordIn)
    .flatMap(({ seen }) => [...seen.blockedBy.issues, ...(seen.subIssues ?? [])])
    .filter(({ id }) => missing.has(id));
  return new Map(links.map((link) => [link.id, rowOf(link)]));
}

function rowOf({ owner, repo, number, title, issueState }: LinkedIssue): Row {
  return { owner, name: repo, number, title, state: issueState.state };
}
