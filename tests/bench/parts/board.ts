/** The operation `board` with 10,000 issues, as the command line, MCP and the page ask for it. */
import { board } from "../../../src/operations/board/board.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { timeQueries } from "../query-times.ts";

export function part(run: Run): Promise<readonly Figure[]> {
  return timeQueries(
    board,
    { everything: {}, "one track": { track: "track-7" }, "two words": { words: "useful task" } },
    run,
  );
}
