/**
 * Runs the whole bus once, for one repository, with only a token: what a scheduled workflow does. It is the
 * server's own sweep and dispatcher, stopped when nothing is left to do; never add a second way of deciding
 * here.
 */
import type { Millis } from "../../base/clock.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import type { Dispatcher } from "../../dispatcher/dispatcher.ts";
import type { DispatcherPorts, ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import { wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import { describeEffect } from "../../engine/presentation/description.ts";
import { inMemory } from "../../store/sqlite/home.ts";
import { openStore } from "../../store/sqlite/store.ts";
import type { Store } from "../../store/store.ts";
import { openDataFolder } from "../maintenance/open-data-folder.ts";
import type { Assembled } from "./assembly.ts";
import { coordinatorOver, keeperOver } from "./coordination.ts";
import type { MissingPermission } from "./missing-permissions.ts";
import { assemblePass, type Notices, type PassOptions, type PassSurroundings } from "./pass-assembly.ts";

/** One effect of a pass: carried out, or planned if nothing may be written. */
export interface Step {
  readonly issue: string;
  readonly what: string;
  readonly because: string;
}

export interface PassResult {
  readonly repository: string;
  readonly wrote: boolean;
  readonly steps: readonly Step[];
  /** Whether the time ran out before everything was done. */
  readonly isCutShort: boolean;
  /** Permissions that the token turned out to lack. */
  readonly missing: readonly MissingPermission[];
}

/** The pass waits for work that is due sooner than this and leaves the rest to the next one. */
const patienceMs = 15_000;
const minNapMs = 10;

/**
 * @throws UserError if the token is unusable
 * @throws RequestFailed if GitHub cannot be read
 */
export async function runOnce(options: PassOptions, runtime: ProcessRuntime): Promise<PassResult> {
  const store =
    options.home === undefined ? openStore(inMemory, runtime) : openDataFolder(options.home, runtime);
  const mayWrite = !options.isDryRun && options.markerSecret !== undefined;
  const effects: QueuedEffect[] = [];
  const missing = new Set<MissingPermission>();
  try {
    const notices: Notices = {
      written: (some) => void effects.push(...some),
      refusedCheck: () => void missing.add("checks: write"),
    };
    const around = { options, runtime, store, mayWrite };
    const assembled = await assemblePass(around, notices);
    if (!(await assembled.mayReadPulls())) missing.add("pull-requests: read");
    const isCutShort = await processAll(assembled, around);
    if (!mayWrite) effects.push(...(await planned(store, runtime.clock.now() + patienceMs)));
    return {
      repository: `${options.owner}/${options.repo}`,
      wrote: mayWrite,
      isCutShort,
      steps: await stepsOf(store.index, effects),
      missing: [...missing].toSorted(),
    };
  } finally {
    await store.close();
  }
}

/**
 * Sweeps, has the coordinator consider the open questions, and carries out what follows. Resolves to whether
 * the time ran out first.
 */
async function processAll(
  { ports, coordinating, files }: Assembled,
  { options, runtime, store, mayWrite }: PassSurroundings,
): Promise<boolean> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { dispatcher, sweeper, repositories } = wireDispatcher(ports, () => {});
  const { settingsOf, pauses } = repositories;
  const running = dispatcher.run(signal);
  try {
    const endsAt = runtime.clock.now() + options.limitMs;
    const sweeps = sweeper(() => dispatcher.wake());
    await sweeps.start();
    await sweeps.survey();
    const wasCutShort = await settle(dispatcher, ports, endsAt);
    const late = endingAt(endsAt, runtime, signal);
    const coordinator = coordinatorOver(
      { ...coordinating, store, repositories, runtime, woken: () => dispatcher.wake() },
      late,
    );
    for (const repository of store.index.repositories()) await coordinator.pass(repository, true);
    const isCutShort = await settle(dispatcher, ports, endsAt);
    const { render } = ports;
    if (mayWrite) await recorded(keeperOver({ store, files, settingsOf, pauses, render, runtime }, signal));
    return wasCutShort || isCutShort;
  } finally {
    stopping.abort();
    await running;
  }
}

const allEffects = 10_000;

function planned({ index, outbox }: Store, now: Millis): Promise<readonly QueuedEffect[]> {
  return outbox.due(index.repositories()[0]?.installationId ?? 0, now, allEffects);
}

async function stepsOf(index: Store["index"], effects: readonly QueuedEffect[]): Promise<readonly Step[]> {
  const records = await index.records(effects.map(({ issueId }) => issueId));
  return effects.map(({ issueId, effect, reason }) => {
    const seen = records.get(issueId)?.seen;
    const issue = seen === undefined ? issueId : `#${seen.number}`;
    return { issue, what: describeEffect(effect), because: reason.because };
  });
}

/** Aborts when the time is up, because an answerer may take a minute for each question. */
function endingAt(endsAt: Millis, { clock }: ProcessRuntime, stopped: AbortSignal): AbortSignal {
  const late = new AbortController();
  void clock.sleep(Math.max(endsAt - clock.now(), 0), stopped).then(() => late.abort());
  return late.signal;
}

async function recorded(keeper: Keeper): Promise<void> {
  keeper.wake();
  await keeper.idle();
}

/** Waits until nothing is due soon. Resolves to whether the time ran out first. */
async function settle(
  dispatcher: Dispatcher,
  { stores, runtime }: Pick<DispatcherPorts, "stores" | "runtime">,
  endsAt: Millis,
): Promise<boolean> {
  const { inbox, outbox } = stores;
  const { clock } = runtime;
  for (;;) {
    const timer = new AbortController();
    await Promise.race([dispatcher.idle(), clock.sleep(Math.max(endsAt - clock.now(), 0), timer.signal)]);
    timer.abort();
    const now = clock.now();
    if (now >= endsAt) return true;
    const next = Math.min((await inbox.nextDueAt()) ?? Infinity, (await outbox.nextDueAt()) ?? Infinity);
    if (next > now + patienceMs) return false;
    await clock.sleep(Math.max(next - now, minNapMs));
  }
}
