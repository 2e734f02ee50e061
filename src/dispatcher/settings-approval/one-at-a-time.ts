/**
 * Runs work about one repository one after another: two judgements at once would open the same issue twice.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";

const running = new WeakMap<object, Map<RepositoryId, Promise<unknown>>>();

/** @param scope object within which work is serialised, by repository */
export async function oneAtATime<T>(
  scope: object,
  repositoryId: RepositoryId,
  work: () => Promise<T>,
): Promise<T> {
  const all = running.get(scope) ?? new Map<RepositoryId, Promise<unknown>>();
  running.set(scope, all);
  const before = all.get(repositoryId) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(work);
  all.set(repositoryId, mine);
  try {
    return await mine;
  } finally {
    if (all.get(repositoryId) === mine) all.delete(repositoryId);
  }
}
