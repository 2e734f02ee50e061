/** A graph as text that other programs draw. Titles are others' words: nothing in them ends a label. */
import { oneLine } from "../output/terminal-text.ts";
import type { GraphOutputNode } from "./graph-shape.ts";

export interface Drawn {
  readonly nodes: readonly GraphOutputNode[];
  readonly edges: readonly { readonly blocked: string; readonly blocker: string }[];
  readonly cycles: readonly (readonly string[])[];
}

const elsewhere = "an issue in another repository";

/** Colours that can be read on light and dark backgrounds. */
const colours = {
  ready: "#2da44e",
  "in-progress": "#0969da",
  "in-review": "#8250df",
  blocked: "#cf222e",
} as const;

/** `acme/demo#12 Sign in (blocked)`. */
export function labelOf({ id, title, state, status }: GraphOutputNode): string {
  if (title === undefined) return elsewhere;
  return `${oneLine(id, 150)} ${oneLine(title, 80)} (${state === "closed" ? "closed" : (status ?? "open")})`;
}

/** GitHub draws it in a block of the language `mermaid`. An arrow leads from an issue to what waits for it. */
export function asMermaid({ nodes, edges, cycles }: Drawn): string {
  const names = new Map(nodes.map(({ id }, place) => [id, `n${place + 1}`]));
  const inCycle = new Set(cycles.flat());
  const classes = nodes.flatMap(({ id, status, state }) => {
    const name = inCycle.has(id) ? "cycle" : state === "closed" ? undefined : status;
    return name === undefined ? [] : [`  class ${names.get(id)} ${name.replace("-", "_")}`];
  });
  return [
    "flowchart LR",
    ...nodes.map((node) => `  ${names.get(node.id)}["${inMermaid(labelOf(node))}"]`),
    ...edges.map(({ blocked, blocker }) => `  ${names.get(blocker)} --> ${names.get(blocked)}`),
    ...Object.entries(colours).map(
      ([name, colour]) => `  classDef ${name.replace("-", "_")} stroke:${colour}`,
    ),
    `  classDef cycle stroke:${colours.blocked},stroke-width:3px`,
    ...classes,
  ].join("\n");
}

/** Letters, digits and what separates words stay; everything else by its number, as mermaid writes entities. */
function inMermaid(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,/_()-]/gu, (sign) => `#${sign.codePointAt(0) ?? 32};`);
}

/** For Graphviz: `dot -Tsvg`. */
export function asDot({ nodes, edges, cycles }: Drawn): string {
  const inCycle = new Set(cycles.flat());
  const colourOf = ({ id, status }: GraphOutputNode): string | undefined =>
    inCycle.has(id) ? colours.blocked : status && colours[status];
  return [
    "digraph signalbox {",
    "  rankdir=LR; node [shape=box];",
    ...nodes.map((node) => {
      const colour = colourOf(node);
      return `  ${inDot(node.id)} [label=${inDot(labelOf(node))}${colour === undefined ? "" : `, color="${colour}"`}];`;
    }),
    ...edges.map(({ blocked, blocker }) => `  ${inDot(blocker)} -> ${inDot(blocked)};`),
    "}",
  ].join("\n");
}

function inDot(text: string): string {
  return `"${text.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
