/** A graph as SVG: a box for each issue, which is a link, and an arrow from each to what waits for it. */
import type { GraphOutput, GraphOutputNode } from "../../operations/graph/graph-shape.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import { issueAddress } from "../addresses.ts";
import { type Html, html, type Part } from "../html.ts";
import { type Mark, markIn, markSymbols, wordsFor } from "../parts/marks.ts";
import { arrange, type Spot } from "./arrange.ts";
import { fitted } from "./fit.ts";
import type { Arrow } from "./layers.ts";

export interface DrawingLook {
  /** The repository that the drawing is about: its issues are named by their numbers. */
  readonly home: RepositoryName | undefined;
  /** The issue that the drawing is around, by its id. */
  readonly center: string | undefined;
  readonly githubPage: (ref: FullRef) => string | undefined;
}

type Drawn = Pick<GraphOutput, "nodes" | "edges" | "cycles">;

const box = { width: 208, height: 46 } as const;
const step = { column: 264, row: 58 } as const;
const margin = 12;
/** In signs: the name and state above, the title below. */
const room = { facts: 27, title: 27 } as const;
const elsewhere = "an issue in another repository";

export function drawingOf({ nodes, edges, cycles }: Drawn, look: DrawingLook): Html {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const arrows = edges.flatMap(({ blocked, blocker }): readonly Arrow[] => {
    const from = places.get(blocker);
    const to = places.get(blocked);
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  const { spots, columns, rows } = arrange(nodes.length, arrows);
  const inCycle = new Set(cycles.flat());
  const closing = closingArrows(cycles, places);
  const counts = waitsBy(arrows);
  const width = columns * step.column - (step.column - box.width) + 2 * margin;
  const height = Math.ceil(rows * step.row - (step.row - box.height)) + 2 * margin;
  const lines = arrows.map((arrow) => arrowLine(arrow, spots, closing.has(`${arrow.from} ${arrow.to}`)));
  const boxes = nodes.map((node, place) =>
    nodeBox(node, spots[place], inCycle.has(node.id), counts.get(place) ?? 0, look),
  );
  return html`<svg class="drawing" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Issues, each with an arrow to what waits for it">
${markSymbols()}
<defs>${arrowHead("arrow")}${arrowHead("arrow-circle")}</defs>
<g class="arrows" marker-end="url(#arrow)">${lines}</g>
${boxes}
</svg>`;
}

function arrowHead(id: string): Html {
  return html`<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 .8 7.4 4 0 7.2z"/></marker>`;
}

/** The arrows between the issues of a circle, by `from to`. */
function closingArrows(cycles: Drawn["cycles"], places: ReadonlyMap<string, number>): ReadonlySet<string> {
  return new Set(
    cycles.flatMap((cycle) =>
      cycle.map((id, at) => `${places.get(cycle[(at + 1) % cycle.length] ?? "")} ${places.get(id)}`),
    ),
  );
}

/** For how many others each node waits. */
function waitsBy(arrows: readonly Arrow[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { to } of arrows) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

const xOf = ({ column }: Spot): number => margin + column * step.column;
const yOf = ({ row }: Spot): number => Math.round(margin + row * step.row);
const nowhere: Spot = { column: 0, row: 0 };

function arrowLine({ from, to }: Arrow, spots: readonly Spot[], isInCircle: boolean): Html {
  const start = spots[from] ?? nowhere;
  const end = spots[to] ?? nowhere;
  const colour = isInCircle && html` class="circle" marker-end="url(#arrow-circle)"`;
  if (end.column <= start.column) return html`<path${colour} d="${wayBack(start, end)}"/>`;
  const x1 = xOf(start) + box.width;
  const y1 = yOf(start) + box.height / 2;
  const x2 = xOf(end);
  const y2 = yOf(end) + box.height / 2;
  const bend = Math.min(80, (x2 - x1) / 2);
  return html`<path${colour} d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`;
}

/** What closes a circle leads back below the boxes. */
function wayBack(start: Spot, end: Spot): string {
  const x1 = xOf(start) + box.width / 2;
  const y1 = yOf(start) + box.height;
  const x2 = xOf(end) + box.width / 2;
  const y2 = yOf(end) + box.height;
  return `M${x1} ${y1}C${x1} ${y1 + 34} ${x2} ${y2 + 34} ${x2} ${y2}`;
}

function nodeBox(
  node: GraphOutputNode,
  spot: Spot = nowhere,
  isInCircle: boolean,
  waits: number,
  look: DrawingLook,
): Html {
  const x = xOf(spot);
  const y = yOf(spot);
  const { owner, repo, number, title } = node;
  const frame = html`<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>`;
  if (owner === undefined || repo === undefined || number === undefined || title === undefined)
    return html`<g class="node stub">${frame}<text x="${x + 10}" y="${y + 28}">${elsewhere}</text></g>`;
  const ref = { owner, repo, number };
  const mark = markOf(node);
  const state = isInCircle ? "in a circle" : mark === "open" ? (node.kind ?? "open") : wordsFor(mark);
  const name = nameIn(ref, look.home);
  const facts = `${fitted(name, room.facts - state.length)} · ${state}`;
  const kind = `node${isInCircle ? " circle" : ""}${isStub(ref, node, look.home) ? " stub" : ""}${node.id === look.center ? " center" : ""}`;
  const address = node.isIndexed ? issueAddress(ref) : look.githubPage(ref);
  const inside = html`${frame}${markIn(mark, x + 10, y + 9)}<text class="name" x="${x + 27}" y="${y + 19}">${facts}</text><text x="${x + 10}" y="${y + 36}">${fitted(title.replace(/^(?:Escalation|Q|A): */u, ""), room.title)}</text>`;
  const waiting = waits > 0 && `, waits for ${waits}`;
  if (address === undefined) return html`<g class="${kind}">${inside}</g>`;
  return html`<a class="${kind}" href="${address}"${githubOf(ref, look)}><title>${name} ${title}, ${state}${waiting}</title>${inside}</a>`;
}

function githubOf(ref: FullRef, { githubPage }: DrawingLook): Part {
  const address = githubPage(ref);
  return address !== undefined && html` data-github="${address}"`;
}

function nameIn({ owner, repo, number }: FullRef, home: RepositoryName | undefined): string {
  return home?.owner === owner && home.repo === repo ? `#${number}` : `${owner}/${repo}#${number}`;
}

/** It belongs to another repository than the one that is drawn, or is only known by its name. */
function isStub({ owner, repo }: FullRef, node: GraphOutputNode, home: RepositoryName | undefined): boolean {
  return !node.isIndexed || (home !== undefined && (home.owner !== owner || home.repo !== repo));
}

function markOf({ state, status, kind }: GraphOutputNode): Mark {
  if (state === "closed") return "done";
  return status ?? (kind === "escalation" ? "people" : "open");
}
