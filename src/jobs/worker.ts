/**
 * Takes installations that have work, serves many at once, and gives them back. While a process has an installation, no
 * other writes for it: taking it raises a token that each write requires, and a process whose heartbeats fail
 * stops by itself before another can take over.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock, Millis } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { Claim, Claims } from "./claims.ts";
import { heartbeatTimeoutMs, loseExpired, sendHeartbeat } from "./heartbeat.ts";
import { type HeldInstallation, holdInstallation, type Serve } from "./held-installation.ts";
import { createStopwatch } from "./stopwatch.ts";
import type { TenureTable } from "./tenure-table.ts";

export interface Worker {
  /** Runs until `drain`. */
  readonly start: () => void;
  /** Wakes the tenures of these installations, and takes jobs if there are others. */
  readonly wake: (installations: readonly InstallationId[]) => void;
  /** Takes nothing more, and ends its tenures in order. Resolves once they have ended, or after `ms`. */
  readonly drain: (ms: Millis) => Promise<void>;
  /**
   * Whether a request that writes for the installation may begin now. What a tenure began may write as long as that
   * tenure is kept: not because this process has the installation again.
   */
  readonly mayWrite: (installation: InstallationId) => boolean;
  readonly status: () => WorkerStatus;
}

export interface WorkerStatus {
  readonly tenures: readonly InstallationId[];
  /** How many tenures were lost in the last hour, and since the start. */
  readonly lost: number;
  readonly lostInAll: number;
  /** Since the oldest heartbeat that a tenure rests on; undefined without tenures. */
  readonly heartbeatAgeMs: Millis | undefined;
}

export interface WorkerParts {
  readonly claims: Claims;
  readonly table: TenureTable;
  readonly serve: Serve;
  readonly clock: Clock;
  /** A clock that nobody sets, in milliseconds. */
  readonly monotonic: () => Millis;
  /** The share of time in which the event loop is busy. */
  readonly busyRatio: () => number;
  /** Whether the database did not answer, which is no defect. */
  readonly isUnavailable?: ((thrown: unknown) => boolean) | undefined;
  readonly logger: Logger;
}

type Asking = "due" | "fetch" | "heartbeat" | "hand on";

const maxTenures = 64;
/** Else the first of two workers that start would get everything. */
const maxFetched = 16;
const tooBusy = 0.7;
const lookEveryMs = 1_000;
const dueAtOnce = 64;
const heartbeatEveryMs = 3_000;
const watchEveryMs = 500;
/** A request that writes takes up to this long to reach GitHub. */
const writeMs = 5_000;
const hourMs = 60 * 60_000;

