/** Shows which issues wait for which: around one, or of a repository or track. Reads the index alone. */
import { z } from "zod";
import { unreachable } from "../../base/errors.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { cardOf, issueInput, parseRepository, repoInput, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { asOf, type Shown } from "../output/look.ts";
import { cyclesIn } from "./cycles.ts";
import { asDot, asMermaid, type Drawn, labelOf } from "./drawn.ts";
import type { Graph, GraphNode } from "./graph-board.ts";
import { type GraphOutputNode, graphOutput } from "./graph-shape.ts";

const maxNodes = 2_000;
const formats = ["text", "mermaid", "dot", "json"] as const;
const maxDepth = 10;
const depthMessage = `must be a whole number from 1 to ${maxDepth}`;
const limitMessage = `must be a whole number from 1 to ${maxNodes}`;

export const graph = operation({
  name: "graph",
  summary: "Show which issues wait for which, around one issue or of a repository, as text, mermaid or dot",
  audience: "people",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    issue: issueInput.describe("only what is around this issue: 12, acme/demo#12 or its URL").optional(),
    depth: z
      .number(depthMessage)
      .int(depthMessage)
      .min(1, depthMessage)
      .max(maxDepth, depthMessage)
      .default(2)
      .describe("with an issue: how many steps away from it, in either direction"),
    repo: repoInput.optional(),
    track: z.string().max(100).describe("only what waits for issues on this track, or is on it").optional(),
    closed: z.boolean().default(false).describe("closed issues, too"),
    format: z.enum(formats).default("text").describe("text, mermaid, dot (Graphviz) or json"),
    limit: z
      .number(limitMessage)
      .int(limitMessage)
      .min(1, limitMessage)
      .max(maxNodes, limitMessage)
      .default(500)
      .describe("maximum number of issues: the most urgent that wait, and what they wait for"),
  }),
  output: graphOutput,
  positional: ["issue"],
  examples: ["graph", "graph 12 --depth 3", "graph --track api --format mermaid"],
  reads: "object",
  run: async (ports, { issue, depth, repo, track, closed, limit, format }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const center = issue === undefined ? undefined : await cardOf(ports, issue);
    const found = await ports.board.graph({
      // Around an issue, repositories are crossed.
      repository: center === undefined ? repository : undefined,
      around: center === undefined ? undefined : { id: center.id, depth },
      track,
      withClosed: closed,
      limit,
    });
    const output = graphOutputOf(found);
    return { ...output, drawing: drawingOf(output, format) };
  },
  text: ({ drawing, ...output }, shown) => drawing ?? linesOf(output, output.isCut, shown),
});

type Output = Omit<z.output<typeof graphOutput>, "asOf" | "isFresh" | "drawing">;

/** With the names that issues have for people, and the cycles. */
export function graphOutputOf({ nodes, edges, isCut }: Graph): Output {
  const hidden = nodes
    .filter(({ type }) => type === "hidden")
    .map(({ id }, place) => [id, place + 1] as const);
  const names = new Map([
    ...hidden.map(([id, place]) => [id, `elsewhere-${place}`] as const),
    ...nodes.flatMap((node) => (node.type === "shown" ? [[node.id, formatRef(node)] as const] : [])),
  ]);
  const name = (id: string): string => names.get(id) ?? id;
  const open = nodes.filter((node) => node.type === "shown" && node.state === "open").map(({ id }) => id);
  return {
    nodes: nodes.map((node) => nodeOutput(node, name(node.id))),
    edges: edges.map(({ blocked, blocker }) => ({ blocked: name(blocked), blocker: name(blocker) })),
    cycles: cyclesIn(open, edges).map((cycle) => cycle.map(name)),
    isCut,
  };
}

function nodeOutput(node: GraphNode, id: string): GraphOutputNode {
  if (node.type === "hidden") return { id, isIndexed: false };
  const { type: _, ...shown } = node;
  return { ...shown, id };
}

function drawingOf(output: Output, format: (typeof formats)[number]): string | undefined {
  switch (format) {
    case "mermaid":
      return asMermaid(output);
    case "dot":
      return asDot(output);
    case "json":
      return JSON.stringify(output, undefined, 2);
    case "text":
      return undefined;
    default:
      return unreachable(format);
  }
}

/** Each issue that waits, with what it waits for below it. */
function linesOf({ nodes, edges, cycles }: Drawn, isCut: boolean, { look, ...shown }: Shown): string {
  if (edges.length === 0) return "No open issue waits for another one.";
  const labels = new Map(nodes.map((node) => [node.id, labelOf(node)]));
  const waits = Map.groupBy(edges, ({ blocked }) => blocked);
  return [
    ...cycles.map((cycle) => look.paint("bad", `In a circle: ${[...cycle, cycle[0]].join(" waits for ")}`)),
    ...[...waits].flatMap(([blocked, all]) => [
      labels.get(blocked) ?? blocked,
      ...all.map(({ blocker }) => `  waits for ${labels.get(blocker) ?? blocker}`),
    ]),
    ...(isCut ? [`These are the ${nodes.length} most urgent; there are more.`] : []),
    ...(look.isTerminal ? [asOf({ look, ...shown })] : []),
  ].join("\n");
}
