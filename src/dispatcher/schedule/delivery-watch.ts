/**
 * Remembers since when we have received everything from a repository. Silence counts only from then: during an
 * outage, a pause, or while this machine slept, an agent may have spoken, or tried to. Kept in memory, as a
 * start begins again.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { Pauses } from "./pauses.ts";

export interface DeliveryWatch {
  /** By GitHub's clock; undefined while nothing arrives from there. */
  readonly since: (repositoryId: RepositoryId) => Millis | undefined;
  /** GitHub answered a question about the installation; `undefined`: about none. */
  readonly answered: (installationId: InstallationId | undefined) => void;
  /** GitHub could not be asked. */
  readonly failed: (installationId: InstallationId | undefined) => void;
  /** Notices pauses, and that this process or its clock stood still or jumped, until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "repositories" | "repository">;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly pauses: Pick<Pauses, "isPaused" | "claimsPause">;
  readonly clock: Clock;
}

/** A gap of this length is too short to keep an agent from being heard from. */
const tolerableMs = 60_000;
const tickMs = 60_000;
/** A busy machine is late with a tick; one that slept is later. */
const lateMs = 10 * 60_000;

export function createDeliveryWatch({ index, tracker, pauses, clock }: Needs): DeliveryWatch {
  let everywhere: Millis | undefined;
  /** When GitHub first failed to answer since it last did, by our clock. */
  const gaps = new Map<InstallationId | undefined, Millis>();
  const installations = new Map<InstallationId, Millis>();
  const resumed = new Map<RepositoryId, Millis>();
  const paused = new Set<RepositoryId>();
  const now = (): Millis => clock.now() - tracker.aheadMs();

  function noticePause(id: RepositoryId): void {
    if (pauses.isPaused(id) || pauses.claimsPause(id) !== undefined) paused.add(id);
    else if (paused.delete(id)) resumed.set(id, now());
  }

  /** Whether GitHub has been unreachable for long. */
  function endGap(of: InstallationId | undefined): boolean {
    const began = gaps.get(of);
    gaps.delete(of);
    if (began === undefined) return false;
    const length = clock.now() - began;
    return length < 0 || length > tolerableMs;
  }

  return {
    since: (repositoryId) => {
      noticePause(repositoryId);
      const repository = index.repository(repositoryId);
      const isDeaf = gaps.has(undefined) || gaps.has(repository?.installationId);
      if (repository === undefined || everywhere === undefined || isDeaf || paused.has(repositoryId))
        return undefined;
      const since = [installations.get(repository.installationId), resumed.get(repositoryId)];
      return Math.max(everywhere, ...since.flatMap((at) => at ?? []));
    },
    answered: (installationId) => {
      if (endGap(undefined) || everywhere === undefined) everywhere = now();
      if (installationId !== undefined && endGap(installationId)) installations.set(installationId, now());
    },
    failed: (installationId) => {
      if (!gaps.has(installationId)) gaps.set(installationId, clock.now());
    },
    run: async (signal) => {
      let before = clock.now();
      while (!signal.aborted) {
        await clock.sleep(tickMs, signal);
        const passed = clock.now() - before;
        before += passed;
        if (everywhere !== undefined && (passed < 0 || passed > tickMs + lateMs)) everywhere = now();
        for (const { id } of index.repositories()) noticePause(id);
      }
    },
  };
}
