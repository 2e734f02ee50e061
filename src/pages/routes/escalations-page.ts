/** `/escalations`, and the form by which a person decides. */
import { formatRef } from "../../protocol/references/ref.ts";
import { anchorOf, withQuery } from "../addresses.ts";
import { escalationsPage } from "../escalations.ts";
import type { PageRequest, SitePage } from "../page.ts";
import type { Refusal } from "../parts/decision-data.ts";
import { decide } from "./decide.ts";
import { decisionsIn, maxDecisions } from "./decisions-in.ts";
import type { FrameOf } from "./frame-of.ts";

export function escalationsAt(frameOf: FrameOf): SitePage {
  const show = async (request: PageRequest, refusal: Refusal | undefined): Promise<string> => {
    const decisions = await decisionsIn(request.ports);
    const sent = request.url.searchParams.get("sent")?.slice(0, 200);
    const view = { decisions, limit: maxDecisions, sent, refusal };
    return escalationsPage(view, await frameOf(request, decisions.length));
  };
  return {
    path: "/escalations",
    get: async (request) => ({ type: "page", html: await show(request, undefined) }),
    post: async (request) => {
      const { issue, because, result } = await decide(request);
      const name = formatRef(issue);
      if (result.type === "sent")
        return { type: "redirect", to: `${withQuery("/escalations", { sent: name })}#${anchorOf(issue)}` };
      const { message, isStale } = result;
      // The reader is to see the text as it is now, and the index may not have it yet.
      if (isStale) await request.ports.freshen(issue);
      const html = await show(request, { issue: name, message, because });
      return { type: "page", html, status: isStale ? 409 : 422 };
    },
  };
}
