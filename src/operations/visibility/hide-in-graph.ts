/** A graph without the issues that a reader may not see: each way to one ends at a node of its own that says nothing. */
import type { Graph, GraphEdge, HiddenNode, ShownNode } from "../graph/graph-board.ts";

/** @param isVisible whether the reader may see an issue */
export function hideInGraph(graph: Graph, isVisible: (node: ShownNode) => boolean): Graph {
  const shown = graph.nodes.filter(
    (node): node is ShownNode => node.type === "shown" && node.isIndexed && isVisible(node),
  );
  const known = new Set(shown.map(({ id }) => id));
  const hidden: HiddenNode[] = [];
  const hide = (): string => {
    const id = `hidden-${hidden.length + 1}`;
    hidden.push({ type: "hidden", id });
    return id;
  };
  const edges = graph.edges.flatMap(({ blocked, blocker }): readonly GraphEdge[] => {
    const isBlockedKnown = known.has(blocked);
    const isBlockerKnown = known.has(blocker);
    if (!isBlockedKnown && !isBlockerKnown) return [];
    return [{ blocked: isBlockedKnown ? blocked : hide(), blocker: isBlockerKnown ? blocker : hide() }];
  });
  return { ...graph, nodes: [...shown, ...hidden], edges };
}