export function createWorker(parts: WorkerParts): Worker {
  const { claims, table, clock, logger } = parts;
  const stopwatch = createStopwatch(clock, parts.monotonic);
  const running = new Map<InstallationId, HeldInstallation>();
  /** With those that were replaced in `running`. */
  const underWay = new Set<Promise<void>>();
  const draining = new AbortController();
  const over = new AbortController();
  /** The tenure that began the work which asks. */
  const beganBy = new AsyncLocalStorage<HeldInstallation>();
  let lostAt: readonly Millis[] = [];
  let lostInAll = 0;
  let fetching: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let isFetchWanted = false;
  /** What PostgreSQL has not answered lately. */
  const unanswered = new Set<Asking>();

  /** Logs once that PostgreSQL does not answer. What failed is tried again at the next turn. */
  async function attempt(asking: Asking, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      unanswered.delete(asking);
    } catch (thrown) {
      if (!unanswered.has(asking))
        logger.warn({ asking, error: messageOf(thrown) }, "the tables of installations cannot be used");
      unanswered.add(asking);
    }
  }

  /** Counts from the beginning of each turn, as a slow answer must not delay the next heartbeat. */
  async function repeat(everyMs: Millis, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const began = stopwatch.now();
      await work();
      await clock.sleep(Math.max(0, everyMs - stopwatch.elapsedMs(began)), signal);
    }
  }

  /** Finds what nobody was told of: a time that has come, or a job that was not sent. */
  async function look(): Promise<void> {
    const due = await table.due(dueAtOnce);
    const others = due.filter((id) => !running.has(id));
    for (const id of due) running.get(id)?.wake();
    if (others.length > 0) await claims.send(others);
    await fetch();
    // The others may be too many for this process, or had by one that was not told.
    if (others.length > 0) await table.announce(others);
  }

  function fetch(): Promise<void> {
    isFetchWanted = true;
    fetching ??= fetchAll().finally(() => {
      fetching = undefined;
      // Wanted after the last look, and before this.
      if (isFetchWanted) void attempt("fetch", fetch);
    });
    return fetching;
  }

  async function fetchAll(): Promise<void> {
    while (isFetchWanted) {
      isFetchWanted = false;
      const free = Math.min(maxTenures - running.size, maxFetched);
      if (draining.signal.aborted || free <= 0 || parts.busyRatio() > tooBusy) return;
      const found = await claims.fetch(free);
      for (const claim of found) begin(claim);
      if (found.length === free) isFetchWanted = true;
    }
  }

  function begin(claim: Claim): void {
    const { installationId } = claim;
    const held = holdInstallation(claim, {
      ...{ claims, table, serve: parts.serve, clock, stopwatch, logger, isUnavailable: parts.isUnavailable },
      onLost: () => {
        lostAt = [...recent(), clock.now()];
        lostInAll += 1;
      },
      onHandedOn: () =>
        attempt("hand on", async () => {
          await claims.send([installationId]);
          await table.announce([installationId]);
        }),
    });
    running.get(installationId)?.lose("its job was given out again");
    running.set(installationId, held);
    if (draining.signal.aborted) held.drain();
    const done = beganBy.run(held, held.run).finally(() => {
      if (running.get(installationId) === held) running.delete(installationId);
      underWay.delete(done);
      // A full worker has left jobs behind.
      void attempt("fetch", fetch);
    });
    underWay.add(done);
  }

  /** Call it while draining. What was being fetched when that began is taken, and given back. */
  async function allEnded(): Promise<void> {
    await Promise.allSettled([looking, fetching]);
    while (underWay.size > 0) await Promise.all(underWay);
  }

  function recent(): readonly Millis[] {
    const now = clock.now();
    return lostAt.filter((at) => at > now - hourMs);
  }

  return {
    start: () => {
      void repeat(heartbeatEveryMs, over.signal, () =>
        attempt("heartbeat", () => sendHeartbeat(claims, stopwatch, running.values())),
      );
      void repeat(watchEveryMs, over.signal, async () => loseExpired(running.values()));
      looking = repeat(lookEveryMs, draining.signal, () => attempt("due", look));
    },
    wake: (installations) => {
      for (const id of installations) running.get(id)?.wake();
      if (installations.some((id) => !running.has(id))) void attempt("fetch", fetch);
    },
    drain: async (ms) => {
      draining.abort();
      for (const held of running.values()) held.drain();
      const enough = new AbortController();
      await Promise.race([allEnded(), clock.sleep(ms, enough.signal)]);
      enough.abort();
      for (const held of running.values()) held.lose("the worker stops");
      over.abort();
    },
    mayWrite: (installation) => {
      const held = running.get(installation);
      if ((beganBy.getStore() ?? held) !== held) return false;
      const ageMs = held?.isKept() === true ? held.ageMs() : undefined;
      return ageMs !== undefined && ageMs <= heartbeatTimeoutMs - writeMs;
    },
    status: () => {
      const ages = [...running.values()].flatMap((held) => held.ageMs() ?? []);
      return {
        tenures: [...running.keys()],
        ...{ lost: recent().length, lostInAll },
        heartbeatAgeMs: ages.length === 0 ? undefined : Math.max(...ages),
      };
    },
  };
}
