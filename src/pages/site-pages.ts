/** The list of pages. A new page is one file in `routes` and one line here. */
import type { SitePage } from "./page.ts";
import type { ServerStatus } from "./parts/status-data.ts";
import type { TokenActions } from "./parts/token-actions.ts";
import { agentsAt } from "./routes/agents-page.ts";
import { boardAt } from "./routes/board-page.ts";
import { escalationsAt } from "./routes/escalations-page.ts";
import { figuresAt } from "./routes/figures-page.ts";
import { createFrameOf, type FrameOptions } from "./routes/frame-of.ts";
import { graphAt } from "./routes/graph-page.ts";
import { issueAt } from "./routes/issue-page.ts";
import { statusAt } from "./routes/status-page.ts";
import { timelineAt } from "./routes/timeline-page.ts";
import { tokensAt } from "./routes/tokens-page.ts";

export function sitePages(
  options: FrameOptions,
  tokens: TokenActions,
  status: () => Promise<ServerStatus>,
): readonly SitePage[] {
  const frameOf = createFrameOf(options);
  const ofIndex = [boardAt, escalationsAt, issueAt, graphAt, timelineAt].map(
    (at): SitePage => ({ ...at(frameOf), isOfIndex: true }),
  );
  return [
    ...ofIndex,
    agentsAt(frameOf),
    tokensAt(frameOf, tokens),
    figuresAt(frameOf),
    statusAt(frameOf, status),
  ];
}
