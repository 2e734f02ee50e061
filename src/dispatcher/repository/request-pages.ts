/** Requests all issues of a repository that is new to us, in pages. */
import type { Clock } from "../../base/clock.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import { nothingSettled, refreshRequestsFor } from "./changes.ts";
import type { Listings } from "./listings.ts";

/**
 * The cursor comes with the request: from then on the repository counts as known, and lists show what changes
 * while its pages are read. A repository that was removed may come back while its data is being deleted: what is left
 * is read again, as pages do not show which issues GitHub has no longer.
 */
export type RequestPages = (repository: RepositorySeen) => Promise<void>;

interface Needs {
  readonly index: Pick<Index, "commit" | "issueIds">;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "cursorOverlapMs">;
  readonly listings: Pick<Listings, "run">;
}

export function createPageRequest({ index, tracker, clock, pace, listings }: Needs): RequestPages {
  return ({ id: repositoryId }) =>
    listings.run(repositoryId, async () => {
      const now = clock.now();
      const left = await index.issueIds(repositoryId);
      await index.commit({
        ...nothingSettled,
        refreshes: refreshRequestsFor(repositoryId, left, now, "its repository was added again"),
        page: { repositoryId, after: undefined, dueAt: now },
        cursor: { repositoryId, at: Math.max(0, now - tracker.aheadMs() - pace.cursorOverlapMs) },
      });
    });
}
