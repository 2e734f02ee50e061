/**
 * Arranges a graph in columns and rows: layers by longest path, sweeps that move each node towards the mean of its
 * neighbours, and parts that are not connected next to each other in rows.
 */
import { type Arrow, indexes, layersOf, listsOf } from "./layers.ts";

export interface Spot {
  readonly column: number;
  /** May lie between two rows. */
  readonly row: number;
}

export interface Arrangement {
  readonly spots: readonly Spot[];
  readonly columns: number;
  readonly rows: number;
}

/** More make no visible difference. */
const sweeps = 8;
/** As wide as a page; a wider part makes all rows as wide. */
const leastColumns = 5;

export function arrange(count: number, arrows: readonly Arrow[]): Arrangement {
  const layers = layersOf(count, arrows);
  const sides = [listsOf(count, arrows, "to"), listsOf(count, arrows, "from")] as const;
  const parts = partsOf(count, arrows).map((nodes) => arrangedPart(nodes, layers, sides));
  return packed(count, parts);
}

interface Part {
  readonly spots: ReadonlyMap<number, Spot>;
  readonly columns: number;
  readonly rows: number;
}

/** What comes before each node, and what comes after it. */
type Sides = readonly [readonly (readonly number[])[], readonly (readonly number[])[]];

/** The nodes that are connected with each other, each group in the order of the list. */
function partsOf(count: number, arrows: readonly Arrow[]): readonly (readonly number[])[] {
  const above = [...indexes(count)];
  const rootOf = (node: number): number => {
    let root = node;
    while (above[root] !== root) {
      above[root] = above[above[root] ?? root] ?? root;
      root = above[root] ?? root;
    }
    return root;
  };
  for (const { from, to } of arrows) above[rootOf(to)] = rootOf(from);
  return [...Map.groupBy(indexes(count), rootOf).values()];
}

function arrangedPart(nodes: readonly number[], layers: readonly number[], sides: Sides): Part {
  const first = nodes.reduce((least, node) => Math.min(least, layers[node] ?? 0), Number.MAX_SAFE_INTEGER);
  const columnOf = (node: number): number => (layers[node] ?? 0) - first;
  const byColumn = Map.groupBy(nodes, columnOf);
  const columns = indexes(byColumn.size).map((column) => [...(byColumn.get(column) ?? [])]);
  const rows = new Map<number, number>();
  for (const column of columns) for (const [row, node] of column.entries()) rows.set(node, row);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const neighbours = sides[isForward ? 0 : 1];
    for (const column of isForward ? columns : columns.toReversed()) sweepOver(column, neighbours, rows);
  }
  for (const side of [0, 1, 0] as const)
    for (const column of side === 0 ? columns : columns.toReversed()) spread(column, sides[side], rows);
  const least = Math.min(...rows.values());
  const spots = new Map(
    nodes.map((node) => [node, { column: columnOf(node), row: (rows.get(node) ?? 0) - least }]),
  );
  return { spots, columns: columns.length, rows: Math.max(...rows.values()) - least + 1 };
}

type Lists = readonly (readonly number[])[];

/** Sorts a column by the mean rows of its nodes' neighbours; a node without any keeps its place as well as it can. */
function sweepOver(column: number[], neighbours: Lists, rows: Map<number, number>): void {
  const means = new Map(column.map((node) => [node, meanOf(node, neighbours, rows)]));
  column.sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0));
  for (const [row, node] of column.entries()) rows.set(node, row);
}

/** Moves the nodes of a column towards their neighbours, at least a row apart and in their order. */
function spread(column: readonly number[], neighbours: Lists, rows: Map<number, number>): void {
  const wanted = column.map((node) => meanOf(node, neighbours, rows));
  const placed: number[] = [];
  for (const row of wanted) placed.push(Math.max(row, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + 1));
  const shift = placed.reduce((sum, row, place) => sum + row - (wanted[place] ?? 0), 0) / column.length;
  for (const [place, node] of column.entries()) rows.set(node, (placed[place] ?? 0) - shift);
}

function meanOf(node: number, neighbours: Lists, rows: ReadonlyMap<number, number>): number {
  const near = neighbours[node] ?? [];
  if (near.length === 0) return rows.get(node) ?? 0;
  let sum = 0;
  for (const each of near) sum += rows.get(each) ?? 0;
  return sum / near.length;
}

/** Parts side by side, as many as fit into the width of the widest one, and below each other. */
function packed(count: number, parts: readonly Part[]): Arrangement {
  const width = parts.reduce((most, { columns }) => Math.max(most, columns), leastColumns);
  const spots = new Array<Spot>(count).fill({ column: 0, row: 0 });
  let column = 0;
  let row = 0;
  let height = 0;
  for (const part of parts) {
    if (column + part.columns > width) [column, row, height] = [0, row + height, 0];
    for (const [node, spot] of part.spots)
      spots[node] = { column: column + spot.column, row: row + spot.row };
    column += part.columns;
    height = Math.max(height, Math.ceil(part.rows) + 0.5);
  }
  return { spots, columns: parts.length === 0 ? 0 : width, rows: row + height };
}
