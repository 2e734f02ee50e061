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
import { type BegunTenure, beginTenure, type TenureParts, type TenureStore } from "./begin-tenure.ts";
import { serializeCarryover } from "./carryover-json.ts";
import { finishesWithin } from "./finishes-within.ts";
import { createInterruptibleWait } from "./interruptible-wait.ts";
import { nextDueAt } from "./next-due-at.ts";
import { tenureLogger } from "./tenure-logger.ts";
import { workUntilQuiet } from "./work-until-quiet.ts";

const defaultIdleTimeoutMs = 5_000;
/** For work under way. All other work is in the store. */
const drainMs = 8_000;

export function createServe(given: TenureParts): Serve {
  const parts = { ...given, runtime: { ...given.runtime, logger: tenureLogger(given.runtime.logger) } };
  return async (tenure) => {
    const { installationId } = tenure;
    const opened = await parts.openStore(tenure);
    const ending = new AbortController();
    const signal = AbortSignal.any([tenure.signal, ending.signal]);
    const onEnd = parts.onBegin(opened.store);
    try {
      const served = await beginTenure(parts, installationId, opened, signal);
      return await work(parts, tenure, served, {
        signal,
        end: () => ending.abort(),
        saveCarryover: opened.saveCarryover,
      });
    } finally {
      ending.abort();
      onEnd();
    }
  };
}

interface Ending {
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly saveCarryover: TenureStore["saveCarryover"];
}

async function work(
  parts: TenureParts,
  tenure: Tenure,
  served: BegunTenure,
  { signal, end, saveCarryover }: Ending,
): Promise<Millis> {
  const { clock, logger } = parts.runtime;
  const { processors, sessions } = served;
  const { dispatcher, repositories, clockWatch } = processors.dispatch;
  const endRequested = AbortSignal.any([signal, tenure.handOff]);
  const wait = createInterruptibleWait(clock, endRequested);
  const answers = answerRequests({
    owner: tenure,
    served,
    requests: parts.requests,
    runtime: parts.runtime,
    signal,
  });
  const woken = (): void => {
    wait.interrupt();
    answers.readRequests();
  };

  await sessions.load();
  const routines = [
    dispatcher.run(signal),
    repositories.deliveryWatch.run(signal),
    clockWatch.run(signal),
    sessions.run(signal),
  ];
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
      served,
      answers,
      wait,
      clock,
      endRequested,
      signal,
      untilEnding,
      reportIdle: tenure.reportIdle,
      idleTimeoutMs: parts.idleTimeoutMs ?? defaultIdleTimeoutMs,
    });
  } finally {
    stopListening();
    end();
    await ended([...routines, ...answers.underWay(), ...underWay(processors)]);
  }
  const next = await nextDueAt(served, clock.now());
  // After a crash a full catch-up is needed. If it was interrupted, leave no carryover: the next tenure repeats it.
  if (isCaughtUp || served.wasClean)
    await saveCarryover(
      serializeCarryover({ ...carryoverOf(served), pauses: served.pausesNow() }),
      installationStatusOf(served.installationId, repositories),
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
  { installationId, store, processors, applyPauses, wasClean }: BegunTenure,
): Promise<void> {
  const { dispatch, sweeper, coordinator, guides, keeper } = processors;
  await applyPauses();
  const isNew = !app.github.share.knows(installationId) || store.index.repositories().length === 0;
  if (installationId !== noInstallation && isNew) await dispatch.repositories.list.tryRefresh();
  await sweeper.catchUp();
  if (wasClean) return;
  coordinator.wakeAll();
  guides.wakeAll();
  keeper.wake();
}

function carryoverOf({ installationId, processors }: BegunTenure) {
  const { activity, deliveryWatch, readShares, pullListings } = processors.dispatch.repositories;
  const { coordinator, guides } = processors;
  return {
    ...processors.sweeper.carryover(installationId),
    activeAt: activity.lastAt(installationId),
    heardSince: deliveryWatch.heardSince(installationId),
    spent: readShares.spent(),
    pullsListed: pullListings.left(),
    unconsidered: [...new Set([...coordinator.unfinished(), ...guides.unfinished()])],
  };
}

function consider({ coordinator, guides }: BegunTenure["processors"], id: RepositoryId): void {
  coordinator.wake(id);
  guides.wake(id);
}
