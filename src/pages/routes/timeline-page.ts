/** `/timeline`. */
import { UserError } from "../../base/errors.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { timeline, timelineOutput } from "../../operations/timeline/timeline.ts";
import type { SitePage } from "../page.ts";
import { valueIn } from "../parts/fields.ts";
import { type TimelineFilter, type TimelineView, timelinePage, timelinePath } from "../timeline.ts";
import { aboutIn } from "./about-in.ts";
import { choicesIn } from "./choices-in.ts";
import type { FrameOf } from "./frame-of.ts";

const maxEntries = 100;

export function timelineAt(frameOf: FrameOf): SitePage {
  return {
    path: timelinePath,
    get: async (request) => {
      const filter = filterIn(request.url.searchParams);
      const found = await timelineIn(request.ports, filter);
      const view = { ...found, ...(await choicesIn(request.ports)) };
      const html = timelinePage(view, filter, await frameOf(request));
      return { type: "page", html, status: found.problem === undefined ? 200 : 422 };
    },
  };
}

function filterIn(query: URLSearchParams): TimelineFilter {
  const value = (name: string): string | undefined => valueIn(query, name);
  return {
    issue: value("issue"),
    repo: value("repo"),
    track: value("track"),
    only: value("only"),
    after: value("after"),
  };
}

async function timelineIn(
  ports: OperationPorts,
  filter: TimelineFilter,
): Promise<Pick<TimelineView, "timeline" | "problem">> {
  const issue = aboutIn(filter);
  try {
    const { output } = await timeline.run(ports, { ...filter, issue, limit: maxEntries });
    return { timeline: timelineOutput.parse(output), problem: undefined };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { timeline: undefined, problem: thrown.message };
  }
}
