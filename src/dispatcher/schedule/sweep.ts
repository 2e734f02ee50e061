/**
 * Finds what deliveries did not report: at the start, every few minutes, and against the delivery log. Only
 * requests refreshes and repairs nothing itself, so that decisions are made in one place.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { attempt } from "../failure/best-effort.ts";
import { createMutex } from "../mutex.ts";
import type { Parts } from "../parts.ts";
import type { Surveyed } from "../ports/survey.ts";
import { refreshRepositories } from "../repository/installations.ts";
import { ensureLabels } from "../repository/labels.ts";
import { warnOfLeader } from "../repository/report-leader.ts";
import { refreshSettings } from "../repository/settings.ts";
import { admitMissing, logReachMs, noteGap } from "./delivery-log.ts";
import { allDiffers, type Differences, differencesIn, knowsLabels } from "./differences.ts";
import { compareIssues, refreshNeighbours } from "./refresh-neighbours.ts";
import { createRereads } from "./rereads.ts";
import { type Survey, surveyAll } from "./survey.ts";

export interface Sweeper {
  /**
   * Lists the repositories, and makes labels where they are not known to exist. Rejects if GitHub cannot say
   * which repositories are ours.
   */
  readonly start: () => Promise<void>;
  /** Whether every repository that accepts labels has them. */
  readonly isReady: () => boolean;
  /** Resolves when the first round is over: from then on the index shows what changed before the start. */
  readonly firstRound: Promise<void>;
  /** Runs one round now, without listing the repositories. Never rejects, as `sweep`. */
  readonly survey: () => Promise<void>;
  /** Runs one round now. Never rejects: a failure is logged and repeated with the next round. */
  readonly sweep: () => Promise<void>;
  /** Runs a round now, and one every `sweepEveryMs` until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Resolves when no round is under way. */
  readonly idle: () => Promise<void>;
}

/** @param wake called after each round, as there may be something to refresh */
export function createSweeper(parts: Parts, wake: () => void): Sweeper {
  const { index, inbox, clock, pace, random } = parts;
  const rounds = createMutex();
  const rereads = createRereads(pace, random);
  const first = Promise.withResolvers<void>();
  const unlabelled = new Set<RepositoryId>();
  /** By repository, the number of open issues on GitHub that was last compared with the index. */
  const compared = new Map<RepositoryId, number>();
  let hasStarted = false;
  /** Deliveries are lost for good, so the next round reads everything. */
  let isDeaf = false;
  let listedAt = -Infinity;
  /** Where the next reading of the delivery log has to begin if the last one failed or was not finished. */
  let logUnreadSince: Millis | undefined;

  async function start(): Promise<void> {
    await list();
    for (const repository of index.repositories()) {
      warnOfLeader(parts, repository);
      if (knowsLabels(index.labels(repository.id))) continue;
      unlabelled.add(repository.id);
      await label(repository);
    }
    isDeaf = await noteGap(parts);
    if ((await inbox.newestReceivedAt()) !== undefined) logUnreadSince = clock.now() - logReachMs;
    hasStarted = true;
  }

  async function list(): Promise<void> {
    const now = clock.now();
    await refreshRepositories(parts);
    listedAt = now;
  }

  const tryToList = (): Promise<boolean> => attempt(parts, "list repositories", undefined, list);

  async function label(repository: RepositorySeen): Promise<void> {
    const isDone = await attempt(parts, "make labels", repository, () => ensureLabels(parts, repository));
    if (isDone) unlabelled.delete(repository.id);
  }

  async function round(): Promise<void> {
    const everything = isDeaf;
    const { asked, found } = await surveyAll(parts);
    if (hasOther({ asked, found })) await tryToList();
    for (const { id } of rereads.inOrder(asked)) {
      // Listing them may have removed it, or changed its name.
      const repository = index.repository(id);
      if (repository !== undefined) await sweepOne(repository, found.get(id), everything);
    }
    await attempt(parts, "read the delivery log", undefined, readLog);
    isDeaf = false;
    wake();
    first.resolve();
  }

  function hasOther({ asked, found }: Survey): boolean {
    return asked.some((repository) => differences(repository, found.get(repository.id)).itself);
  }

  function differences(repository: RepositorySeen, surveyed: Surveyed | undefined): Differences {
    return surveyed === undefined ? allDiffers : differencesIn(index, repository, surveyed);
  }

  async function sweepOne(
    repository: RepositorySeen,
    surveyed: Surveyed | undefined,
    everything: boolean,
  ): Promise<void> {
    const differs = differences(repository, surveyed);
    if (differs.settings)
      await attempt(parts, "read the settings", repository, () => refreshSettings(parts, repository));
    if (differs.labels) await label(repository);
    else unlabelled.delete(repository.id);
    const changed = differs.issues ? undefined : "nothing";
    await attempt(parts, "sweep", repository, async () => {
      const reread = rereads.roomFor(repository);
      const around = { everything, reread, changed, surveyedAt: surveyed?.surveyedAt } as const;
      rereads.took(repository, await refreshNeighbours(parts, repository, around));
      if (surveyed !== undefined && !differs.issues) await count(repository, surveyed);
    });
  }

  /** Once for each number: the index may lack an issue that GitHub counts and does not show. */
  async function count(repository: RepositorySeen, { openIssues }: Surveyed): Promise<void> {
    if (compared.get(repository.id) === openIssues) return;
    if ((await index.openIssues(repository.id)) !== openIssues) await compareIssues(parts, repository);
    compared.set(repository.id, openIssues);
  }

  /** If nothing was ever received there is nothing to compare: the first refresh of everything is enough. */
  async function readLog(): Promise<void> {
    const heardAt = await inbox.newestReceivedAt();
    if (heardAt === undefined) return;
    logUnreadSince ??= heardAt - pace.logOverlapMs;
    const { admitted, isFinished } = await admitMissing(parts, logUnreadSince);
    if (isFinished) logUnreadSince = undefined;
    if (admitted > 0) parts.logger.warn({ admitted }, "lost deliveries were fetched from GitHub's log");
  }

  const survey = (): Promise<void> => rounds.run(round);
  const sweep = (): Promise<void> =>
    rounds.run(async () => {
      await tryToList();
      await round();
    });
  return {
    start,
    isReady: () => hasStarted && unlabelled.size === 0,
    firstRound: first.promise,
    survey,
    sweep,
    idle: () => rounds.run(async () => {}),
    run: async (signal) => {
      await survey();
      while (!signal.aborted) {
        await clock.sleep(pace.sweepEveryMs, signal);
        if (signal.aborted) return;
        await (clock.now() - listedAt >= pace.listEveryMs ? sweep() : survey());
      }
    },
  };
}
