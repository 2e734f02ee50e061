/**
 * Runs work about one repository sequentially: two judgements in parallel would open the same issue twice.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";

/** Runs `work` once all earlier calls for the repository have finished. */
export type Turns = <T>(repositoryId: RepositoryId, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const running = new Map<RepositoryId, Promise<unknown>>();
  return async (repositoryId, work) => {
    const before = running.get(repositoryId) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(work);
    running.set(repositoryId, mine);
    try {
      return await mine;
    } finally {
      if (running.get(repositoryId) === mine) running.delete(repositoryId);
    }
  };
}
