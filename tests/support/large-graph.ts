/** A graph of 2,000 issues in 100 layers, with five cycles of three, other repositories, and issues that are not named. */
import { cyclesIn } from "../../src/operations/graph/cycles.ts";
import type { GraphOutput, GraphOutputNode } from "../../src/operations/graph/graph-shape.ts";
import { seededRandom } from "./seeded-random.ts";

const layers = 100;
const perLayer = 20;
const hidden = 10;
const statuses = ["ready", "in-progress", "in-review", "blocked"] as const;

export function largeGraph(): Pick<GraphOutput, "nodes" | "edges" | "cycles" | "isCut"> {
  const random = seededRandom(14);
  const nodes = Array.from({ length: layers * perLayer }, (_, place) => nodeAt(place));
  const id = (layer: number, place: number): string => nodes[layer * perLayer + place]?.id ?? "";
  const wait = (blocked: string, blocker: string) => ({ blocked, blocker });
  const edges = nodes.slice(perLayer).flatMap((node, place) => {
    const layer = Math.floor(place / perLayer);
    const further =
      random(4) === 0 ? [wait(node.id, id(Math.max(0, layer - random(9)), random(perLayer)))] : [];
    // One path leads through all layers, so that the layout needs as many.
    const before = place % perLayer === 0 ? 0 : random(perLayer);
    return [
      wait(node.id, id(layer, before)),
      ...further.filter(({ blocker }) => blocker !== id(layer, before)),
    ];
  });
  const cycles = Array.from({ length: 5 }, (_, place) => cycleOf(nodes, place)).flat();
  const all = [...edges.filter(({ blocked }) => !cycles.some((each) => each.blocked === blocked)), ...cycles];
  const open = nodes.map((node) => node.id);
  return { nodes, edges: all, cycles: cyclesIn(open, all).map((cycle) => [...cycle]), isCut: false };
}

/** Three issues of the last layer that wait for each other, and for nothing else. */
function cycleOf(nodes: readonly GraphOutputNode[], place: number) {
  const first = nodes.length - 3 * (place + 1);
  const ids = nodes.slice(first, first + 3).map(({ id }) => id);
  return ids.map((blocked, at) => ({ blocked, blocker: ids[(at + 1) % ids.length] ?? "" }));
}

function nodeAt(place: number): GraphOutputNode {
  // In the first layer, from which everything follows.
  if (place > 0 && place <= hidden) return { id: `elsewhere-${place}`, isIndexed: false };
  const repo = place % 50 === 0 ? "api" : "demo";
  const number = place + 1;
  return {
    id: `acme/${repo}#${number}`,
    owner: "acme",
    repo,
    number,
    kind: "task",
    state: "open",
    isIndexed: true,
    title: `Task ${number}: do what the goal says`,
    status: statuses[place % statuses.length],
  };
}
