/**
 * Says on the head of each open pull request which of its files others have locked. The files of a head are read
 * once; a lock that comes or goes is compared with what is stored, and written where that changes something.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { isExclusiveNow } from "../../engine/locks/pull-check.ts";
import { type NodeId, type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Index } from "../ports/issue-index.ts";
import type { PullStore } from "../ports/pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Pauses } from "../schedule/pauses.ts";
import type { ComparePulls } from "./compare-pulls.ts";
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

/**
 * Checks run on their own, one at a time for each repository: the first lock of a repository with many open pull
 * requests takes minutes, in which its passes go on.
 */
export interface PullChecks {
  /** To be called after each pass. Returns immediately. */
  readonly afterPass: (repository: RepositorySeen, news: PullNews) => void;
  /** Lists the open pull requests again from time to time, as a delivery may have been lost. Returns immediately. */
  readonly sweep: (repository: RepositorySeen) => void;
  readonly isRunning: () => boolean;
  /** Resolves when no check runs. */
  readonly idle: () => Promise<void>;
  /** Ends the checks under way after the write that is being sent, and starts none until `resume`. */
  readonly hold: () => void;
  readonly resume: () => void;
}

interface Needs {
  readonly index: Pick<Index, "taskLocks" | "records" | "handoversAbout" | "idsOf"> &
    Pick<PullStore, "pulls">;
  readonly readPulls: ReadPulls;
  readonly comparePulls: ComparePulls;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly runtime: {
    readonly clock: Clock;
    readonly attempt: FailureHandler["attempt"];
  };
}

/** How often a sweep lists open pull requests while something is locked. */
const listEveryMs = 15 * 60_000;
/** After a write that GitHub refused, or the store could not record. */
const retryAfterMs = 5 * 60_000;

/** What this process knows; after a start it is found again. */
interface Known {
  /** The locks and settings with which all checks agree. */
  readonly agreed: string;
  /** When the open pull requests were last listed; undefined while nothing needs them. */
  readonly listedAt: Millis | undefined;
  /** The holders of the pull requests' own tasks, as they were compared. */
  readonly holders: Ownership["holders"];
  /** When to try again what could not be written. */
  readonly retryAt: Millis | undefined;
}

export function createPullChecks(needs: Needs): PullChecks {
  const { clock, attempt } = needs.runtime;
  const known = new Map<RepositoryId, Known>();
  /** What passes reported since the last check. */
  const reported = new Map<RepositoryId, PullNews>();
  const running = new Map<RepositoryId, Promise<void>>();
  let isHeld = false;

  function report(id: RepositoryId, news: PullNews): void {
    const { hasPulls, ids } = reported.get(id) ?? noNews;
    reported.set(id, {
      hasPulls: hasPulls || news.hasPulls,
      ids: [...new Set([...ids, ...news.ids])],
    });
  }

  const mayWrite = (repository: RepositorySeen): boolean =>
    !isHeld && takesWrites(repository) && !needs.pauses.isPaused(repository.id);

  async function check(repository: RepositorySeen, news: PullNews): Promise<void> {
    const { id } = repository;
    // What is reported while nothing may be written is found again once it may.
    if (!mayWrite(repository)) return void known.delete(id);
    const now = clock.now();
    const { tasks, settings, isNeeded, state } = await demandOf(needs, id, now);
    const before = known.get(id);
    const holders = before?.holders ?? new Map();
    const listedAt = news.hasPulls ? undefined : before?.listedAt;
    const mayRetry = before?.retryAt !== undefined && before.retryAt <= now;
    const isNews =
      mayRetry ||
      before?.agreed !== state ||
      (isNeeded && (await changesOwners(needs.index, { holders }, news.ids)));
    if (!isNews && (listedAt !== undefined || !isNeeded))
      return void known.set(id, { agreed: state, listedAt, holders, retryAt: before?.retryAt });
    const stored = await needs.index.pulls(id);
    const mustList = isNeeded && listedAt === undefined;
    const pulls = mustList ? await needs.readPulls(repository, stored) : stored;
    const owners = await ownTasks(needs.index, repository, pulls, tasks);
    const comparison = { repository, pulls, owners, tasks, settings, isNeeded, now };
    const end = await needs.comparePulls(comparison, () => mayWrite(repository));
    if (end === "stopped") return void known.delete(id);
    known.set(id, {
      agreed: state,
      holders: owners.holders,
      listedAt: mustList ? now : listedAt,
      retryAt: end === "incomplete" ? now + retryAfterMs : undefined,
    });
  }

  async function work(repository: RepositorySeen): Promise<void> {
    const { id } = repository;
    for (let news = reported.get(id); news !== undefined && !isHeld; news = reported.get(id)) {
      const current = news;
      reported.delete(id);
      const isDone = await attempt("check files for locks", repository, () => check(repository, current));
      if (isDone) continue;
      // Kept for the next pass or sweep: trying again immediately would fail again.
      report(id, current);
      break;
    }
    running.delete(id);
  }

  function start(repository: RepositorySeen, news: PullNews): void {
    report(repository.id, news);
    if (!running.has(repository.id))
      running.set(
        repository.id,
        Promise.resolve().then(() => work(repository)),
      );
  }

  return {
    afterPass: start,
    sweep: (repository) => {
      const { listedAt = clock.now() } = known.get(repository.id) ?? {};
      start(repository, { ...noNews, hasPulls: clock.now() - listedAt >= listEveryMs });
    },
    isRunning: () => running.size > 0,
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    hold: () => {
      isHeld = true;
    },
    resume: () => {
      isHeld = false;
    },
  };
}

interface Demand {
  readonly tasks: readonly TaskLocks[];
  readonly settings: Settings;
  /** Whether pull requests without a check get one. */
  readonly isNeeded: boolean;
  /** Identifies the locks and the settings. */
  readonly state: string;
}

/** With `check: never` there are no locks for pull requests: what the check said earlier is taken back. */
async function demandOf(
  { index, settingsOf }: Pick<Needs, "index" | "settingsOf">,
  id: RepositoryId,
  now: Millis,
): Promise<Demand> {
  const settings = settingsOf(id);
  const { locks } = settings;
  const tasks = locks.check === "never" ? [] : await index.taskLocks(id);
  const isLocked = tasks.some(({ requests }) => requests.some((each) => isExclusiveNow(each, now)));
  const isNeeded = isLocked || locks.check === "always";
  return { tasks, settings, isNeeded, state: JSON.stringify([tasks, locks]) };
}
