/**
 * A line of values, one for each week, drawn on the server. Who cannot see it has its title and the table below it;
 * colours come from the stylesheet, as no style may stand in the page.
 */
import { type Html, html } from "../html.ts";

export interface Chart {
  /** Unique in the page. */
  readonly id: string;
  /** What somebody who cannot see it is told. */
  readonly title: string;
  /** Undefined where there is no value. The last one is of the week that is not over. */
  readonly values: readonly (number | undefined)[];
  readonly target: number | undefined;
  /** Where the axis has to end at least. */
  readonly least: number;
  readonly label: (value: number) => string;
  /** What stands below the first and the last value. */
  readonly ends: readonly [first: string, last: string];
  /** What is shown when somebody points at a value. */
  readonly hint: (at: number) => string;
}

const size = { width: 340, height: 120 } as const;
const plot = { left: 8, right: 332, top: 24, bottom: 100 } as const;

export function chart(drawn: Chart): Html {
  const { id, title, values, target, label, ends } = drawn;
  const highest = Math.max(drawn.least, target ?? 0, ...values.filter((value) => value !== undefined));
  const top = highest > 0 ? highest : 1;
  const y = (value: number): number => round(plot.bottom - (value / top) * (plot.bottom - plot.top));
  const x = (at: number): number =>
    round(plot.left + (at / Math.max(1, values.length - 1)) * (plot.right - plot.left));
  const points = values.flatMap((value, at) => (value === undefined ? [] : [{ at, x: x(at), y: y(value) }]));
  return html`<svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}-title">
<title id="${id}-title">${title}</title>
<line class="axis" x1="${plot.left}" x2="${plot.right}" y1="${plot.bottom}" y2="${plot.bottom}"></line>
<text class="tick" x="${plot.left}" y="11">${label(top)}</text>
${target !== undefined && html`<line class="target" x1="${plot.left}" x2="${plot.right}" y1="${y(target)}" y2="${y(target)}"></line>`}
${linesThrough(points).map((line) => html`<polyline class="line" points="${line}"></polyline>`)}
${points.map((point) => html`<circle class="${point.at === values.length - 1 ? "point so-far" : "point"}" cx="${point.x}" cy="${point.y}" r="3.5"><title>${drawn.hint(point.at)}</title></circle>`)}
<text class="tick" x="${plot.left}" y="115">${ends[0]}</text>
<text class="tick end" x="${plot.right}" y="115">${ends[1]}</text>
</svg>`;
}

interface Point {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** A week without a value breaks the line: what was in between is not known. */
function linesThrough(points: readonly Point[]): readonly string[] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1)?.at === point.at - 1) run.push(point);
    else runs.push([point]);
  }
  return runs.filter(({ length }) => length > 1).map((run) => run.map(({ x, y }) => `${x},${y}`).join(" "));
}

const round = (value: number): number => Math.round(value * 10) / 10;
