/** A web process and the owner of an installation, in one process and on one database, with a hub. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Orders } from "../../../src/dispatcher/ports/agents/orders.ts";
import { requestHandlers } from "../../../src/server/cluster/request-handlers.ts";
import { createSharedClock } from "../../../src/server/cluster/shared-clock.ts";
import { startWebBus } from "../../../src/server/cluster/web-bus.ts";
import { assemble } from "../../../src/server/composition/assembly.ts";
import type { Bus } from "../../../src/server/composition/bus.ts";
import {
  createProcessing,
  type Processors,
  startProcessing,
} from "../../../src/server/composition/processing.ts";
import { createPauseTurns } from "../../../src/server/maintenance/pausing.ts";
import { createRequestRunner } from "../../../src/server/requests/request-runner.ts";
import { listenForAnswers } from "../../../src/store/postgres/database/answer-notifications.ts";
import { sharedTables } from "../../../src/store/postgres/shared-tables.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import type { SharedTables } from "../../../src/store/shape/shared-tables.ts";
import type { Store } from "../../../src/store/store.ts";
import { actorOf } from "../../support/actor.ts";
import { githubSettings } from "../../support/bus.ts";
import { type Crew, nameCrew, seedWith } from "../../support/crew.ts";
import { startTestHub } from "../../support/hub.ts";
import { newIndex } from "../../support/postgres.ts";
import { processAt } from "../requests/shared-database.ts";

export interface WebAndOwner {
  readonly url: string;
  readonly store: Store;
  readonly tables: SharedTables;
  readonly web: Bus;
  readonly owner: Processors;
  /** The number of a task without a holder. */
  readonly task: number;
  readonly wakeUps: () => number;
  /** Resolves once no worker serves the installation any more. */
  readonly stopOwner: () => Promise<void>;
}

/** For a busy machine. */
const slowMachine = { timeout: 20_000 };

/** Sleeps twenty times as fast, for tests in which a web process waits until it gives up. */
export const fastClock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms / 20, signal),
};

/** Both are closed after the test. */
export async function startWebAndOwner(crew: Crew, clock: Clock = systemClock): Promise<WebAndOwner> {
  const hub = await startTestHub({ seed: seedWith(crew) });
  onTestFinished(hub.close);
  const as = (login: string, repository = "acme/demo") =>
    actorOf(hub.hub.url, hub.hub.tokenOf(login), login, repository);
  await nameCrew({ as, settled: async () => {} }, crew);
  const body = "### Goal\n\nIt works.\n\n### Priority\n\np1";
  const task = await as("alice").open("Store deliveries", body, ["kind:task"], []);

  const url = await newIndex();
  const store = await openPostgresStore(url);
  onTestFinished(async () => store.close());
  let wakeUps = 0;
  let serveRequests = (): void => {};
  const wake = (): void => {
    wakeUps += 1;
    serveRequests();
  };
  const { connection } = processAt(url);
  const tables = sharedTables(connection, { inTransaction: async () => {}, afterCommit: wake });
  const home = mkdtempSync(join(tmpdir(), "signalbox-sides-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));

  const stopping = new AbortController();
  const { signal } = stopping;
  const routines: Promise<void>[] = [];
  const runtime = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };
  const options = { github: githubSettings(hub.hub), home, pollMs: undefined, pacing: "off" } as const;
  const assembled = await assemble(options, runtime, store, signal);
  if (assembled === undefined) throw new Error("The hub did not answer.");
  const pauses = await tables.pauses.read();
  const owner = createProcessing({ store, assembled, pauses, signal });
  const started = (routine: Promise<void>): void => void routines.push(routine);
  await startProcessing(owner, { bus: options, runtime, store, signal, started, completed: () => {} });
  await owner.dispatch.dispatcher.idle();
  const carryOut = createPauseTurns(() => tables.pauses.read());
  const applyPauses = () => carryOut(owner.onRequest.pauses);
  const requestRunner = createRequestRunner({
    owner: { installationId: hub.hub.app.installationId, token: 1 },
    requests: tables.requests,
    handlers: requestHandlers({ store, applyPauses, processors: owner }),
    clock: systemClock,
    logger: silentLogger,
    signal,
  });
  serveRequests = () => {
    owner.dispatch.dispatcher.wake();
    requestRunner.serve().catch(() => {});
  };
  const stopOwner = async (): Promise<void> => {
    serveRequests = () => {};
    stopping.abort();
    await requestRunner.idle();
    await Promise.all(routines);
  };
  onTestFinished(stopOwner);

  const web = startWebBus({
    store: { ...store, orders: waking(store.orders, wake), close: () => {} },
    tables,
    listen: (onAnswered) => listenForAnswers(url, onAnswered),
    checkRelease: async () => {},
    own: { id: randomUUID(), role: "web", release: "1.2.3" },
    runtime: { clock: createSharedClock(clock), logger: silentLogger },
  });
  onTestFinished(web.close);
  await web.whenReady;
  await vi.waitFor(async () => {
    if ((await store.index.idsOf(store.index.repositories()[0]?.id ?? "", [task])).size === 0)
      throw new Error("The task is not in the index yet.");
  }, slowMachine);
  return { url, store, tables, web, owner, task, wakeUps: () => wakeUps, stopOwner };
}

/** As the store of a web process does in its own transaction. */
function waking(orders: Orders, wake: () => void): Orders {
  const place: Orders["place"] = async (order, placing) => {
    const result = await orders.place(order, placing);
    wake();
    return result;
  };
  return {
    place,
    take: (...given) => orders.take(...given),
    answerTo: (id) => orders.answerTo(id),
    end: (...given) => orders.end(...given),
    awaited: (...given) => orders.awaited(...given),
    dueRepositories: (now) => orders.dueRepositories(now),
    nextDueAt: (now) => orders.nextDueAt(now),
    postpone: (...given) => orders.postpone(...given),
  };
}
