/**
 * Serves one installation for a while: does for it what a single server does for all installations, and continues from
 * the last carryover. A tenure ends when nothing is due for some seconds, or when its signal aborts.
 */

import { aborted } from "../../base/aborted.ts";
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { Serve, Tenure } from "../../jobs/held-installation.ts";
import { installationStatusOf } from "../cluster/installation-status.ts";
import { requestHandlers } from "../cluster/request-handlers.ts";
import { idle, underWay } from "../composition/processing.ts";
import { createRequestRunner } from "../requests/request-runner.ts";
import { type Begun, beginTenure, type TenureParts, type TenureStore } from "./begin-tenure.ts";
import { serializeCarryover } from "./carryovers.ts";
import { finishesWithin } from "./finishes-within.ts";
import { createRest } from "./rest.ts";
import { tenureLogger } from "./tenure-logger.ts";

const usualRestMs = 5_000;
/** Limits a tenure, so that installations are distributed over the workers again. */
const maxMs = 5 * 60_000;
/** For a rebuild or another long request, which the next tenure would begin again. Must be less than a job may last. */
const maxLongMs = 3 * 60 * 60_000;
/** For the answer that an answerer is writing, which may have to wait for those of other installations. */
const maxAnswerMs = 15 * 60_000;
/** For work under way. All other work is in the store. */
const drainMs = 8_000;
/** The delay before work that is due but failed is tried again. */
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
  const leaving = AbortSignal.any([signal, tenure.handOff]);
  const rest = createRest(clock, leaving);
  const requestRunner = createRequestRunner({
    owner: { installationId: tenure.installationId, token: tenure.token },
    ...{ requests: parts.requests, handlers: requestHandlers(served), clock, logger, signal },
  });
  const answering = new Set<Promise<void>>();
  const woken = (): void => {
    rest.interrupt();
    const done = answer()
      .catch((thrown: unknown) => {
        logger.warn({ error: messageOf(thrown) }, "could not read the requests of other processes", thrown);
      })
      .finally(() => answering.delete(done));
    answering.add(done);
  };
  /** Other processes store the agents' signs of life: load them before anything is decided by them. */
  async function answer(): Promise<void> {
    await sessions.load();
    dispatcher.wake();
    await requestRunner.serve();
  }

  await sessions.load();
  const routines = [dispatcher.run(signal), repositories.deliveryWatch.run(signal), sessions.run(signal)];
  const stopListening = tenure.onWakeUp(woken);
  const isEnding = aborted(signal);
  let isCaughtUp = false;
  let isQuiet = false;
  try {
    woken();
    for (const id of served.unconsidered) consider(processors, id);
    await whileGoing(
      catchUp(parts, served).then(() => {
        isCaughtUp = true;
      }),
    );
    isQuiet = await workUntilQuiet();
  } finally {
    stopListening();
    end();
    await ended([...routines, ...answering, requestRunner.idle(), ...underWay(processors)]);
  }
  const next = await nextDueAt(served, clock.now());
  // After a crash a full catch-up is needed. If it was interrupted, leave no carryover: the next tenure repeats it.
  if (isCaughtUp || served.wasClean)
    await leave(
      serializeCarryover({ ...leftBy(served), pauses: served.pausesNow() }),
      installationStatusOf(served.installationId, repositories, clock),
    );
  return isQuiet ? next - clock.now() : 0;

  /** Resolves when the tenure has to end, even if `reading` still runs: reading many repositories takes long. */
  function whileGoing(reading: Promise<void>): Promise<void> {
    routines.push(reading);
    return Promise.race([reading, isEnding]);
  }

  /** Resolves to false if the tenure had to stop before it was quiet. */
  async function workUntilQuiet(): Promise<boolean> {
    const until = clock.now() + maxMs;
    const restMs = parts.restMs ?? usualRestMs;
    while (!leaving.aborted && clock.now() < until) {
      await finishesWithin(
        until - clock.now(),
        Promise.all([idle(processors), requestRunner.idle()]),
        clock,
        leaving,
      );
      if (leaving.aborted) break;
      const next = await nextDueAt(served, clock.now());
      const lasted = await restFor(Math.min(restMs, Math.max(0, next - clock.now())));
      if (processors.sweeper.nextAt() <= clock.now()) await whileGoing(processors.sweeper.catchUp());
      else if (lasted && next - clock.now() > 0) return true;
    }
    processors.coordinator.rest();
    await Promise.all([
      finishesWithin(maxLongMs, requestRunner.idle(), clock, signal),
      finishesWithin(maxAnswerMs, processors.coordinator.idle(), clock, signal),
    ]);
    return false;
  }

  async function restFor(ms: Millis): Promise<boolean> {
    const goOn = tenure.resting(rest.cutShort);
    try {
      return await rest.wait(ms);
    } finally {
      goOn();
    }
  }

  async function ended(all: readonly Promise<unknown>[]): Promise<void> {
    if (!(await finishesWithin(drainMs, Promise.allSettled(all), clock)))
      logger.warn(
        { installation: served.installationId },
        "work was still under way when the tenure ended; the next one repeats it",
      );
  }
}

/** What a server does for all installations at a start: reads what it may have missed, and reconsiders open questions. */
async function catchUp(
  { app }: Pick<TenureParts, "app">,
  { installationId, store, processors, applyPauses, wasClean }: Begun,
): Promise<void> {
  const { dispatch, sweeper, coordinator, guides, keeper } = processors;
  await applyPauses();
  const isNew = !app.github.share.knows(installationId) || store.index.repositories().length === 0;
  if (installationId !== noInstallation && isNew) await dispatch.repositories.tryRefresh();
  await sweeper.catchUp();
  if (wasClean) return;
  coordinator.wakeAll();
  guides.wakeAll();
  keeper.wake();
}

function leftBy({ installationId, processors }: Begun) {
  const { activity, deliveryWatch } = processors.dispatch.repositories;
  const { coordinator, guides } = processors;
  return {
    ...processors.sweeper.carryover(installationId),
    activeAt: activity.lastAt(installationId),
    heardSince: deliveryWatch.heardSince(installationId),
    unconsidered: [...new Set([...coordinator.unfinished(), ...guides.unfinished()])],
  };
}

function consider({ coordinator, guides }: Begun["processors"], id: RepositoryId): void {
  coordinator.wake(id);
  guides.wake(id);
}

/** When the next known work is due; `Infinity` if only a wake-up can bring some. */
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
