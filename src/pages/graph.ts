/** The graph: which issues wait for which, as a drawing in which each issue is a link. */
import type { GraphOutput, GraphOutputNode } from "../operations/graph/graph-shape.ts";
import type { FullRef, RepositoryName } from "../protocol/references/ref.ts";
import { issueAddress, withQuery } from "./addresses.ts";
import { drawingOf } from "./drawing/drawing.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part, spaced } from "./html.ts";
import { layout } from "./layout.ts";
import { choice } from "./parts/fields.ts";

export interface GraphFilter {
  readonly issue: string | undefined;
  readonly depth: string | undefined;
  readonly repo: string | undefined;
  readonly track: string | undefined;
  readonly closed: boolean;
}

export interface GraphView {
  /** Undefined if it could not be found. */
  readonly graph: Pick<GraphOutput, "nodes" | "edges" | "cycles" | "isCut"> | undefined;
  /** Why it was not found, in a sentence. */
  readonly problem: string | undefined;
  /** The issue that it is around. */
  readonly center: FullRef | undefined;
  readonly tracks: readonly string[];
  readonly repositories: readonly string[];
}

export const graphPath = "/graph";
const depths = ["1", "2", "3", "5", "10"] as const;
/** Circles that are named, and nodes up to which a list repeats the drawing in words. */
const [maxCircles, maxListed] = [10, 150];
/** A larger drawing is not drawn again while the page is open: that takes the browser half a second. */
const maxLive = 400;

export function graphPage(view: GraphView, filter: GraphFilter, frame: Frame): string {
  const { graph, problem } = view;
  const isStill = problem !== undefined || (graph?.nodes.length ?? 0) > maxLive;
  const body = html`<div class="wide">
<h1 class="unseen">Graph</h1>
${filterForm(view, filter)}
${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
${graph !== undefined && drawn(graph, view, filter, frame)}
</div>`;
  const script = "/assets/graph.js";
  return layout({ title: "Graph", place: graphPath, body, isStill, script }, frame);
}

function filterForm({ tracks, repositories }: GraphView, filter: GraphFilter): Html {
  const { issue, depth = "2", repo, track, closed } = filter;
  const isFiltered = [issue, repo, track].some((value) => value !== undefined) || closed;
  return html`<form class="filter" method="get" action="${graphPath}" role="search">
<label><span>Around the issue</span><input type="search" name="issue" id="filter" value="${issue ?? ""}" placeholder="12" maxlength="200" autocomplete="off" size="14"></label>
${choice("depth", "Steps", depth, depths, undefined)}
${repositories.length > 1 && choice("repo", "Repository", repo, repositories)}
${(tracks.length > 0 || track !== undefined) && choice("track", "Track", track, tracks)}
<label class="check"><input type="checkbox" name="closed" value="1"${closed && html` checked`}> Closed ones, too</label>
<button>Show</button>
${isFiltered && html`<a href="${graphPath}">Everything open</a>`}
</form>`;
}

function drawn(
  graph: NonNullable<GraphView["graph"]>,
  { center, repositories }: GraphView,
  filter: GraphFilter,
  frame: Frame,
): Html {
  if (graph.edges.length === 0) return nothingWaits(center);
  const home = center ?? homeOf(filter.repo ?? (repositories.length === 1 ? repositories[0] : undefined));
  const centerId = center === undefined ? undefined : `${center.owner}/${center.repo}#${center.number}`;
  const look = { home, center: centerId, githubPage: frame.githubPage };
  return html`${circles(graph)}
<p class="facts graph-facts">${spaced([
    html`<span>${counted(graph.nodes.length, "issue")}, ${counted(graph.edges.length, "dependency", "dependencies")}</span>`,
    html`<span>an arrow leads to what waits</span>`,
    graph.isCut && html`<strong>the most urgent ones: there are more</strong>`,
    graph.nodes.length > maxLive && html`<span>not kept up to date: reload it for changes</span>`,
  ])}</p>
<div class="canvas" id="canvas" tabindex="0" role="region" aria-label="Drawing, scrolls">${drawingOf(graph, look)}</div>
${graph.nodes.length <= maxListed && listed(graph)}`;
}

function homeOf(name: string | undefined): RepositoryName | undefined {
  const [owner, repo] = name?.split("/") ?? [];
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

type Drawn = NonNullable<GraphView["graph"]>;

function circles({ cycles, nodes }: Drawn): Part {
  if (cycles.length === 0) return undefined;
  const known = new Map(nodes.map((node) => [node.id, node]));
  const lines = cycles
    .slice(0, maxCircles)
    .map(
      (cycle) => html`<li>${joined([...cycle, cycle[0] ?? ""].map((id) => nameOf(id, known.get(id))))}</li>`,
    );
  const left = cycles.length - maxCircles;
  return html`<div class="notice bad"><p><strong>${counted(cycles.length, "circle")}:</strong> these wait for each other, so none of them can be started. Remove one of the dependencies.</p>
<ul class="list">${lines}${left > 0 && html`<li>and ${left} more</li>`}</ul></div>`;
}

function joined(names: readonly Html[]): readonly Part[] {
  return names.flatMap((name, place) => (place === 0 ? [name] : [" waits for ", name]));
}

function nameOf(id: string, node: GraphOutputNode | undefined): Html {
  const { owner, repo, number, title, isIndexed } = node ?? {};
  if (owner === undefined || repo === undefined || number === undefined)
    return html`an issue in another repository`;
  const address = isIndexed === true ? issueAddress({ owner, repo, number }) : undefined;
  return html`${address === undefined ? id : html`<a href="${address}">${id}</a>`} ${title}`;
}

/** The drawing in words, for those who do not see it. */
function listed({ nodes, edges }: Drawn): Html {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const waits = [...Map.groupBy(edges, ({ blocked }) => blocked)].map(
    ([id, all]) =>
      html`<li>${nameOf(id, known.get(id))} waits for<ul>${all.map(({ blocker }) => html`<li>${nameOf(blocker, known.get(blocker))}</li>`)}</ul></li>`,
  );
  return html`<details class="as-list"><summary>The same as a list</summary><ul class="list waiting-list">${waits}</ul></details>`;
}

function nothingWaits(center: FullRef | undefined): Html {
  if (center !== undefined)
    return html`<div class="empty"><h2>Nothing waits for it, and it waits for nothing</h2>
<p><a href="${issueAddress(center)}">Open the issue</a>, or <a href="${withQuery(graphPath, {})}">show everything open</a>. Issues that are closed are drawn if you ask for them.</p></div>`;
  return html`<div class="empty"><h2>Nothing waits</h2>
<p>When a task waits for a question or another task, both are drawn here. <code>/block #12</code> in a comment makes one wait for another.</p></div>`;
}
