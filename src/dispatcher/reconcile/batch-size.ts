/**
 * Batch size of a reconcile pass: everything due, until a pass fails because of a bug. It then drops to one,
 * so that only the failing item is quarantined, and doubles after each success.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";

export interface BatchSize {
  readonly of: (repositoryId: RepositoryId) => number;
  readonly narrow: (repositoryId: RepositoryId) => void;
  readonly widen: (repositoryId: RepositoryId) => void;
}

export function createBatchSize(full: number): BatchSize {
  const narrowed = new Map<RepositoryId, number>();
  return {
    of: (repositoryId) => narrowed.get(repositoryId) ?? full,
    narrow: (repositoryId) => {
      narrowed.set(repositoryId, 1);
    },
    widen: (repositoryId) => {
      const portion = narrowed.get(repositoryId);
      if (portion === undefined) return;
      if (portion * 2 >= full) narrowed.delete(repositoryId);
      else narrowed.set(repositoryId, portion * 2);
    },
  };
}
