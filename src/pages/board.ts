/** The board: five columns of cards, which the address filters. */
import type { BoardOutput } from "../operations/board/board-shape.ts";
import { withQuery } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { decisionCard, taskCard } from "./parts/cards.ts";
import { emptyBoard, nothingFits } from "./parts/empty-board.ts";
import { type Filter, filterForm, filterQuery, isFiltered } from "./parts/filter.ts";
import { type Mark, shapeOf, wordsFor } from "./parts/marks.ts";

type BoardView = Pick<BoardOutput, "columns" | "people" | "tracks" | "repositories">;

interface Choices {
  readonly repositories: readonly string[];
  readonly tracks: readonly string[];
}

interface Column {
  readonly name: Mark;
  readonly count: number;
  readonly isCounted: boolean;
  readonly shown: number;
  readonly cards: readonly Html[];
}

/** A page with one column has as many cards as the operation gives. */
export function boardPage(view: BoardView, filter: Filter, frame: Frame): string {
  const columns = columnsOf(view, filter, frame);
  const total = columns.reduce((sum, { count }) => sum + count, 0);
  const body = html`<h1 class="unseen">Board</h1>
${filterForm(filter, view.repositories, view.tracks)}
${total > 0 ? columnsHtml(columns, filter) : isFiltered(filter) ? nothingFits : emptyBoard(view.repositories)}`;
  return layout({ title: "Board", place: "/board", body }, frame);
}

/** What the filter names is not there, for example no space: the form stays, with what is wrong. */
export function refusedBoardPage(
  { repositories, tracks }: Choices,
  filter: Filter,
  problem: string,
  frame: Frame,
): string {
  const body = html`<h1 class="unseen">Board</h1>
${filterForm(filter, repositories, tracks)}
<p class="notice bad" role="alert">${problem}</p>`;
  return layout({ title: "Board", place: "/board", body, isStill: true }, frame);
}

function columnsOf({ columns, people, repositories }: BoardView, filter: Filter, frame: Frame) {
  const show = { now: frame.now, isOneRepository: repositories.length < 2, githubPage: frame.githubPage };
  const tasks: readonly Column[] = columns.map(({ status, count, cards }) => ({
    name: status,
    count,
    isCounted: true,
    shown: cards.length,
    cards: cards.map((card) => taskCard(card, show)),
  }));
  const { count, isCounted, cards } = people;
  const waiting: Column = {
    name: "people",
    count,
    isCounted,
    shown: cards.length,
    cards: cards.map((card) => decisionCard(card, show)),
  };
  return [...tasks, waiting].filter(({ name }) => filter.only === undefined || filter.only === name);
}

function columnsHtml(columns: readonly Column[], filter: Filter): Html {
  const jumps = columns.map(
    ({ name, count }) =>
      html`<li><a href="#${name}">${shapeOf(name)} ${wordsFor(name)} <b>${count}</b></a></li>`,
  );
  return html`${columns.length > 1 && html`<nav class="jumps" aria-label="Columns"><ul>${jumps}</ul></nav>`}
<div class="${columns.length > 1 ? "board" : "board one"}">${columns.map((column) => columnHtml(column, filter))}</div>`;
}

function columnHtml({ name, count, isCounted, shown, cards }: Column, filter: Filter): Html {
  const list = cards.length === 0 ? html`<p class="none">None</p>` : html`<ol class="cards">${cards}</ol>`;
  return html`<section class="column" id="${name}" aria-labelledby="${name}-heading">
<h2 id="${name}-heading">${shapeOf(name)} ${wordsFor(name)} <span class="count">${count}${!isCounted && "+"}</span></h2>
${list}
${count > shown && more(name, count - shown, filter)}
</section>`;
}

/** The column alone has more cards; beyond that only the filter helps. */
function more(name: Mark, left: number, filter: Filter): Html {
  if (filter.only !== undefined)
    return html`<p class="more">and ${left} more: narrow the filter to see them</p>`;
  const address = withQuery("/board", { ...filterQuery(filter), only: name });
  return html`<p class="more"><a href="${address}">${left} more</a></p>`;
}
