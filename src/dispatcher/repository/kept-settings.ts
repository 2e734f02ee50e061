/**
 * Tells pushes that leave the settings as they are known from those after which they have to be read. Follows the
 * branch from the commit that was read: a push that begins elsewhere may follow one that never arrived. Kept in
 * memory and never stored, so that every survey compares the branch with what was read.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ReceivedPush, StoredSettings } from "../ports/settings.ts";

export interface KeptSettings {
  /** @param pushes to the default branch, in order; undefined for one of which the payload does not say enough */
  readonly areKept: (repositoryId: RepositoryId, pushes: readonly (ReceivedPush | undefined)[]) => boolean;
  /** The head of the default branch: the last push that left the settings alone, or the commit that was read. */
  readonly headOf: (repositoryId: RepositoryId) => string | undefined;
}

interface Followed {
  /** The commit that was read. */
  readonly from: string;
  readonly head: string;
}

export function createKeptSettings(index: Pick<Index, "settings">): KeptSettings {
  const followed = new Map<RepositoryId, Followed>();
  const headFrom = (repositoryId: RepositoryId, from: string): string => {
    const known = followed.get(repositoryId);
    return known?.from === from ? known.head : from;
  };
  return {
    areKept: (repositoryId, pushes) => {
      const from = settledCommit(index.settings(repositoryId));
      if (from === undefined || pushes.length === 0) return false;
      let head = headFrom(repositoryId, from);
      for (const push of pushes) {
        if (push?.keepsSettings !== true || push.before !== head) return false;
        if (push.branch !== index.settings(repositoryId)?.authority?.branch) return false;
        head = push.after;
      }
      followed.set(repositoryId, { from, head });
      return true;
    },
    headOf: (repositoryId) => {
      const read = index.settings(repositoryId)?.commit;
      return read === undefined ? undefined : headFrom(repositoryId, read);
    },
  };
}

/** The commit that was read; undefined while a version waits for an approval, or is not in effect. */
function settledCommit(stored: StoredSettings | undefined): string | undefined {
  if (stored?.authority === undefined || stored.problem !== undefined) return undefined;
  return stored.authority.waiting === undefined ? stored.commit : undefined;
}
