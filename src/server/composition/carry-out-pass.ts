/**
 * Carries out one pass on an open store: the server's own sweep and dispatcher, stopped when nothing is left to do. Never add
 * a second way of deciding here.
 */
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import type { Dispatcher } from "../../dispatcher/dispatcher.ts";
import type { DispatcherPorts, ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { describeEffect } from "../../engine/presentation/description.ts";
import type { AskedWait } from "../../github/identity/by-token.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import type { Store } from "../../store/store.ts";
import type { Assembled } from "./assembly.ts";
import { coordinatorOver, keeperOver } from "./coordination.ts";
import type { KeptIndexUse } from "./kept-index.ts";
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
  /** What GitHub asked for before everything was done: a run after that continues. */
  readonly wait?: AskedWait;
  /** Permissions that the token turned out to lack. */
  readonly missing: readonly MissingPermission[];
  /** What became of the kept index; absent where runs keep none. */
  readonly index?: { readonly use: KeptIndexUse; readonly isSealed: boolean; readonly doubt?: string };
}

/** The pass waits for work that is due sooner than this and leaves the rest to the next one. */
const patienceMs = 15_000;
const minNapMs = 10;

/** A pass that can be carried out. */
export interface Pass {
  readonly around: PassSurroundings;
  readonly assembled: Awaited<ReturnType<typeof assemblePass>>;
  readonly effects: readonly QueuedEffect[];
  readonly missing: Set<MissingPermission>;
}

/** @throws UserError if the token is unusable */
export async function begin(options: PassOptions, runtime: ProcessRuntime, store: Store): Promise<Pass> {
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

export async function passOver({ around, assembled, effects, missing }: Pass): Promise<PassResult> {
  const { options, runtime, store, mayWrite } = around;
  if (!(await assembled.mayReadPulls())) missing.add("pull-requests: read");
  const isCutShort = await processAll(assembled, around);
  const wait = assembled.currentWait();
  const shown = mayWrite ? effects : await planned(store, runtime.clock.now() + patienceMs);
  return {
    repository: `${options.owner}/${options.repo}`,
    wrote: mayWrite,
    isCutShort,
    ...(wait === undefined ? {} : { wait }),
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
  const { settingsOf, pauses, settingsReader, settingsRefresher } = repositories;
  // Before anything is decided: what an earlier run took for the settings is no authority.
  for (const repository of options.kept === undefined ? [] : store.index.repositories())
    await failIfSettingsAreRefused(repository, () => settingsRefresher.refreshAfresh(repository));
  const running = dispatcher.run(signal);
  try {
    const endsAt = runtime.clock.now() + options.limitMs;
    const sweeps = sweeper(() => dispatcher.wake());
    await sweeps.start();
    for (const repository of store.index.repositories().filter(({ id }) => isNew(store, id)))
      await failIfSettingsAreRefused(repository, () =>
        settingsReader.readOrFail(repository, undefined, undefined),
      );
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

/** Whether its issues were not even asked for, because something before that failed. */
function isNew({ index }: Store, repositoryId: RepositoryId): boolean {
  return index.cursor(repositoryId) === undefined;
}

/** @throws UserError where GitHub refuses; RequestFailed for what passes */
async function failIfSettingsAreRefused(
  { owner, name }: RepositorySeen,
  read: () => Promise<unknown>,
): Promise<void> {
  try {
    await read();
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type, message } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    throw new UserError(
      `GitHub does not let the token read the settings of ${owner}/${name}: ${oneLine(message, 200)}. Nothing was decided, because they say who may decide. Give the workflow \`contents: read\`, or run it again.`,
      { cause: thrown },
    );
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
