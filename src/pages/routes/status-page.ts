/** `/status`. */
import type { SitePage } from "../page.ts";
import type { ServerStatus } from "../parts/status-data.ts";
import { statusPage, statusPath } from "../status.ts";
import type { FrameOf } from "./frame-of.ts";

export function statusAt(frameOf: FrameOf, statusOf: () => Promise<ServerStatus>): SitePage {
  return {
    path: statusPath,
    get: async (request) => {
      const served = await request.ports.board.repositories();
      const repositories = served.map(({ owner, repo }) => `${owner}/${repo}`);
      const view = { status: await statusOf(), repositories };
      return { type: "page", html: statusPage(view, await frameOf(request)) };
    },
  };
}
