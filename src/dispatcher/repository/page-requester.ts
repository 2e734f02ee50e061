/** Requests all issues of a repository that is new to us, in pages. */
import type { Clock } from "../../base/clock.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import { nothingSettled, refreshRequestsFor } from "./changes.ts";
import type { Listings } from "./listings.ts";

export class PageRequester {
  readonly #index: Pick<Index, "commit" | "issueIds">;
  readonly #tracker: Pick<Tracker, "aheadMs" | "changedSince">;
  readonly #clock: Clock;
  readonly #pace: Pick<Pace, "cursorOverlapMs">;
  readonly #listings: Pick<Listings, "run">;

  constructor(
    index: Pick<Index, "commit" | "issueIds">,
    tracker: Pick<Tracker, "aheadMs" | "changedSince">,
    clock: Clock,
    pace: Pick<Pace, "cursorOverlapMs">,
    listings: Pick<Listings, "run">,
  ) {
    this.#index = index;
    this.#tracker = tracker;
    this.#clock = clock;
    this.#pace = pace;
    this.#listings = listings;
  }

  /**
   * The cursor comes with the request: from then on the repository counts as known, and lists show what changes
   * while its pages are read. The index may have issues of it: it came back while its data was being deleted, or the
   * index was restored. Pages do not show which of them GitHub has no longer, so those are requested by their ids.
   */
  request(repository: RepositorySeen): Promise<void> {
    const { id: repositoryId } = repository;
    return this.#listings.run(repositoryId, async () => {
      const lost = await this.#findLost(repository);
      const now = this.#clock.now();
      await this.#index.commit({
        ...nothingSettled,
        refreshes: refreshRequestsFor(repositoryId, lost, now, "only the index has it"),
        page: { repositoryId, after: undefined, dueAt: now },
        cursor: { repositoryId, at: Math.max(0, now - this.#tracker.aheadMs() - this.#pace.cursorOverlapMs) },
      });
    });
  }

  /** The issues that only the index has. */
  async #findLost(repository: RepositorySeen): Promise<readonly NodeId[]> {
    const known = await this.#index.issueIds(repository.id);
    if (known.length === 0) return [];
    const listed = new Set((await this.#tracker.changedSince(repository, undefined)).map(({ id }) => id));
    return known.filter((id) => !listed.has(id));
  }
}
