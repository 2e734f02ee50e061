/**
 * Serves one installation for a while: does everything that a single server does for all of them, and goes on from what
 * the tenure before it left. It ends when nothing is due for some seconds, or when it is told to.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Serve, Tenure } from "../../jobs/held-installation.ts";
import { requestWorks } from "../cluster/request-works.ts";
import { standingOf } from "../cluster/standing.ts";
import { idle, underWay } from "../composition/processing.ts";
import { createRequestDesk } from "../requests/desk.ts";
import { aborted, atMost } from "./at-most.ts";
import { type Begun, beginTenure, type TenureParts, type TenureStore } from "./begin-tenure.ts";
import { serializeCarryover } from "./carryovers.ts";
import { theApp } from "./narrowed-app.ts";
import { createRest } from "./rest.ts";
import { tenureLogger } from "./tenure-logger.ts";

const usualRestMs = 5_000;
/** So that installations spread over the workers again. */
const maxMs = 5 * 60_000;
/** For a rebuild, or another long request: with the next tenure it would begin again. Less than a job may last. */
const maxLongMs = 3 * 60 * 60_000;
/** For the work under way; everything else is in the store. */
const drainMs = 8_000;
/** What is due and was not begun has failed, and is tried again after this. */
const againMs = 5_000;

export function createTenures(given: TenureParts): Serve {
  const parts = { ...given, runtime: { ...given.runtime, logger: tenureLogger(given.runtime.logger) } };
  return async (tenure) => {
    const { installationId } = tenure;
    const opened = await parts.openStore(tenure);
    const ending = new AbortController();
    const signal = AbortSignal.any([tenure.signal, ending.signal]);
    const stopListing = parts.began(opened.store);
    try {
      const served = await beginTenure(parts, installationId, opened, signal);
      return await work(parts, tenure, served, { signal, end: () => ending.abort(), leave: opened.leave });
    } finally {
      ending.abort();
      stopListing();
    }
  };
}

interface Ending {
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly leave: TenureStore["leave"];
}

async function work(
  parts: TenureParts,
  tenure: Tenure,
  served: Begun,
  { signal, end, leave }: Ending,
): Promise<Millis> {
  const { clock, logger } = parts.runtime;
  const { processors, sessions } = served;
  const { dispatcher, repositories } = processors.dispatch;
  const rest = createRest(clock, signal);
  const desk = createRequestDesk({
    owner: { installationId: tenure.installationId, token: tenure.token },
    ...{ requests: parts.requests, works: requestWorks(served), clock, logger, signal },
  });
  const answering = new Set<Promise<void>>();
  const woken = (): void => {
    rest.interrupt();
    const done = answer()
      .catch((thrown: unknown) => {
        logger.warn({ error: messageOf(thrown) }, "requests of other processes could not be read");
      })
      .finally(() => answering.delete(done));
    answering.add(done);
  };
  /** Signs of life come from other processes, and are read before anything is decided by them. */
  async function answer(): Promise<void> {
    await sessions.load();
    dispatcher.wake();
    await desk.serve();
  }

  await sessions.load();
  const routines = [dispatcher.run(signal), repositories.deliveryWatch.run(signal), sessions.run(signal)];
  const stopListening = tenure.onWakeUp(woken);
  const isEnding = aborted(signal);
  let isCaughtUp = false;
  let isQuiet = false;
  try {
    woken();
    await whileGoing(
      catchUp(parts, served).then(() => {
        isCaughtUp = true;
      }),
    );
    isQuiet = await workUntilQuiet();
  } finally {
    stopListening();
    end();
    await ended([...routines, ...answering, desk.idle(), ...underWay(processors)]);
  }
  const next = await nextDueAt(served, clock.now());
  // A catch-up that a crash made necessary and a drain cut off begins again.
  if (isCaughtUp || served.wasClean)
    await leave(
      serializeCarryover({ ...leftBy(served), pauses: served.pausesNow() }),
      standingOf(served.installationId, repositories, clock),
    );
  return isQuiet ? next - clock.now() : 0;

  /** Reading many repositories takes long, and a drain must not wait for it. */
  function whileGoing(reading: Promise<void>): Promise<void> {
    routines.push(reading);
    return Promise.race([reading, isEnding]);
  }

  /** Resolves to false if it had to stop before. */
  async function workUntilQuiet(): Promise<boolean> {
    const until = clock.now() + maxMs;
    const restMs = parts.restMs ?? usualRestMs;
    while (!signal.aborted && clock.now() < until) {
      await atMost(until - clock.now(), Promise.all([idle(processors), desk.idle()]), clock, signal);
      const next = await nextDueAt(served, clock.now());
      const lasted = await rest.wait(Math.min(restMs, Math.max(0, next - clock.now())));
      if (processors.sweeper.nextAt() <= clock.now()) await whileGoing(processors.sweeper.catchUp());
      else if (lasted && next - clock.now() > 0) return true;
    }
    await atMost(maxLongMs, desk.idle(), clock, signal);
    return false;
  }

  async function ended(all: readonly Promise<unknown>[]): Promise<void> {
    if (!(await atMost(drainMs, Promise.allSettled(all), clock)))
      logger.warn({ installation: served.installationId }, "work under way was left to the next tenure");
  }
}

/** What a start does for all installations: what may have been missed, and what only the memory of another knew. */
async function catchUp(
  { app }: Pick<TenureParts, "app">,
  { installationId, store, processors, applyPauses, wasClean }: Begun,
): Promise<void> {
  const { dispatch, sweeper, coordinator, guides, keeper } = processors;
  await applyPauses();
  const isNew = !app.github.share.knows(installationId) || store.index.repositories().length === 0;
  if (installationId !== theApp && isNew) await dispatch.repositories.tryRefresh();
  await sweeper.catchUp();
  if (wasClean) return;
  coordinator.wakeAll();
  guides.wakeAll();
  keeper.wake();
}

function leftBy({ installationId, processors }: Begun) {
  const { activity, deliveryWatch } = processors.dispatch.repositories;
  return {
    ...processors.sweeper.carryover(installationId),
    activeAt: activity.lastAt(installationId),
    heardSince: deliveryWatch.heardSince(installationId),
  };
}

/** Without a time: the next wake-up ends the wait. */
async function nextDueAt({ installationId, store, processors }: Begun, now: Millis): Promise<Millis> {
  const { sweeper, dispatch } = processors;
  const [inbox, orders, effects] = await Promise.all([
    store.inbox.nextDueAt(),
    store.orders.nextDueAt(now),
    store.outbox.nextDueAt(),
  ]);
  const heldUntil = dispatch.repositories.backoff.until(installationId, now) ?? now;
  const sent = effects === undefined ? Number.POSITIVE_INFINITY : Math.max(effects, heldUntil);
  const [decided, ordered] = [inbox ?? Number.POSITIVE_INFINITY, orders ?? Number.POSITIVE_INFINITY];
  const next = Math.min(decided, ordered, sent, sweeper.nextAt());
  return next <= now ? now + againMs : next;
}
