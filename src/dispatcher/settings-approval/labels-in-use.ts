/** Collects the names of all labels on open issues, as far as the index knows them. */
import type { NodeId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";

export function labelsInUse(
  index: Pick<Index, "issueIds" | "record">,
  repositoryId: NodeId,
): ReadonlySet<string> {
  const seen = index.issueIds(repositoryId).flatMap((id) => index.record(id)?.seen ?? []);
  return new Set(seen.flatMap(({ issueState, labels }) => (issueState.state === "open" ? labels : [])));
}
