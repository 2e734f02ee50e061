/**
 * Tells pushes that leave the settings as they are known from those after which they have to be read. Follows the
 * branch from the commit that was read: a push that begins elsewhere may follow one that never arrived. Kept in
 * memory and never stored, so that every survey compares the branch with what was read.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ReceivedPush, StoredSettings } from "../ports/settings.ts";

interface Followed {
  /** The commit that was read. */
  readonly from: string;
  readonly head: string;
}

export class KeptSettings {
  readonly #index: Pick<Index, "settings">;
  readonly #followed = new Map<RepositoryId, Followed>();

  constructor(index: Pick<Index, "settings">) {
    this.#index = index;
  }

  /** @param pushes to the default branch, in order; undefined for one of which the payload does not say enough */
  areKept(repositoryId: RepositoryId, pushes: readonly (ReceivedPush | undefined)[]): boolean {
    const from = settledCommit(this.#index.settings(repositoryId));
    if (from === undefined || pushes.length === 0) return false;
    let head = this.#follow(repositoryId, from);
    for (const push of pushes) {
      if (push?.keepsSettings !== true || push.before !== head) return false;
      if (push.branch !== this.#index.settings(repositoryId)?.authority?.branch) return false;
      head = push.after;
    }
    this.#followed.set(repositoryId, { from, head });
    return true;
  }

  /** The head of the default branch: the last push that left the settings alone, or the commit that was read. */
  findHead(repositoryId: RepositoryId): string | undefined {
    const read = this.#index.settings(repositoryId)?.commit;
    return read === undefined ? undefined : this.#follow(repositoryId, read);
  }

  #follow(repositoryId: RepositoryId, from: string): string {
    const known = this.#followed.get(repositoryId);
    return known?.from === from ? known.head : from;
  }
}

/** The commit that was read; undefined while a version waits for an approval, or is not in effect. */
function settledCommit(stored: StoredSettings | undefined): string | undefined {
  if (stored?.authority === undefined || stored.problem !== undefined) return undefined;
  return stored.authority.waiting === undefined ? stored.commit : undefined;
}
