/** The operation `graph` with 10,000 issues: the whole, and what is around one issue. */
import { graph } from "../../../src/operations/graph/graph.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { timeQueries } from "../query-times.ts";

export function part(run: Run): Promise<readonly Figure[]> {
  return timeQueries(
    graph,
    {
      "as many as it shows": { limit: 2_000 },
      "one track": { track: "track-7" },
      "around #500": { issue: "500" },
    },
    run,
  );
}
