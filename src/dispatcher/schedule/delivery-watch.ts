/**
 * Remembers since when we have received everything from a repository. Silence counts only from then: during an
 * outage, a pause, or while this machine slept, an agent may have spoken, or tried to. A start begins again.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { Pauses } from "./pauses.ts";

export interface DeliveryWatch {
  /** By GitHub's clock; undefined while nothing arrives from there. */
  readonly since: (repositoryId: RepositoryId) => Millis | undefined;
  /** The same for what is not paused in an installation. */
  readonly heardSince: (installationId: InstallationId) => Millis | undefined;
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
  /** Since when an earlier process has received everything, by GitHub's clock. */
  readonly earlier?: Millis | undefined;
}

/** A gap of this length is too short to keep an agent from being heard from. */
const tolerableMs = 60_000;
const tickMs = 60_000;
/** A busy machine is late with a tick; one that slept is later. */
const lateMs = 10 * 60_000;

export function createDeliveryWatch({ index, tracker, pauses, clock, earlier }: Needs): DeliveryWatch {
  let everywhere = earlier;
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

  function heardFrom(id: InstallationId): Millis | undefined {
    const isDeaf = gaps.has(undefined) || gaps.has(id);
    if (everywhere === undefined || isDeaf) return undefined;
    return Math.max(everywhere, installations.get(id) ?? everywhere);
  }

  return {
    since: (repositoryId) => {
      noticePause(repositoryId);
      const repository = index.repository(repositoryId);
      const since = repository && heardFrom(repository.installationId);
      if (since === undefined || paused.has(repositoryId)) return undefined;
      return Math.max(since, resumed.get(repositoryId) ?? since);
    },
    heardSince: (installationId) => {
      const since = heardFrom(installationId);
      return since === undefined ? undefined : Math.max(since, ...resumed.values());
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
      for (const { id } of index.repositories()) noticePause(id);
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
