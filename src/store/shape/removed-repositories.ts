/** Repositories that are no longer served, and of which the index still has something. */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { LinkedIssue, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

export interface RemovedRepository {
  readonly id: RepositoryId;
  /** `owner/name` as it was last seen; the id if that is not known. */
  readonly name: string;
  readonly removedAt: Millis;
  /** How many of its issues the index still has. */
  readonly issues: number;
}

/** A repository all of whose data was deleted. */
export type DeletedRepository = Omit<RemovedRepository, "removedAt">;

/** Issues deleted in one transaction, with all that belongs to them. */
export const issuesPerBatch = 100;
/** Rows of each other table deleted in one transaction. */
export const rowsPerBatch = 1_000;

/** Runs on both stores. */
export const removedQuery = `
SELECT r.id, r.owner, r.name, r.removed_at, (SELECT count(*) FROM issue AS i WHERE i.repository_id = r.id) AS issues
FROM removed_repository AS r WHERE r.id NOT IN (SELECT id FROM repository) ORDER BY r.removed_at, r.id`;

/**
 * Runs on both stores: repositories of which there is something, and which are neither served nor known to be removed,
 * because an earlier release removed them. What readers of changes were told then has their names.
 */
export const missedRemovalsQuery = `
WITH RECURSIVE indexed (id) AS (
  SELECT min(repository_id) FROM issue
  UNION ALL
  SELECT (SELECT min(i.repository_id) FROM issue AS i WHERE i.repository_id > indexed.id) FROM indexed WHERE indexed.id IS NOT NULL
), held (id) AS (
  SELECT id FROM indexed WHERE id IS NOT NULL UNION SELECT repository_id FROM cursor UNION SELECT repository_id FROM settings
)
SELECT held.id,
  (SELECT g.owner FROM issue AS i JOIN gone AS g ON g.id = i.id WHERE i.repository_id = held.id LIMIT 1) AS owner,
  (SELECT g.name FROM issue AS i JOIN gone AS g ON g.id = i.id WHERE i.repository_id = held.id LIMIT 1) AS name
FROM held
WHERE held.id NOT IN (SELECT id FROM repository) AND held.id NOT IN (SELECT id FROM removed_repository) ORDER BY held.id`;

export function removedIn(row: Row): RemovedRepository {
  return {
    id: text(row, "id"),
    name: nameIn(row),
    removedAt: integer(row, "removed_at"),
    issues: integer(row, "issues"),
  };
}

/** @param row of `removed_repository` */
export function deletedIn(row: Row): DeletedRepository {
  return { id: text(row, "id"), name: nameIn(row), issues: integer(row, "deleted") };
}

function nameIn(row: Row): string {
  const owner = optional(text, row, "owner");
  const name = optional(text, row, "name");
  return owner === undefined || name === undefined ? text(row, "id") : `${owner}/${name}`;
}

/** The issues of other repositories to which some issues are linked, in either direction. */
export function linkedElsewhere(
  records: readonly IssueRecord[],
): readonly Pick<LinkedIssue, "id" | "repositoryId">[] {
  const linked = records.flatMap(({ seen }) =>
    [
      ...seen.blockedBy.issues,
      ...seen.blocking.issues,
      ...(seen.subIssues ?? []),
      ...[seen.parent ?? [], seen.duplicateOf ?? []].flat(),
    ].filter(({ repositoryId }) => repositoryId !== seen.repositoryId),
  );
  return [...new Map(linked.map((link) => [link.id, link])).values()];
}

/** GitHub does not show them what they were linked to, and the index is to have of them what GitHub shows. */
export function rereadOf(
  linked: readonly Pick<LinkedIssue, "id" | "repositoryId">[],
  dueAt: Millis,
): readonly RefreshRequest[] {
  const because = "an issue of a removed repository was deleted from the index";
  return linked.map(({ id, repositoryId }) => ({ repositoryId, target: { id }, dueAt, because }));
}

export function deletionEntry({ id, name, issues }: DeletedRepository, at: Millis): LedgerEntry {
  return {
    at,
    repositoryId: id,
    issueId: undefined,
    kind: "forgotten",
    rule: "retention",
    because: "The repository was removed from the installation, and its time is over.",
    what: `delete ${issues} issues of ${name} from the index`,
    delivery: undefined,
    actor: undefined,
  };
}
