/**
 * Remembers since when we have received everything from a repository. Silence counts only from then: during an
 * outage, a pause, or while this machine slept, an agent may have spoken, or tried to. A start begins again.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { InstallationBackoff } from "../failure/installation-backoff.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { Pauses } from "./pauses.ts";

/** A gap of this length is too short to keep an agent from being heard from. */
const tolerableMs = 60_000;
const tickMs = 60_000;
/** A busy machine is late with a tick; one that slept is later. */
const lateMs = 10 * 60_000;

export class DeliveryWatch {
  readonly #ports: DeliveryWatchPorts;
  readonly #pauses: Pick<Pauses, "isPaused" | "claimsPause">;
  /** Since when everything was received, by GitHub's clock; undefined if nothing was yet. */
  #everywhere: Millis | undefined;
  /** When GitHub first failed to answer since it last did, by our clock. */
  readonly #gaps = new Map<InstallationId | undefined, Millis>();
  readonly #installations = new Map<InstallationId, Millis>();
  readonly #resumed = new Map<RepositoryId, Millis>();
  readonly #paused = new Set<RepositoryId>();

  /** @param earlier since when an earlier process has received everything, by GitHub's clock */
  constructor(ports: DeliveryWatchPorts, pauses: Pick<Pauses, "isPaused" | "claimsPause">, earlier?: Millis) {
    this.#ports = ports;
    this.#pauses = pauses;
    this.#everywhere = earlier;
  }

  /** By GitHub's clock; undefined while nothing arrives from there. */
  since(repositoryId: RepositoryId): Millis | undefined {
    this.#noticePause(repositoryId);
    const repository = this.#ports.index.repository(repositoryId);
    const since = repository && this.#heardFrom(repository.installationId);
    if (since === undefined || this.#paused.has(repositoryId)) return undefined;
    return Math.max(since, this.#resumed.get(repositoryId) ?? since);
  }

  /** The same for what is not paused in an installation. */
  heardSince(installationId: InstallationId): Millis | undefined {
    const since = this.#heardFrom(installationId);
    return since === undefined ? undefined : Math.max(since, ...this.#resumed.values());
  }

  /** GitHub answered a question about the installation; `undefined`: about none. */
  answered(installationId: InstallationId | undefined): void {
    if (installationId !== undefined) this.#ports.backoff?.noteAnswered(installationId);
    if (this.#endGap(undefined) || this.#everywhere === undefined) this.#everywhere = this.#now();
    if (installationId !== undefined && this.#endGap(installationId))
      this.#installations.set(installationId, this.#now());
  }

  /** GitHub could not be asked. */
  failed(installationId: InstallationId | undefined): void {
    if (!this.#gaps.has(installationId)) this.#gaps.set(installationId, this.#ports.clock.now());
  }

  /** Notices pauses, and that this process or its clock stood still or jumped, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { index, clock } = this.#ports;
    let before = clock.now();
    for (const { id } of index.repositories()) this.#noticePause(id);
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal);
      const passed = clock.now() - before;
      before += passed;
      if (this.#everywhere !== undefined && (passed < 0 || passed > tickMs + lateMs))
        this.#everywhere = this.#now();
      for (const { id } of index.repositories()) this.#noticePause(id);
    }
  }

  #now(): Millis {
    return this.#ports.clock.now() - this.#ports.tracker.aheadMs();
  }

  #noticePause(id: RepositoryId): void {
    if (this.#pauses.isPaused(id) || this.#pauses.claimsPause(id) !== undefined) this.#paused.add(id);
    else if (this.#paused.delete(id)) this.#resumed.set(id, this.#now());
  }

  /** Whether GitHub has been unreachable for long. */
  #endGap(of: InstallationId | undefined): boolean {
    const began = this.#gaps.get(of);
    this.#gaps.delete(of);
    if (began === undefined) return false;
    const length = this.#ports.clock.now() - began;
    return length < 0 || length > tolerableMs;
  }

  #heardFrom(id: InstallationId): Millis | undefined {
    const isDeaf = this.#gaps.has(undefined) || this.#gaps.has(id);
    if (this.#everywhere === undefined || isDeaf) return undefined;
    return Math.max(this.#everywhere, this.#installations.get(id) ?? this.#everywhere);
  }
}

interface DeliveryWatchPorts {
  readonly index: Pick<Index, "repositories" | "repository">;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly clock: Clock;
  /** Told of each answer too: an installation that answers is not refused any more. */
  readonly backoff?: Pick<InstallationBackoff, "noteAnswered"> | undefined;
}
