/**
 * Finds what deliveries did not report: at the start, every few minutes, and against the delivery log. Only
 * requests refreshes and repairs nothing itself, so that decisions are made in one place.
 */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { attempt } from "../failure/best-effort.ts";
import type { Parts } from "../parts.ts";
import { refreshRepositories } from "../repository/installations.ts";
import { ensureLabels } from "../repository/labels.ts";
import { warnOfLeader } from "../repository/report-leader.ts";
import { refreshSettings } from "../repository/settings.ts";
import { admitMissing, logReachMs, noteGap } from "./delivery-log.ts";
import { refreshNeighbours } from "./refresh-neighbours.ts";

export interface Sweeper {
  /** The first round, with labels everywhere. Rejects if GitHub cannot say which repositories are ours. */
  readonly start: () => Promise<void>;
  /** Whether every repository that accepts labels has them. */
  readonly isReady: () => boolean;
  /** Runs one round now. Never rejects: a failure is logged and repeated with the next round. */
  readonly sweep: () => Promise<void>;
  /** Runs a round every `sweepEveryMs` until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** @param wake called after each round, as there may be something to refresh */
export function createSweeper(parts: Parts, wake: () => void): Sweeper {
  const { index, inbox, clock, pace } = parts;
  const unlabelled = new Set<NodeId>();
  let hasStarted = false;
  /** Where the next reading of the delivery log has to begin if the last one failed or was not finished. */
  let logUnreadSince: Millis | undefined;

  async function start(): Promise<void> {
    const repositories = await refreshRepositories(parts);
    for (const repository of repositories) {
      unlabelled.add(repository.id);
      warnOfLeader(parts, repository);
    }
    const wasDeaf = await noteGap(parts);
    if ((await inbox.newestReceivedAt()) !== undefined) logUnreadSince = clock.now() - logReachMs;
    await round(wasDeaf);
    hasStarted = true;
  }

  async function sweep(): Promise<void> {
    await attempt(parts, "list repositories", undefined, () => refreshRepositories(parts));
    await round(false);
  }

  async function round(everything: boolean): Promise<void> {
    for (const repository of index.repositories()) {
      await attempt(parts, "read the settings", repository, () => refreshSettings(parts, repository));
      const done = await attempt(parts, "make labels", repository, () => ensureLabels(parts, repository));
      if (done) unlabelled.delete(repository.id);
      const around = { everything, reread: pace.rereadPerSweep };
      await attempt(parts, "sweep", repository, () => refreshNeighbours(parts, repository, around));
    }
    await attempt(parts, "read the delivery log", undefined, readLog);
    wake();
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

  return {
    start,
    isReady: () => hasStarted && unlabelled.size === 0,
    sweep,
    run: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(pace.sweepEveryMs, signal);
        if (!signal.aborted) await sweep();
      }
    },
  };
}
