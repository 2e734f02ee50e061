/**
 * Says on the head of each open pull request which of its files others have locked. The files of a head are read
 * once; a lock that comes or goes is compared with what is stored, and written where that changes something.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { lockedPrefixes } from "../../engine/locks/locked-prefixes.ts";
import { isExclusiveNow } from "../../engine/locks/pull-check.ts";
import { type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { Index } from "../ports/issue-index.ts";
import type { PullStore } from "../ports/pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Pauses } from "../schedule/pauses.ts";
import type { ComparePulls } from "./compare-pulls.ts";
import { changesOwners, type Ownership, ownTasks } from "./own-tasks.ts";
import type { PullListing, PullListings } from "./pull-listings.ts";
import { mergeNews, noNews, type PullNews } from "./pull-news.ts";
import type { PullsReader, ReadPulls } from "./read-pulls.ts";

/** How often a sweep lists open pull requests while something is locked. */
const listEveryMs = 15 * 60_000;
/** After a write that GitHub refused, or the store could not record. */
const retryAfterMs = 5 * 60_000;

/** What this process knows; after a start it is found again. */
interface CheckedState {
  /** The locks and settings with which all checks agree. */
  readonly agreed: string;
  /** The holders of the pull requests' own tasks, as they were compared. */
  readonly holders: Ownership["holders"];
  /** When to try again what could not be written. */
  readonly retryAt: Millis | undefined;
}

export interface PullChecksParts {
  readonly index: Pick<Index, "taskLocks" | "records" | "handoversAbout" | "idsOf"> &
    Pick<PullStore, "pulls">;
  readonly pullsReader: Pick<PullsReader, "list" | "complete">;
  readonly listings: PullListings;
  readonly comparePulls: ComparePulls;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly clock: Clock;
  readonly failures: Pick<FailureHandler, "attempt">;
}

/**
 * Checks run on their own, one at a time for each repository: the first lock of a repository with many open pull
 * requests takes minutes, in which its passes go on.
 */
export class PullChecks {
  readonly #parts: PullChecksParts;
  readonly #known = new Map<RepositoryId, CheckedState>();
  /** What passes reported since the last check. */
  readonly #reported = new Map<RepositoryId, PullNews>();
  readonly #running = new Map<RepositoryId, Promise<void>>();
  readonly #timers = new Map<RepositoryId, AbortController>();
  #isHeld = false;

  constructor(parts: PullChecksParts) {
    this.#parts = parts;
  }

  /** To be called after each pass. Returns immediately. */
  check(repository: RepositorySeen, news: PullNews): void {
    this.#report(repository.id, news);
    if (!this.#running.has(repository.id))
      this.#running.set(
        repository.id,
        Promise.resolve().then(() => this.#checkReported(repository)),
      );
  }

  /** Lists the open pull requests again from time to time, as a delivery may have been lost. Returns immediately. */
  sweep(repository: RepositorySeen): void {
    const { clock, listings } = this.#parts;
    const { listedAt = clock.now() } = listings.of(repository.id);
    this.check(repository, { ...noNews, hasPulls: clock.now() - listedAt >= listEveryMs });
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when no check runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Ends the checks under way after the write that is being sent, and starts none until `resume`. */
  hold(): void {
    this.#isHeld = true;
    for (const timer of this.#timers.values()) timer.abort();
    this.#timers.clear();
  }

  resume(): void {
    this.#isHeld = false;
  }

  #report(id: RepositoryId, news: PullNews): void {
    this.#reported.set(id, mergeNews(this.#reported.get(id) ?? noNews, news));
  }

  async #checkReported(repository: RepositorySeen): Promise<void> {
    const { id } = repository;
    const reported = this.#reported;
    for (let news = reported.get(id); news !== undefined && !this.#isHeld; news = reported.get(id)) {
      const current = news;
      reported.delete(id);
      const isDone = await this.#parts.failures.attempt("check files for locks", repository, () =>
        this.#checkNow(repository, current),
      );
      if (isDone) continue;
      // Kept for the next pass or sweep: trying again immediately would fail again.
      this.#report(id, current);
      break;
    }
    this.#running.delete(id);
  }

