/** `/board`. */
import { UserError } from "../../base/errors.ts";
import { board } from "../../operations/board/board.ts";
import { type BoardOutput, boardOutput } from "../../operations/board/board-shape.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { boardPage, refusedBoardPage } from "../board.ts";
import type { SitePage } from "../page.ts";
import { filterIn, filterQuery, isFiltered } from "../parts/filter.ts";
import { choicesIn } from "./choices-in.ts";
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
      const view = await boardIn(request.ports, { ...filterQuery(filter), limit });
      if (view instanceof UserError) {
        const choices = await choicesIn(request.ports);
        const frame = await frameOf(request);
        return { type: "page", html: refusedBoardPage(choices, filter, view.message, frame), status: 422 };
      }
      const isWhole = filter.only === undefined && !isFiltered(filter);
      const waiting = isWhole ? Math.min(view.people.count, maxDecisions) : undefined;
      return { type: "page", html: boardPage(view, filter, await frameOf(request, waiting)) };
    },
  };
}

async function boardIn(ports: OperationPorts, input: object): Promise<BoardOutput | UserError> {
  try {
    return boardOutput.parse((await board.run(ports, input)).output);
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown;
    throw thrown;
  }
}
