/** Requests refreshes of what changed in a repository, and of what hasn't been read recently. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import {
  type Changes,
  type ListChanges,
  noChanges,
  nothingSettled,
  refreshRequestsFor,
} from "../repository/changes.ts";
import type { Listings } from "../repository/listings.ts";

interface Needs {
  readonly index: Pick<Index, "oldestRead" | "commit" | "cursor" | "issueIds" | "requestRefreshes">;
  readonly tracker: Pick<Tracker, "aheadMs" | "changedSince">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "sweepEveryMs" | "cursorOverlapMs">;
  readonly listings: Pick<Listings, "run">;
  readonly listChanges: ListChanges;
}

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

export interface ChangeRefresher {
  /** @returns how many issues are read again although they did not change */
  readonly refresh: (repository: RepositorySeen, scope: RefreshScope) => Promise<number>;
  /** Requests a refresh of issues that only GitHub or only the index has, as a deletion updates no other issue. */
  readonly compare: (repository: RepositorySeen) => Promise<void>;
}

export function createChangeRefresher(needs: Needs): ChangeRefresher {
  const { index, tracker, clock, listings, listChanges } = needs;
  return {
    refresh: async (repository, scope) => {
      if (scope.changed === "nothing" && !scope.everything)
        return request(needs, repository, scope, noChanges);
      return listings.run(repository.id, async () =>
        request(needs, repository, scope, await listChanges(repository, scope.everything)),
      );
    },
    compare: async (repository) => {
      const { id } = repository;
      const known = new Set(await index.issueIds(id));
      const listed = new Set((await tracker.changedSince(repository, undefined)).map((issue) => issue.id));
      const differing = [...known, ...listed].filter((id) => known.has(id) !== listed.has(id));
      await index.requestRefreshes(
        refreshRequestsFor(id, differing, clock.now(), "only GitHub or the index has it"),
      );
    },
  };
}

async function request(
  needs: Needs,
  repository: RepositorySeen,
  { reread, surveyedAt }: RefreshScope,
  changes: Changes,
): Promise<number> {
  const { index, clock, pace } = needs;
  const { id } = repository;
  const changed = changes.issues.map((issue) => issue.id);
  const now = clock.now();
  const unread = reread === 0 ? [] : await index.oldestRead(id, now - pace.sweepEveryMs, reread);
  const refreshes = [
    ...refreshRequestsFor(id, changed, now, "it changed"),
    ...refreshRequestsFor(id, unread, now, "it has not been read for a while"),
  ];
  const at = changes === noChanges ? undefined : laterCursor(needs, id, changes.cursor, surveyedAt);
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
function laterCursor(
  { index, tracker, pace }: Needs,
  repositoryId: RepositoryId,
  listed: Millis | undefined,
  surveyedAt: Millis | undefined,
): Millis | undefined {
  const certain = surveyedAt === undefined ? 0 : surveyedAt - tracker.aheadMs() - pace.cursorOverlapMs;
  const at = Math.max(listed ?? 0, certain);
  return at > (index.cursor(repositoryId) ?? 0) ? at : undefined;
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
