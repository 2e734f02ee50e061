/** Requests refreshes of what changed in a repository, and of what has not been read for long. */
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Parts } from "../parts.ts";
import { listChanges, looksAt, nothingSettled } from "../repository/changes.ts";

type Needs = Pick<Parts, "index" | "tracker" | "clock" | "pace" | "listings">;

export interface Around {
  /** Every issue, not only those that changed. */
  readonly everything: boolean;
  /**
   * Number of open issues to read again although they did not change, least recently read first: edges have
   * no version.
   */
  readonly reread: number;
}

export async function refreshNeighbours(
  parts: Needs,
  repository: RepositorySeen,
  { everything, reread }: Around,
): Promise<void> {
  const { index, clock, pace } = parts;
  const { id } = repository;
  const { issues, cursor } = await listChanges(parts, repository, everything);
  const changed = issues.map((issue) => issue.id);
  const now = clock.now();
  const unread = reread === 0 ? [] : await index.oldestRead(id, now - pace.sweepEveryMs, reread);
  const refreshes = [
    ...looksAt(id, changed, now, "it changed"),
    ...looksAt(id, unread, now, "it was not read for a while"),
  ];
  if (refreshes.length === 0 && cursor === undefined) return;
  await index.commit({
    ...nothingSettled,
    refreshes,
    cursor: cursor === undefined ? undefined : { repositoryId: id, at: cursor },
  });
}

/** More open issues than any repository has. */
const everyIssue = 1_000_000;

/** Requests every open issue of a kind: something that their labels or text depend on has changed. */
export async function lookAtOpen(
  { index, clock }: Pick<Parts, "index" | "clock">,
  repositoryId: NodeId,
  because: string,
): Promise<void> {
  const open = await index.oldestRead(repositoryId, Number.MAX_SAFE_INTEGER, everyIssue);
  await index.commit({ ...nothingSettled, refreshes: looksAt(repositoryId, open, clock.now(), because) });
}
