/**
 * Serves one installation for a while: does for it what a single server does for all installations, and continues from
 * the last carryover. A tenure ends when nothing is due for some seconds, or when its signal aborts.
 */
import { aborted } from "../../base/aborted.ts";
import type { Millis } from "../../base/clock.ts";
import { noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { Serve, Tenure } from "../../jobs/held-installation.ts";
import { installationStatusOf } from "../cluster/installation-status.ts";
import { underWay } from "../composition/processing.ts";
import { answerRequests } from "./answer-requests.ts";
import { type Begun, beginTenure, type TenureParts, type TenureStore } from "./begin-tenure.ts";
import { serializeCarryover } from "./carryovers.ts";
import { finishesWithin } from "./finishes-within.ts";
import { nextDueAt } from "./next-due-at.ts";
import { createRest } from "./rest.ts";
import { tenureLogger } from "./tenure-logger.ts";
import { workUntilQuiet } from "./work-until-quiet.ts";

const usualRestMs = 5_000;
/** For work under way. All other work is in the store. */
const drainMs = 8_000;

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
  const answers = answerRequests({
    owner: tenure,
    ...{ served, requests: parts.requests, runtime: parts.runtime, signal },
  });
  const woken = (): void => {
    rest.interrupt();
    answers.readRequests();
  };

  await sessions.load();
  const routines = [dispatcher.run(signal), repositories.deliveryWatch.run(signal), sessions.run(signal)];
  const stopListening = tenure.onWakeUp(woken);
  const isEnding = aborted(signal);
  let isCaughtUp = false;
  let result: "quiet" | "must end" = "must end";
  try {
    woken();
    for (const id of served.unconsidered) consider(processors, id);
    await untilEnding(
      catchUp(parts, served).then(() => {
        isCaughtUp = true;
      }),
    );
    result = await workUntilQuiet({
      ...{ served, answers, rest, clock, leaving, signal, untilEnding },
      ...{ reportIdle: tenure.reportIdle, restMs: parts.restMs ?? usualRestMs },
    });
  } finally {
    stopListening();
    end();
    await ended([...routines, ...answers.underWay(), ...underWay(processors)]);
  }
  const next = await nextDueAt(served, clock.now());
  // After a crash a full catch-up is needed. If it was interrupted, leave no carryover: the next tenure repeats it.
  if (isCaughtUp || served.wasClean)
    await leave(
      serializeCarryover({ ...leftBy(served), pauses: served.pausesNow() }),
      installationStatusOf(served.installationId, repositories, clock),
    );
  return result === "quiet" ? next - clock.now() : 0;

  /** Resolves when the tenure has to end, even if `reading` still runs: reading many repositories takes long. */
  function untilEnding(reading: Promise<void>): Promise<void> {
    routines.push(reading);
    return Promise.race([reading, isEnding]);
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
