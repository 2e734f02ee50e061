/**
 * Says on the head of each open pull request which of its files others have locked. The files of a head are read
 * once; a lock that comes or goes is compared with what is stored, and written where that changes something.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { isExclusiveNow } from "../../engine/locks/pull-check.ts";
import { type NodeId, type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { Text } from "../../protocol/text.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LocksWriter, PullStore } from "../ports/pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { comparePulls } from "./compare-pulls.ts";
import { changesOwners, type Ownership, ownTasks } from "./own-tasks.ts";
import type { ReadPulls } from "./read-pulls.ts";

/** What a pass brought that may change what a check says although no lock changed. */
export interface PullNews {
  /** A pull request was opened, pushed to, edited or closed. */
  readonly hasPulls: boolean;
  /** The issues decided about. They are only read while something is locked. */
  readonly ids: readonly NodeId[];
}

const noNews: PullNews = { hasPulls: false, ids: [] };

/** Neither rejects. */
export interface PullChecks {
  /** To be called after each pass. */
  readonly afterPass: (repository: RepositorySeen, news: PullNews) => Promise<void>;
  /** Lists the open pull requests again from time to time, as a delivery may have been lost. */
  readonly sweep: (repository: RepositorySeen) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "taskLocks" | "handoversAbout" | "records" | "idsOf"> & PullStore;
  readonly readPulls: ReadPulls;
  readonly writer: LocksWriter;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly render: (text: Text) => string;
  readonly clock: Clock;
  readonly attempt: FailureHandler["attempt"];
}

/** How often a sweep lists open pull requests while something is locked. */
const listEveryMs = 15 * 60_000;

/** What this process knows; after a start it is found again. */
interface Known {
  /** The locks and settings with which all checks agree. */
  readonly agreed: string;
  /** When the open pull requests were last listed; undefined while nothing needs them. */
  readonly listedAt: Millis | undefined;
  /** The holders of the pull requests' own tasks, as they were compared. */
  readonly holders: Ownership["holders"];
}

export function createPullChecks(needs: Needs): PullChecks {
  const { index, readPulls, settingsOf, pauses, clock, attempt } = needs;
  const known = new Map<RepositoryId, Known>();
  /** What passes reported since the last check. */
  const reported = new Map<RepositoryId, PullNews>();
  const turns = new Map<RepositoryId, Promise<unknown>>();

  function report(id: RepositoryId, news: PullNews): void {
    const { hasPulls, ids } = reported.get(id) ?? noNews;
    reported.set(id, {
      hasPulls: hasPulls || news.hasPulls,
      ids: [...new Set([...ids, ...news.ids])],
    });
  }

  async function check(repository: RepositorySeen, { hasPulls, ids }: PullNews): Promise<void> {
    const { id } = repository;
    const settings = settingsOf(id);
    const { locks } = settings;
    if (locks.check === "never") return;
    // What changes in the meantime is found afterwards, as after a start.
    if (!takesWrites(repository) || pauses.isPaused(id)) return void known.delete(id);
    const now = clock.now();
    const tasks = await index.taskLocks(id);
    const isLocked = tasks.some(({ requests }) => requests.some((each) => isExclusiveNow(each, now)));
    const isNeeded = isLocked || locks.check === "always";
    const agreed = JSON.stringify([tasks, locks]);
    const before = known.get(id);
    const holders = before?.holders ?? new Map();
    const listedAt = hasPulls ? undefined : before?.listedAt;
    const isNews = before?.agreed !== agreed || (isNeeded && (await changesOwners(index, { holders }, ids)));
    if (!isNews && (listedAt !== undefined || !isNeeded))
      return void known.set(id, { agreed, listedAt, holders });
    const stored = await index.pulls(id);
    const mustList = isNeeded && listedAt === undefined;
    const pulls = mustList ? await readPulls(repository, stored) : stored;
    const owners = await ownTasks(index, repository, pulls);
    await comparePulls(needs, { repository, pulls, owners, tasks, settings, isNeeded, now });
    known.set(id, { agreed, listedAt: mustList ? now : listedAt, holders: owners.holders });
  }

  /** One at a time for each repository: a pass and a sweep may come together. */
  async function checkInTurn(repository: RepositorySeen): Promise<void> {
    const { id } = repository;
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      const news = reported.get(id) ?? noNews;
      reported.delete(id);
      const isDone = await attempt("check files for locks", repository, () => check(repository, news));
      if (!isDone) report(id, news);
    });
    turns.set(id, turn);
    await turn;
  }

  return {
    afterPass: (repository, news) => {
      report(repository.id, news);
      return checkInTurn(repository);
    },
    sweep: (repository) => {
      const { listedAt = clock.now() } = known.get(repository.id) ?? {};
      if (clock.now() - listedAt >= listEveryMs) report(repository.id, { ...noNews, hasPulls: true });
      return checkInTurn(repository);
    },
  };
}
