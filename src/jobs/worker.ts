/**
 * Takes installations that have work, serves many at once, and releases them. While a process has an installation, no
 * other process writes for it: taking it increments a token that every write checks, and a process whose heartbeats fail
 * stops writing before another one can take over.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock, Millis } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import { Attempts } from "./attempts.ts";
import { countHandOffs, type OtherWorker } from "./count-hand-offs.ts";
import { loseExpired, sendHeartbeat } from "./heartbeat.ts";
import { HeldInstallation, type Serve } from "./held-installation.ts";
import { IdleTenures } from "./idle-tenures.ts";
import { heartbeatTimeoutMs, type JobQueue, type TenureJob } from "./job-queue.ts";
import { JobTaker } from "./job-taker.ts";
import { Stopwatch } from "./stopwatch.ts";
import type { TenureTable } from "./tenure-table.ts";

export interface WorkerStatus {
  readonly tenures: readonly InstallationId[];
  readonly lostLastHour: number;
  readonly lostSinceStart: number;
  /** The age of the oldest last heartbeat of a tenure; undefined without tenures. */
  readonly heartbeatAgeMs: Millis | undefined;
  /** Its event loop has hardly any time left. */
  readonly isBusy: boolean;
}

export interface WorkerParts {
  readonly jobQueue: Pick<JobQueue, "send" | "fetch" | "touch" | "complete">;
  readonly table: TenureTable;
  readonly serve: Serve;
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic: () => Millis;
  /** The share of time in which the event loop is busy. */
  readonly busyRatio: () => number;
  /** What the other workers reported a few seconds ago. */
  readonly others?: (() => Promise<readonly OtherWorker[]>) | undefined;
  /** Whether an error means that the database is unavailable, which is not a bug. */
  readonly isUnavailable?: ((thrown: unknown) => boolean) | undefined;
  readonly logger: Logger;
}

const busyThreshold = 0.7;
const pollEveryMs = 1_000;
/** By then, all workers have reported how many tenures they have since the last time. */
const rebalanceEveryMs = 10_000;
const heartbeatEveryMs = 3_000;
const expiryCheckEveryMs = 500;
/** A request that writes takes up to this long to reach GitHub. */
const maxWriteMs = 5_000;
const hourMs = 60 * 60_000;

export class Worker {
  readonly #parts: WorkerParts;
  readonly #stopwatch: Stopwatch;
  readonly #attempts: Attempts;
  readonly #idleTenures = new IdleTenures();
  readonly #jobTaker: JobTaker;
  readonly #running = new Map<InstallationId, HeldInstallation>();
  /** Includes tenures that were replaced in `#running` and have not ended yet. */
  readonly #underWay = new Set<Promise<void>>();
  readonly #draining = new AbortController();
  readonly #stopped = new AbortController();
  /** The tenure that started the calling code. */
  readonly #callingTenure = new AsyncLocalStorage<HeldInstallation>();
  #lostAt: readonly Millis[] = [];
  #lostSinceStart = 0;
  #polling: Promise<void> | undefined;

