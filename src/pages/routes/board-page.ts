/** `/board`. */
import { board } from "../../operations/board/board.ts";
import { boardOutput } from "../../operations/board/board-shape.ts";
import { boardPage } from "../board.ts";
import type { SitePage } from "../page.ts";
import { filterIn, filterQuery, isFiltered } from "../parts/filter.ts";
import { maxDecisions } from "./decisions-in.ts";
import type { FrameOf } from "./frame-of.ts";

/** Cards in a column of the whole board, and on the page of one column. */
const maxCards = { all: 50, one: 200 } as const;

export function boardAt(frameOf: FrameOf): SitePage {
  return {
    path: "/board",
    get: async (request) => {
      const filter = filterIn(request.url.searchParams);
      const limit = filter.only === undefined ? maxCards.all : maxCards.one;
      const { output } = await board.run(request.ports, { ...filterQuery(filter), limit });
      const view = boardOutput.parse(output);
      const isWhole = filter.only === undefined && !isFiltered(filter);
      const waiting = isWhole ? Math.min(view.people.count, maxDecisions) : undefined;
      return { type: "page", html: boardPage(view, filter, await frameOf(request, waiting)) };
    },
  };
}
