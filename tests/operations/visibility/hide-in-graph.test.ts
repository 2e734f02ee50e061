import { expect, test } from "vitest";
import type { Graph, ShownNode } from "../../../src/operations/graph/graph-board.ts";
import { hideInGraph } from "../../../src/operations/visibility/hide-in-graph.ts";

const node = (number: number, repo: string, isIndexed = true): ShownNode => ({
  type: "shown",
  id: `I_${number}`,
  owner: "acme",
  repo,
  number,
  title: `In ${repo}`,
  kind: "task",
  state: "open",
  status: "ready",
  priority: undefined,
  track: undefined,
  isIndexed,
});
const waits = (blocked: number, blocker: number) => ({ blocked: `I_${blocked}`, blocker: `I_${blocker}` });

test("IF24 each way to a hidden issue ends at a node of its own, and what is between hidden ones is left out", () => {
  const graph: Graph = {
    nodes: [node(1, "demo"), node(2, "demo"), node(3, "cellar"), node(4, "cellar"), node(5, "demo", false)],
    edges: [waits(1, 3), waits(2, 3), waits(3, 4), waits(4, 2), waits(2, 5)],
    isCut: false,
  };
  const hidden = hideInGraph(graph, ({ repo }) => repo === "demo");
  expect(hidden.nodes.map(({ id }) => id)).toEqual([
    "I_1",
    "I_2",
    "hidden-1",
    "hidden-2",
    "hidden-3",
    "hidden-4",
  ]);
  expect(hidden.edges).toEqual([
    { blocked: "I_1", blocker: "hidden-1" },
    { blocked: "I_2", blocker: "hidden-2" },
    { blocked: "hidden-3", blocker: "I_2" },
    { blocked: "I_2", blocker: "hidden-4" },
  ]);
  expect(JSON.stringify(hidden)).not.toMatch(/cellar|I_[345]/);
});
