/** Finds issues that wait for each other in a circle, so that none of them can ever be started. */
import type { GraphEdge } from "./graph-board.ts";

/**
 * One cycle for each group of issues that all wait for one another, as a shortest one from its first issue: each waits
 * for the next, and the last for the first.
 * @param ids in the order in which groups and their first issues are named
 */
export function cyclesIn(
  ids: readonly string[],
  edges: readonly GraphEdge[],
): readonly (readonly string[])[] {
  const waits = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { blocked, blocker } of edges) if (waits.has(blocker)) waits.get(blocked)?.push(blocker);
  const places = new Map(ids.map((id, place) => [id, place]));
  const place = (id: string): number => places.get(id) ?? 0;
  return knotsOf(ids, waits)
    .map((knot) => knot.toSorted((a, b) => place(a) - place(b)))
    .filter(([first = "", second]) => second !== undefined || waits.get(first)?.includes(first))
    .toSorted(([a = ""], [b = ""]) => place(a) - place(b))
    .map(([first = "", ...others]) => shortestFrom(first, new Set([first, ...others]), waits));
}

type Waits = ReadonlyMap<string, readonly string[]>;

/** Groups in which each issue waits for each other, directly or not; most have one issue. Tarjan, without recursion. */
function knotsOf(ids: readonly string[], waits: Waits): readonly (readonly string[])[] {
  const knots: (readonly string[])[] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const path: { readonly id: string; next: number }[] = [];
  const enter = (id: string): void => {
    order.set(id, order.size);
    low.set(id, order.size - 1);
    open.add(id);
    path.push({ id, next: 0 });
  };
  const lower = (id: string, to: number | undefined): void =>
    void low.set(id, Math.min(low.get(id) ?? 0, to ?? Number.MAX_SAFE_INTEGER));
  for (const root of ids) {
    if (!order.has(root)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const blocker = waits.get(top.id)?.[top.next];
      top.next += 1;
      if (blocker === undefined) {
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) lower(above.id, low.get(top.id));
        if (low.get(top.id) === order.get(top.id)) knots.push(takeFrom(open, top.id));
      } else if (!order.has(blocker)) enter(blocker);
      else if (open.has(blocker)) lower(top.id, order.get(blocker));
    }
  }
  return knots;
}

/** Removes what was added since `id`, and `id`. */
function takeFrom(open: Set<string>, id: string): readonly string[] {
  const all = [...open];
  const taken = all.slice(all.lastIndexOf(id));
  for (const each of taken) open.delete(each);
  return taken;
}

function shortestFrom(first: string, knot: ReadonlySet<string>, waits: Waits): readonly string[] {
  const cameFrom = new Map<string, string>();
  let ring: readonly string[] = [first];
  while (ring.length > 0) {
    const next: string[] = [];
    for (const id of ring)
      for (const blocker of waits.get(id) ?? []) {
        if (blocker === first) return wayTo(id, cameFrom);
        if (!knot.has(blocker) || cameFrom.has(blocker)) continue;
        cameFrom.set(blocker, id);
        next.push(blocker);
      }
    ring = next;
  }
  return [first];
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [last];
  for (let before = cameFrom.get(last); before !== undefined; before = cameFrom.get(before))
    way.unshift(before);
  return way;
}