  constructor(parts: WorkerParts) {
    const { jobQueue, table, clock, monotonic, logger } = parts;
    this.#parts = parts;
    this.#stopwatch = new Stopwatch(clock, monotonic);
    this.#attempts = new Attempts(logger);
    this.#jobTaker = new JobTaker({
      jobQueue,
      table,
      idleTenures: this.#idleTenures,
      attempts: this.#attempts,
      running: this.#running,
      worker: this,
      signal: this.#draining.signal,
    });
  }

  /** Runs until `drain`. */
  start(): void {
    const { signal: stopped } = this.#stopped;
    const { signal: draining } = this.#draining;
    const attempts = this.#attempts;
    void this.#repeat(heartbeatEveryMs, stopped, () =>
      attempts.attempt("heartbeat", () => this.#sendHeartbeat()),
    );
    void this.#repeat(expiryCheckEveryMs, stopped, async () => this.#loseExpired());
    this.#polling = this.#repeat(pollEveryMs, draining, () =>
      attempts.attempt("poll", () => this.#jobTaker.poll()),
    );
    void this.#repeat(rebalanceEveryMs, draining, () =>
      attempts.attempt("rebalance", () => this.#rebalance()),
    );
  }

  /** Wakes the tenures of these installations, and takes jobs if there are others. */
  wake(installations: readonly InstallationId[]): void {
    for (const id of installations) this.#running.get(id)?.wake();
    if (installations.some((id) => !this.#running.has(id))) this.#jobTaker.fetch();
  }

  /** Takes no more installations, and ends its tenures in order. Resolves once they have ended, or after `ms`. */
  async drain(ms: Millis): Promise<void> {
    this.#draining.abort();
    for (const held of this.#running.values()) held.drain();
    const enough = new AbortController();
    await Promise.race([this.#allEnded(), this.#parts.clock.sleep(ms, enough.signal)]);
    enough.abort();
    for (const held of this.#running.values()) held.lose("the worker stops");
    this.#stopped.abort();
  }

  /**
   * Whether a request that writes for the installation may begin now. Work of an earlier tenure may not write, even if
   * this process has the installation again.
   */
  mayWrite(installation: InstallationId): boolean {
    const held = this.#running.get(installation);
    if ((this.#callingTenure.getStore() ?? held) !== held) return false;
    const ageMs = held?.ageMs;
    return ageMs !== undefined && ageMs <= heartbeatTimeoutMs - maxWriteMs;
  }

  /** Aborts requests that write when the calling tenure is lost or released. */
  writeSignal(installation: InstallationId): AbortSignal | undefined {
    return (this.#callingTenure.getStore() ?? this.#running.get(installation))?.writeSignal;
  }

  status(): WorkerStatus {
    const ages = [...this.#running.values()].flatMap((held) => held.ageMs ?? []);
    return {
      tenures: [...this.#running.keys()],
      lostLastHour: this.#listRecentlyLost().length,
      lostSinceStart: this.#lostSinceStart,
      heartbeatAgeMs: ages.length === 0 ? undefined : Math.round(Math.max(...ages)),
      isBusy: this.isBusy,
    };
  }

  /** Whether its event loop has hardly any time left. */
  get isBusy(): boolean {
    return this.#parts.busyRatio() > busyThreshold;
  }

  /** Serves the installation of a job that was fetched. */
  begin(job: TenureJob): void {
    const { installationId } = job;
    const running = this.#running;
    const held = this.#hold(job);
    running.get(installationId)?.lose("its job was given out again");
    running.set(installationId, held);
    if (this.#draining.signal.aborted) held.drain();
    const done = this.#callingTenure
      .run(held, () => held.run())
      .finally(() => {
        if (running.get(installationId) === held) running.delete(installationId);
        this.#underWay.delete(done);
        // There is room again for a job that a full worker had to leave.
        this.#jobTaker.fetch();
      });
    this.#underWay.add(done);
  }

  #hold(job: TenureJob): HeldInstallation {
    const { jobQueue, table, serve, clock, logger, isUnavailable } = this.#parts;
    return new HeldInstallation(job, {
      ...{ jobQueue, table, serve, clock, logger, isUnavailable },
      stopwatch: this.#stopwatch,
      idleTenures: this.#idleTenures,
      onLost: () => this.#noteLost(),
      onReleasedDue: () => this.#offerAgain(job.installationId),
    });
  }

  #offerAgain(installationId: InstallationId): Promise<void> {
    const { jobQueue, table } = this.#parts;
    return this.#attempts.attempt("hand off", async () => {
      await jobQueue.send([installationId]);
      await table.announce([installationId]);
    });
  }

  async #sendHeartbeat(): Promise<void> {
    this.#loseExpired();
    await sendHeartbeat(this.#parts.jobQueue, this.#stopwatch, this.#running.values());
  }

  #loseExpired(): void {
    loseExpired(this.#running.values(), this.#attempts.lastFailure("heartbeat"));
  }

  /** Hands off tenures if this worker is busy: otherwise the worker that started first would keep all installations. */
  async #rebalance(): Promise<void> {
    const { others } = this.#parts;
    if (others === undefined || this.#running.size < 2 || !this.isBusy) return;
    const count = countHandOffs(this.#running.size, await others());
    const serving = [...this.#running.values()].filter((held) => held.isServing);
    for (const held of serving.slice(0, count)) held.handOff();
  }

  /** Call it while draining. Jobs that were being fetched when draining began are taken and released again. */
  async #allEnded(): Promise<void> {
    await Promise.allSettled([this.#polling, this.#jobTaker.settled()]);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #noteLost(): void {
    this.#lostAt = [...this.#listRecentlyLost(), this.#parts.clock.now()];
    this.#lostSinceStart += 1;
  }

  #listRecentlyLost(): readonly Millis[] {
    const now = this.#parts.clock.now();
    return this.#lostAt.filter((at) => at > now - hourMs);
  }

  /** The interval counts from the start of each round: a slow answer must not delay the next heartbeat. */
  async #repeat(everyMs: Millis, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const began = this.#stopwatch.now();
      await work();
      await this.#parts.clock.sleep(Math.max(0, everyMs - this.#stopwatch.elapsedMs(began)), signal);
    }
  }
}
