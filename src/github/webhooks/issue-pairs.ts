/**
 * Translates deliveries about two issues: dependencies and sub-issues. Either issue may be missing, where the receiver may
 * not see it, and the other has changed all the same.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_dependencies
 */
import type { Translation } from "../../dispatcher/ports/translation.ts";
import type { News } from "../../engine/fold/known-news.ts";
import type { PayloadOf } from "./payload.ts";

interface End {
  readonly issue: { readonly node_id: string } | null | undefined;
  readonly repo: { readonly node_id: string } | null | undefined;
}

/** The ends that the delivery shows of its own repository; the other repository gets its own delivery. */
export function looksWithin(
  { repository }: PayloadOf<"issue_dependencies" | "sub_issues">,
  ends: readonly End[],
  because: string,
  news?: News,
): Translation["refreshes"] {
  return ends.flatMap(({ issue, repo }) => {
    const isHere = repo == null || repo.node_id === repository.node_id;
    return issue != null && isHere ? [{ target: { id: issue.node_id }, because, ...(news && { news }) }] : [];
  });
}

/** Undefined if an end is missing, so that the delivery does not say which edge it is. */
function edgeIn({ blocked_issue, blocking_issue }: PayloadOf<"issue_dependencies">) {
  if (blocked_issue == null || blocking_issue == null) return undefined;
  return { blockedId: blocked_issue.node_id, blockerId: blocking_issue.node_id };
}

/** Undefined if the index has to ask what changed. */
export function edgeNews(payload: PayloadOf<"issue_dependencies">): News | undefined {
  const edge = edgeIn(payload);
  const change = /_(added|removed)$/.exec(payload.action)?.[1];
  if (edge === undefined || change === undefined) return undefined;
  return { type: "edge", ...edge, isThere: change === "added" };
}

/** The edge that was removed, because no later read can tell it from one that does not show yet. */
export function cutEdges(payload: PayloadOf<"issue_dependencies">): Translation["cut"] {
  const edge = edgeIn(payload);
  return edge !== undefined && payload.action.endsWith("_removed") ? [edge] : [];
}
