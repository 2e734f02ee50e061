/**
 * Keeps the list of our repositories, and prepares new and changed ones: labels, a refresh of everything or
 * of what the change affects. Uses GitHub's own list and never the one in the delivery, so a lost, late or
 * reordered delivery changes nothing.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { ChangeRefresher } from "../schedule/refresh-changed.ts";
import { nothingSettled, refreshRequestsFor } from "./changes.ts";
import type { EnsureLabels } from "./labels.ts";
import type { RequestPages } from "./request-pages.ts";
import type { RefreshSettings } from "./settings.ts";

/**
 * Makes the index's repositories match GitHub's list, sets up the new ones and catches up with those that
 * changed or returned. A setup that fails is repeated at the next refresh.
 */
export type RefreshRepositories = () => Promise<readonly RepositorySeen[]>;

interface Needs {
  readonly index: Pick<Index, "repositories" | "saveRepositories" | "cursor">;
  readonly tracker: Pick<Tracker, "repositories">;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly welcome: Welcome;
  readonly catchUp: CatchUp;
}

export function createRepositoryRefresh(needs: Needs): RefreshRepositories {
  const { index, tracker, failures, welcome, catchUp } = needs;
  return async () => {
    const { repositories, unlisted } = await tracker.repositories();
    const kept = index.repositories().filter(({ installationId }) => unlisted.includes(installationId));
    const listed = [...repositories, ...kept];
    const ids = new Set(listed.map(({ id }) => id));
    const before = new Map(index.repositories().map((repository) => [repository.id, repository]));
    await index.saveRepositories(
      listed,
      [...before.keys()].filter((id) => !ids.has(id)),
    );
    for (const repository of listed) {
      if (index.cursor(repository.id) === undefined)
        await failures.attempt("welcome a repository", repository, async () => {
          await catchUp.reportDegraded(undefined, repository);
          await welcome(repository);
        });
      else await catchUp.after(before.get(repository.id), repository);
    }
    return listed;
  };
}

/** Sets a new repository up. */
type Welcome = (repository: RepositorySeen) => Promise<void>;

interface WelcomeNeeds {
  readonly refreshSettings: RefreshSettings;
  readonly ensureLabels: EnsureLabels;
  readonly requestPages: RequestPages;
}

/** Requests the issues last: until then the repository counts as new, even after a restart. */
export function createWelcome({ refreshSettings, ensureLabels, requestPages }: WelcomeNeeds): Welcome {
  return async (repository) => {
    await refreshSettings(repository);
    await ensureLabels(repository);
    await requestPages(repository);
  };
}

interface CatchUp {
  /**
   * Refreshes everything in a repository that returned after a suspension or removal, changed its visibility,
   * or is writable again.
   */
  readonly after: (before: RepositorySeen | undefined, repository: RepositorySeen) => Promise<void>;
  /** Reports that we may no longer write to a repository. */
  readonly reportDegraded: (before: RepositorySeen | undefined, repository: RepositorySeen) => Promise<void>;
}

interface CatchUpNeeds {
  readonly index: Pick<Index, "repositories" | "issueIds" | "commit" | "note">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly changeRefresher: Pick<ChangeRefresher, "refresh">;
}

export function createCatchUp({ index, clock, logger, failures, changeRefresher }: CatchUpNeeds): CatchUp {
  const report: CatchUp["reportDegraded"] = (before, repository) =>
    reportDegraded({ index, clock, logger }, before, repository);
  return {
    reportDegraded: report,
    after: async (before, repository) => {
      await report(before, repository);
      if (before === undefined)
        await failures.attempt("catch up", repository, () =>
          changeRefresher.refresh(repository, { everything: false, reread: maxIssues }),
        );
      const isOpened = before !== undefined && !takesWrites(before) && takesWrites(repository);
      const isOther = before !== undefined && before.isPrivate !== repository.isPrivate;
      if (!isOpened && !isOther) return;
      const because = isOther ? "its repository's visibility changed" : "its repository takes writes again";
      const homes = isOther
        ? index.repositories().filter((each) => shareIssues(each, repository))
        : [repository];
      const now = clock.now();
      const refreshes = await Promise.all(
        homes.map(async ({ id }) => refreshRequestsFor(id, await index.issueIds(id), now, because)),
      );
      await index.commit({ ...nothingSettled, refreshes: refreshes.flat() });
    },
  };
}

/** Only repositories of the same installation show each other's issues. */
function shareIssues(a: RepositorySeen, b: RepositorySeen): boolean {
  return a.installationId === b.installationId;
}

/** More open issues than any repository has. */
const maxIssues = 1_000_000;

/** Logged once, for the operator: it cannot be said in the repository itself. */
async function reportDegraded(
  { index, clock, logger }: Pick<CatchUpNeeds, "index" | "clock" | "logger">,
  before: RepositorySeen | undefined,
  { id, owner, name, lacksPermission }: RepositorySeen,
): Promise<void> {
  if (lacksPermission !== true || before?.lacksPermission === true) return;
  const because =
    'The installation may no longer write issues. Until its permission "Issues: write" is back, signalbox only reads here.';
  logger.warn({ repository: `${owner}/${name}` }, because);
  const row = {
    at: clock.now(),
    repositoryId: id,
    issueId: undefined,
    kind: "degraded",
    rule: "installations",
  };
  await index.note([{ ...row, because, what: "write nothing", delivery: undefined, actor: undefined }]);
}