  async #checkNow(repository: RepositorySeen, news: PullNews): Promise<void> {
    const { index, clock, comparePulls, listings } = this.#parts;
    const { id } = repository;
    // What is reported while nothing may be written is found again once it may.
    if (!this.#mayWrite(repository)) return this.#forget(id);
    const now = clock.now();
    const { tasks, settings, isNeeded, state } = await this.#findDemand(id, now);
    const before = this.#known.get(id);
    const holders = before?.holders ?? new Map();
    const { listedAt, listAt } = await listings.plan(repository, news, isNeeded, now);
    const mayRetry = before?.retryAt !== undefined && before.retryAt <= now;
    const isNews =
      mayRetry ||
      before?.agreed !== state ||
      (isNeeded && (await changesOwners(index, { holders }, news.ids)));
    if (!isNews && (listedAt !== undefined || !isNeeded))
      return this.#keep(
        repository,
        { agreed: state, holders, retryAt: before?.retryAt },
        { listedAt, listAt },
      );
    const mustList = isNeeded && listedAt === undefined;
    const { pulls, retryAt } = await this.#readPulls(repository, mustList, isNeeded ? tasks : undefined, now);
    const owners = await ownTasks(index, repository, pulls, tasks);
    const comparison = { repository, pulls, owners, tasks, settings, isNeeded, now };
    const end = await comparePulls(comparison, () => this.#mayWrite(repository));
    if (end === "stopped") return this.#forget(id);
    const triedAgainAt = end === "incomplete" ? Math.min(now + retryAfterMs, retryAt ?? Infinity) : retryAt;
    this.#keep(
      repository,
      { agreed: state, holders: owners.holders, retryAt: triedAgainAt },
      mustList ? { listedAt: now, listAt: undefined } : { listedAt, listAt },
    );
  }

  /** @param tasks those with locks; undefined if nothing needs to be compared */
  async #readPulls(
    repository: RepositorySeen,
    mustList: boolean,
    tasks: readonly TaskLocks[] | undefined,
    now: Millis,
  ): Promise<ReadPulls> {
    const { index, pullsReader } = this.#parts;
    const stored = await index.pulls(repository.id);
    if (tasks === undefined) return { pulls: stored, retryAt: undefined };
    const locked = lockedPrefixes(tasks, now);
    return mustList
      ? pullsReader.list(repository, stored, locked)
      : pullsReader.complete(repository, stored, locked);
  }

  /** Keeps what is known, and checks again when what was put off is due. */
  #keep(repository: RepositorySeen, state: CheckedState, listing: PullListing): void {
    this.#known.set(repository.id, state);
    this.#parts.listings.keep(repository.id, listing);
    this.#timers.get(repository.id)?.abort();
    this.#timers.delete(repository.id);
    const dueAt = Math.min(listing.listAt ?? Infinity, state.retryAt ?? Infinity);
    if (dueAt === Infinity || this.#isHeld) return;
    const timer = new AbortController();
    this.#timers.set(repository.id, timer);
    const { clock } = this.#parts;
    void clock.sleep(Math.max(0, dueAt - clock.now()), timer.signal).then(() => {
      if (!timer.signal.aborted) this.check(repository, noNews);
    });
  }

  #forget(id: RepositoryId): void {
    this.#known.delete(id);
    this.#parts.listings.forget(id);
  }

  #mayWrite(repository: RepositorySeen): boolean {
    return !this.#isHeld && takesWrites(repository) && !this.#parts.pauses.isPaused(repository.id);
  }

  /** With `check: never` there are no locks for pull requests: what the check said earlier is taken back. */
  async #findDemand(id: RepositoryId, now: Millis): Promise<CheckDemand> {
    const settings = this.#parts.settingsOf(id);
    const { locks } = settings;
    const tasks = locks.check === "never" ? [] : await this.#parts.index.taskLocks(id);
    const isLocked = tasks.some(({ requests }) => requests.some((each) => isExclusiveNow(each, now)));
    const isNeeded = isLocked || locks.check === "always";
    return { tasks, settings, isNeeded, state: JSON.stringify([tasks, locks]) };
  }
}

interface CheckDemand {
  readonly tasks: readonly TaskLocks[];
  readonly settings: Settings;
  /** Whether pull requests without a check get one. */
  readonly isNeeded: boolean;
  /** Identifies the locks and the settings. */
  readonly state: string;
}
