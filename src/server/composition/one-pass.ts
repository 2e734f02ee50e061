/**
 * Runs the whole bus once, for one repository, with only a token: what a scheduled workflow does. It is the
 * server's own sweep and dispatcher, stopped when nothing is left to do; never add a second way of deciding
 * here.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Millis } from "../../base/clock.ts";
import { Defect, messageOf } from "../../base/errors.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import type { Dispatcher } from "../../dispatcher/dispatcher.ts";
import type { DispatcherPorts, ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import { describeEffect } from "../../engine/presentation/description.ts";
import { signedHostOf } from "../../protocol/envelope/signed-host.ts";
import { inMemory } from "../../store/sqlite/home.ts";
import { openStore } from "../../store/sqlite/store.ts";
import type { Store } from "../../store/store.ts";
import { openDataFolder } from "../maintenance/open-data-folder.ts";
import type { Assembled } from "./assembly.ts";
import { coordinatorOver, keeperOver } from "./coordination.ts";
import { KeptIndex, type KeptIndexUse } from "./kept-index.ts";
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
  /** What became of the kept index; absent where runs keep none. */
  readonly index?: { readonly use: KeptIndexUse; readonly isSealed: boolean };
}

/** The pass waits for work that is due sooner than this and leaves the rest to the next one. */
const patienceMs = 15_000;
const minNapMs = 10;

/**
 * @throws UserError if the token is unusable
 * @throws RequestFailed if GitHub cannot be read
 */
export async function runOnce(options: PassOptions, runtime: ProcessRuntime): Promise<PassResult> {
  const { kept, markerSecret, isDryRun, home } = options;
  if (kept !== undefined && markerSecret !== undefined && !isDryRun)
    return runWithKept(options, runtime, new KeptIndex(kept, markerSecret, signedHostOf(options.baseUrl)));
  const store = home === undefined ? openStore(inMemory, runtime) : openDataFolder(home, runtime);
  try {
    return await passOver(await begin(options, runtime, store));
  } finally {
    await store.close();
  }
}

/**
 * The same on the index that an earlier run kept, or on a new one if that does not count, or cannot be worked with: each later
 * run would otherwise meet the same index and fail as this one.
 */
async function runWithKept(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
): Promise<PassResult> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-index-"));
  try {
    const result =
      (await runOnKept(options, runtime, kept, join(folder, "kept"))) ??
      (await runOn(options, runtime, kept, join(folder, "new")));
    if (result === undefined) throw new Defect("A new index was taken for an earlier run's.");
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined if there is none that counts and works. What was sent before it failed is at GitHub, where a new one finds it. */
async function runOnKept(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
  home: string,
): Promise<PassResult | undefined> {
  if (!kept.place(home)) return undefined;
  try {
    return await runOn(options, runtime, kept, home);
  } catch (thrown) {
    if (thrown instanceof RequestFailed) throw thrown;
    runtime.logger.warn({ message: messageOf(thrown) }, "the kept index could not be used");
    kept.refuse();
    return undefined;
  }
}

/** Undefined if the index there is an earlier run's and does not count. */
async function runOn(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
  home: string,
): Promise<PassResult | undefined> {
  const isPlaced = existsSync(home);
  const store = openStore(home, runtime);
  try {
    const pass = await begin(options, runtime, store);
    if (!(await kept.isNewest(pass.assembled.indexMarks)) && isPlaced) return undefined;
    const before = cursorsIn(store);
    const result = await passOver(pass);
    const isNew = kept.use !== "used" || result.isCutShort || result.steps.length > 0;
    const seals = kept.seals && (isNew || cursorsIn(store) !== before);
    store.close();
    const isSealed = seals && (await kept.seal(pass.assembled.indexMarks, home));
    return { ...result, index: { use: kept.use, isSealed } };
  } finally {
    store.close();
  }
}

/** Moves only if something changed on GitHub. */
function cursorsIn({ index }: Store): string {
  return index
    .repositories()
    .map(({ id }) => `${id} ${index.cursor(id)}`)
    .join();
}

interface Pass {
  readonly around: PassSurroundings;
  readonly assembled: Awaited<ReturnType<typeof assemblePass>>;
  readonly effects: readonly QueuedEffect[];
  readonly missing: Set<MissingPermission>;
}

async function begin(options: PassOptions, runtime: ProcessRuntime, store: Store): Promise<Pass> {
  const effects: QueuedEffect[] = [];
  const missing = new Set<MissingPermission>();
  const notices: Notices = {
    written: (some) => void effects.push(...some),
    refusedCheck: () => void missing.add("checks: write"),
  };
  const mayWrite = !options.isDryRun && options.markerSecret !== undefined;
  const around = { options, runtime, store, mayWrite };
  return { around, assembled: await assemblePass(around, notices), effects, missing };
}

async function passOver({ around, assembled, effects, missing }: Pass): Promise<PassResult> {
  const { options, runtime, store, mayWrite } = around;
  if (!(await assembled.mayReadPulls())) missing.add("pull-requests: read");
  const isCutShort = await processAll(assembled, around);
  const shown = mayWrite ? effects : await planned(store, runtime.clock.now() + patienceMs);
  return {
    repository: `${options.owner}/${options.repo}`,
    wrote: mayWrite,
    isCutShort,
    steps: await stepsOf(store.index, shown),
    missing: [...missing].toSorted(),
  };
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
  const { settingsOf, pauses, settingsRefresher } = repositories;
  // Before anything is decided: what an earlier run took for the settings is no authority.
  for (const repository of options.kept === undefined ? [] : store.index.repositories())
    await settingsRefresher.refreshAfresh(repository);
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
