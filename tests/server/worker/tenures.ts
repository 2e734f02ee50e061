/** One tenure after another of one installation, with a hub and PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Answerer } from "../../../src/coordinator/answers/answerer.ts";
import { createFairGate, type FairGate } from "../../../src/dispatcher/fair-gate.ts";
import type { Delivery } from "../../../src/dispatcher/ports/inbox.ts";
import type { Tracker } from "../../../src/dispatcher/ports/tracker.ts";
import { nothingPaused, type OwnersPauses } from "../../../src/dispatcher/schedule/pauses.ts";
import { createStoredSessions } from "../../../src/dispatcher/sessions/stored-sessions.ts";
import type { Tenure } from "../../../src/jobs/held-installation.ts";
import { connectApp } from "../../../src/server/composition/assembly.ts";
import { createServe } from "../../../src/server/worker/serve-tenure.ts";
import { noWakeUps } from "../../../src/store/postgres/database/connection.ts";
import { openSharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import { sharedTables } from "../../../src/store/postgres/shared-tables.ts";
import { actorOf } from "../../support/actor.ts";
import { githubSettings } from "../../support/bus.ts";
import { startTestHub } from "../../support/hub.ts";
import { newIndex } from "../../support/postgres.ts";
import { questionBody, taskBody } from "../../support/story.ts";

export interface Served {
  readonly found?: { readonly text: string | undefined; readonly isClean: boolean };
  readonly pauses?: () => Promise<OwnersPauses>;
  readonly tracker?: (real: Tracker) => Partial<Tracker>;
  readonly clock?: Clock;
  readonly answerer?: Answerer;
  readonly idleTimeoutMs?: number;
  readonly reportIdle?: Tenure["reportIdle"];
  readonly adopting?: FairGate<number>;
}

/** @param outside the clock of the hub and of requests to it */
export async function openTenures(outside: Clock = systemClock) {
  const hub = await startTestHub({ clock: outside });
  onTestFinished(hub.close);
  const home = mkdtempSync(join(tmpdir(), "signalbox-tenure-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const url = await newIndex();
  const database = await openSharedDatabase(url);
  onTestFinished(database.close);
  const tables = sharedTables(database.connection, noWakeUps);
  const options = { github: githubSettings(hub.hub), home, pollMs: undefined, pacing: "off" } as const;
  const runtimeWith = (clock: Clock) => ({
    clock,
    random: Math.random,
    logger: silentLogger,
    onStep: () => {},
  });
  const app = await connectApp(options, runtimeWith(outside), {}, new AbortController().signal);
  if (app === undefined) throw new Error("The hub did not answer.");
  const { installationId } = hub.hub.app;
  const left: string[] = [];

  function serve(served: Served = {}) {
    const { found = { text: undefined, isClean: true }, clock = systemClock } = served;
    const { tracker } = app?.github ?? {};
    if (app === undefined || tracker === undefined) throw new Error("There is no App.");
    const stopping = new AbortController();
    const serveOnce = createServe({
      options: { ...options, answerer: served.answerer },
      runtime: runtimeWith(clock),
      requests: tables.requests,
      onBegin: () => () => {},
      app: { ...app, github: { ...app.github, tracker: { ...tracker, ...served.tracker?.(tracker) } } },
      openStore: async () => ({
        store: await database.storeFor({
          type: "installation",
          id: installationId,
          requireOwnership: async () => {},
        }),
        found,
        saveCarryover: async (text) => void left.push(text),
      }),
      pauses: served.pauses ?? (async () => nothingPaused),
      sessionsIn: (id) =>
        createStoredSessions({ read: () => tables.sessionsIn(id), clock, logger: silentLogger }),
      onListed: async () => {},
      adopting: served.adopting ?? createFairGate(16),
      idleTimeoutMs: served.idleTimeoutMs ?? 200,
    });
    const leaving = new AbortController();
    const done = serveOnce({
      installationId,
      token: 1,
      signal: stopping.signal,
      handOff: leaving.signal,
      onWakeUp: () => () => {},
      lose: () => {},
      reportIdle: served.reportIdle ?? (() => () => {}),
    });
    onTestFinished(() => stopping.abort());
    return { done, stop: () => stopping.abort(), handOff: () => leaving.abort() };
  }

  const alice = actorOf(hub.hub.url, hub.hub.tokenOf("alice"), "alice", "acme/demo");
  /** A question that only an answerer can answer, and its task. */
  async function askWhatNoRecordSays(): Promise<number> {
    const maria = actorOf(hub.hub.url, hub.hub.tokenOf("maria"), "maria", "acme/demo");
    const text = "# Reports\n\n## Decision\n\nReports of the auditors are printed on grey paper.\n";
    await maria.octokit.rest.repos.createOrUpdateFileContents({
      ...maria.repository,
      path: "docs/adr/0001.md",
      message: "Add it",
      content: Buffer.from(text).toString("base64"),
    });
    const task = await alice.open("Print", taskBody("It prints."), ["kind:task"]);
    return alice.open("Q: How are reports of the auditors bound?", questionBody(`#${task}`), [
      "kind:question",
    ]);
  }
  /** Stores a delivery, as a web process does. */
  async function admit(deliveries: readonly Omit<Delivery, "installationId" | "source">[]): Promise<void> {
    const { inbox } = await database.storeFor({ type: "nothing" });
    await Promise.all(deliveries.map((each) => inbox.admit({ ...each, installationId, source: "webhook" })));
  }
  return { hub, serve, left, admit, alice, askWhatNoRecordSays, tables, url, installationId };
}
