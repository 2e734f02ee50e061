/** Puts each node of a graph into a layer, so that its arrows lead to the right. Arrows that close a circle do not count. */

/** Between nodes, by their places in a list. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
}

/** A node's layer is one more than the greatest of those before it; a node with none before it stands next to what it leads to. */
export function layersOf(count: number, arrows: readonly Arrow[]): readonly number[] {
  const forward = withoutCircles(count, arrows);
  const after = listsOf(count, forward, "from");
  const left = countsOf(count, forward);
  const starts = indexes(count).filter((node) => left[node] === 0);
  const layers = new Array<number>(count).fill(0);
  const sorted = [...starts];
  for (const node of sorted)
    for (const next of after[node] ?? []) {
      layers[next] = Math.max(layers[next] ?? 0, (layers[node] ?? 0) + 1);
      left[next] = (left[next] ?? 0) - 1;
      if (left[next] === 0) sorted.push(next);
    }
  for (const node of starts) {
    const next = (after[node] ?? []).map((each) => layers[each] ?? 0);
    if (next.length > 0) layers[node] = Math.min(...next) - 1;
  }
  return layers;
}

/** Without the arrows that lead back to a node on the way that is being followed. */
function withoutCircles(count: number, arrows: readonly Arrow[]): readonly Arrow[] {
  const after = listsOf(count, arrows, "from");
  const state = new Array<"new" | "open" | "done">(count).fill("new");
  const kept: Arrow[] = [];
  const path: { readonly node: number; next: number }[] = [];
  for (const root of indexes(count)) {
    if (state[root] === "new") path.push({ node: root, next: 0 });
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      state[top.node] = "open";
      const to = after[top.node]?.[top.next];
      top.next += 1;
      if (to === undefined) {
        state[top.node] = "done";
        path.pop();
      } else if (state[to] !== "open") {
        kept.push({ from: top.node, to });
        if (state[to] === "new") path.push({ node: to, next: 0 });
      }
    }
  }
  return kept;
}

/** By node: where its arrows lead, or where those that lead to it come from. */
export function listsOf(
  count: number,
  arrows: readonly Arrow[],
  by: keyof Arrow,
): readonly (readonly number[])[] {
  const lists: number[][] = indexes(count).map(() => []);
  for (const arrow of arrows) lists[arrow[by]]?.push(by === "from" ? arrow.to : arrow.from);
  return lists;
}

export const indexes = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => place);

/** How many arrows lead to each node. */
function countsOf(count: number, arrows: readonly Arrow[]): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const { to } of arrows) counts[to] = (counts[to] ?? 0) + 1;
  return counts;
}
