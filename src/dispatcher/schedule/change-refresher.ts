/** Requests refreshes of what changed in a repository, and of what hasn't been read recently. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ChangeLister } from "../repository/change-lister.ts";
import { type Changes, noChanges, nothingSettled, refreshRequestsFor } from "../repository/changes.ts";
import type { Listings } from "../repository/listings.ts";

export interface RefreshScope {
  /** Every issue, not only those that changed. */
  readonly everything: boolean;
  /**
   * Number of open issues to read again although they did not change, least recently read first:
   * dependencies have no version.
   */
  readonly reread: number;
  /** Undefined lists what changed; `nothing` if a survey showed that nothing did. */
  readonly changed?: "nothing" | undefined;
  /** When a survey was requested before the list, by our clock, if one was: the list shows every earlier change. */
  readonly surveyedAt?: Millis | undefined;
}

export class ChangeRefresher {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">;
  readonly #listings: Listings;
  readonly #changeLister: ChangeLister;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">,
    listings: Listings,
    changeLister: ChangeLister,
  ) {
    this.#ports = ports;
    this.#listings = listings;
    this.#changeLister = changeLister;
  }

  /** @returns how many issues are read again although they did not change */
  async refresh(repository: RepositorySeen, scope: RefreshScope): Promise<number> {
    const { everything, changed } = scope;
    if (changed === "nothing" && !everything) return this.#request(repository, scope, noChanges);
    return this.#listings.run(repository.id, async () => {
      const changes = everything
        ? await this.#changeLister.listEverything(repository)
        : await this.#changeLister.listSince(repository);
      return this.#request(repository, scope, changes);
    });
  }

  /** Requests a refresh of issues that only GitHub or only the index has, as a deletion updates no other issue. */
  async compare(repository: RepositorySeen): Promise<void> {
    const { stores, github, runtime } = this.#ports;
    const { id } = repository;
    const known = new Set(await stores.index.issueIds(id));
    const all = await github.tracker.changedSince(repository, undefined);
    const listed = new Set(all.map((issue) => issue.id));
    const differing = [...known, ...listed].filter((id) => known.has(id) !== listed.has(id));
    await stores.index.requestRefreshes(
      refreshRequestsFor(id, differing, runtime.clock.now(), "only GitHub or the index has it"),
    );
  }

  async #request(
    { id }: RepositorySeen,
    { reread, surveyedAt }: RefreshScope,
    changes: Changes,
  ): Promise<number> {
    const { index } = this.#ports.stores;
    const changed = changes.issues.map((issue) => issue.id);
    const now = this.#ports.runtime.clock.now();
    const before = now - this.#ports.pace.sweepEveryMs;
    const unread = reread === 0 ? [] : await index.oldestRead(id, before, reread);
    const refreshes = [
      ...refreshRequestsFor(id, changed, now, "it changed"),
      ...refreshRequestsFor(id, unread, now, "it has not been read for a while").map((request) => ({
        ...request,
        unlessUnchanged: true as const,
      })),
    ];
    const at = changes === noChanges ? undefined : this.#findLaterCursor(id, changes.cursor, surveyedAt);
    if (refreshes.length > 0 || at !== undefined)
      await index.commit({
        ...nothingSettled,
        refreshes,
        cursor: at === undefined ? undefined : { repositoryId: id, at },
      });
    return unread.length;
  }

  /**
   * Moves the cursor past the newest change once that is old enough, so that a survey can prove that nothing
   * followed. In GitHub's time: ours may be ahead, and a cursor in the future would hide changes.
   */
  #findLaterCursor(
    repositoryId: RepositoryId,
    listed: Millis | undefined,
    surveyedAt: Millis | undefined,
  ): Millis | undefined {
    const { stores, github, pace } = this.#ports;
    const certain =
      surveyedAt === undefined ? 0 : surveyedAt - github.tracker.aheadMs() - pace.cursorOverlapMs;
    const at = Math.max(listed ?? 0, certain);
    return at > (stores.index.cursor(repositoryId) ?? 0) ? at : undefined;
  }
}

/** More open issues than any repository has. */
const everyIssue = 1_000_000;

/** Refreshes every open issue that has a kind, as something that their labels or text depend on has changed. */
export async function refreshOpenIssues(
  { index, clock }: { readonly index: Pick<Index, "oldestRead" | "commit">; readonly clock: Clock },
  repositoryId: RepositoryId,
  because: string,
): Promise<void> {
  const open = await index.oldestRead(repositoryId, Number.MAX_SAFE_INTEGER, everyIssue);
  await index.commit({
    ...nothingSettled,
    refreshes: refreshRequestsFor(repositoryId, open, clock.now(), because),
  });
}

/** Requests the tasks on which agents were started or are to start. */
export async function refreshStarted(
  { index, clock }: { readonly index: Pick<Index, "startedTasks" | "commit">; readonly clock: Clock },
  repositoryId: RepositoryId,
  because: string,
): Promise<void> {
  const ids = (await index.startedTasks(repositoryId)).map(({ id }) => id);
  await index.commit({
    ...nothingSettled,
    refreshes: refreshRequestsFor(repositoryId, ids, clock.now(), because),
  });
}
