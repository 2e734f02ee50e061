/** Collects the names of all labels on open issues known to the index. */

import { portionsOf } from "../../base/portions.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";

export async function labelsInUse(
  index: Pick<Index, "issueIds" | "records">,
  repositoryId: RepositoryId,
): Promise<ReadonlySet<string>> {
  const inUse = new Set<string>();
  for (const ids of portionsOf(await index.issueIds(repositoryId)))
    for (const { seen } of (await index.records(ids)).values())
      if (seen.issueState.state === "open") for (const label of seen.labels) inUse.add(label);
  return inUse;
}
