/**
 * Says on the head of each open pull request which of its files others have locked. The files of a head are read
 * once; a lock that comes or goes is compared with what is stored, and written where that changes something.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { handoverIn } from "../../engine/handovers/handovers.ts";
import type { Holder } from "../../engine/leases/holder.ts";
import { isExclusiveNow, judgePull, type OwnTasks } from "../../engine/locks/pull-check.ts";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import { type RepositoryId, type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";
import { refKey, resolveRef } from "../../protocol/references/ref.ts";
import type { Text } from "../../protocol/text.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LocksShown, LocksWriter, PullStore, StoredPull } from "../ports/pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Pauses } from "../schedule/pauses.ts";
import type { ReadPulls } from "./read-pulls.ts";

/** What a pass brought that may change what a check says although no lock changed. */
export interface PullNews {
  /** A pull request was opened, pushed to, edited or closed. */
  readonly hasPulls: boolean;
  /** A handover was read, which may report a pull request. */
  readonly hasHandovers: boolean;
}

const noNews: PullNews = { hasPulls: false, hasHandovers: false };

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
}

export function createPullChecks(needs: Needs): PullChecks {
  const { index, readPulls, settingsOf, clock, attempt } = needs;
  const known = new Map<RepositoryId, Known>();
  /** What passes reported since the last check. */
  const reported = new Map<RepositoryId, PullNews>();
  const turns = new Map<RepositoryId, Promise<unknown>>();

  function report(id: RepositoryId, news: PullNews): void {
    const { hasPulls = false, hasHandovers = false } = reported.get(id) ?? {};
    reported.set(id, {
      hasPulls: hasPulls || news.hasPulls,
      hasHandovers: hasHandovers || news.hasHandovers,
    });
  }

  async function check(repository: RepositorySeen, news: PullNews): Promise<void> {
    const { id } = repository;
    const { locks } = settingsOf(id);
    if (locks.check === "never") return;
    const now = clock.now();
    const tasks = await index.taskLocks(id);
    const isLocked = tasks.some(({ requests }) => requests.some((each) => isExclusiveNow(each, now)));
    const isNeeded = isLocked || locks.check === "always";
    const state = JSON.stringify([tasks, locks]);
    const before = known.get(id);
    const listedAt = news.hasPulls ? undefined : before?.listedAt;
    const isNews = news.hasHandovers || before?.agreed !== state;
    const remember = (at: Millis | undefined) => void known.set(id, { agreed: state, listedAt: at });
    if (!isNews && (listedAt !== undefined || !isNeeded)) return remember(listedAt);
    const stored = await index.pulls(id);
    const mustList = isNeeded && listedAt === undefined;
    const pulls = mustList ? await readPulls(repository, stored) : stored;
    await compareAll(needs, { repository, pulls, tasks, isNeeded, now });
    remember(mustList ? now : listedAt);
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

interface Comparing {
  readonly repository: RepositorySeen;
  readonly pulls: readonly StoredPull[];
  readonly tasks: readonly TaskLocks[];
  /** Whether pull requests without a check get one. */
  readonly isNeeded: boolean;
  readonly now: Millis;
}

async function compareAll(needs: Needs, comparing: Comparing): Promise<void> {
  const { index, writer, pauses } = needs;
  const { repository, pulls, isNeeded } = comparing;
  const { id, installationId } = repository;
  if (!takesWrites(repository) || pauses.isPaused(id)) return;
  const owners = await ownersOf(needs, repository, pulls);
  for (const pull of pulls) {
    const own = owners.get(pull.number) ?? { tasks: new Set(pull.closes), holders: [] };
    const shown = shownOn(needs, comparing, pull, own);
    if (shown.shows === pull.shown || (!isNeeded && pull.shown === undefined)) continue;
    await writer.showLocks(installationId, id, shown);
    await index.savePull(id, { ...pull, shown: shown.shows });
  }
}

/** How many overlaps a summary lists. */
const maxListed = 100;

function shownOn(
  { settingsOf, render }: Needs,
  { repository, tasks, now }: Comparing,
  pull: StoredPull,
  own: OwnTasks,
): LocksShown {
  const settings = settingsOf(repository.id);
  const { conclusion, overlaps } = judgePull(pull, own, tasks, { settings, now });
  const data = {
    status: conclusion,
    overlaps: overlaps
      .slice(0, maxListed)
      .map(({ path, glob, holder, task }) => ({ path, glob, holder, issue: `#${task}` })),
    more: Math.max(0, overlaps.length - maxListed),
    seen: pull.files.length,
    isWhole: pull.isWhole,
  };
  const summary = render({ name: "check-locks", data });
  const title = titleOf(conclusion, overlaps.length);
  const { headSha } = pull;
  return {
    headSha,
    conclusion,
    title,
    summary,
    shows: `${conclusion}.${fingerprint(JSON.stringify([title, summary]))}`,
  };
}

function titleOf(conclusion: LocksShown["conclusion"], overlaps: number): string {
  if (overlaps > 0)
    return overlaps === 1 ? "1 file is locked by others" : `${overlaps} files are locked by others`;
  return conclusion === "success" ? "No file is locked by others" : "Not all files could be compared";
}

/** The tasks that each pull request closes or whose handover reports it, and their holders. */
async function ownersOf(
  { index }: Needs,
  { id, owner, name: repo }: RepositorySeen,
  pulls: readonly StoredPull[],
): Promise<ReadonlyMap<number, OwnTasks>> {
  const home = { owner, repo };
  const work = pulls.map(({ number }) => ({ pullRequest: number }));
  const handovers = work.length === 0 ? [] : await index.handoversAbout(id, work);
  const reported = new Map<number, number[]>();
  for (const record of (await index.records(handovers)).values()) {
    const pull = record.evidence?.pullRequest?.number;
    const task = handoverIn(record)?.completes;
    if (pull === undefined || task === undefined || !isAdmitted(record)) continue;
    if (refKey(resolveRef(task, home)) !== refKey({ ...home, number: task.number })) continue;
    reported.set(pull, [...(reported.get(pull) ?? []), task.number]);
  }
  const tasksOf = ({ number, closes }: StoredPull) => [...closes, ...(reported.get(number) ?? [])];
  const ids = await index.idsOf(id, [...new Set(pulls.flatMap(tasksOf))]);
  const records = await index.records([...ids.values()]);
  const holderOf = (task: number): readonly Holder[] => {
    const holder = records.get(ids.get(task) ?? "")?.persisted.lease?.holder;
    return holder === undefined ? [] : [holder];
  };
  return new Map(
    pulls.map((pull) => {
      const tasks = tasksOf(pull);
      return [pull.number, { tasks: new Set(tasks), holders: tasks.flatMap(holderOf) }];
    }),
  );
}
