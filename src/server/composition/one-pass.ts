/**
 * Runs the whole bus once, for one repository, with only a token: what a scheduled workflow does. It is the
 * server's own sweep and dispatcher, stopped when nothing is left to do; never add a second way of deciding
 * here.
 */
import type { Millis } from "../../base/clock.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import { createDispatcher, type Dispatcher } from "../../dispatcher/dispatch.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";
import { renamingIn } from "../../dispatcher/repository/labels.ts";
import { settingsIn } from "../../dispatcher/repository/settings.ts";
import { createSweeper } from "../../dispatcher/schedule/sweep.ts";
import { describeEffect } from "../../engine/presentation/description.ts";
import { createGitHubByToken, type GitHubByToken } from "../../github/identity/by-token.ts";
import { inMemory } from "../../store/sqlite/home.ts";
import { openStore, type Store } from "../../store/sqlite/store.ts";
import { openDataFolder } from "../maintenance/open-data-folder.ts";
import { type Assembled, type BusOptions, type Outside, paceOf, partsFrom } from "./assembly.ts";
import { coordinatorOver, keeperOver } from "./coordination.ts";
import { heldOutbox, readOnlyWriter } from "./dry-run.ts";
import { webUrlOf } from "./environment.ts";
import { type MissingPermission, noticeRefusedChecks } from "./missing-permissions.ts";

export interface PassOptions extends Pick<BusOptions, "pacing"> {
  /** Where the index is kept between passes; undefined recreates it each time. */
  readonly home: string | undefined;
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
  readonly baseUrl: string | undefined;
  /** The secret that signs our markers. Undefined if there is none; nothing is written then. */
  readonly markerSecret: string | undefined;
  /** Decide, but write nothing. */
  readonly isDryRun: boolean;
  /** Writes answers in addition to quoting; undefined if nothing is configured. */
  readonly answerer: BusOptions["answerer"];
  /** Maximum duration of the pass, in milliseconds. The next one picks up whatever is left. */
  readonly limitMs: number;
}

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
export async function runOnce(options: PassOptions, outside: Outside): Promise<PassResult> {
  const store =
    options.home === undefined ? openStore(inMemory, outside) : openDataFolder(options.home, outside);
  const mayWrite = !options.isDryRun && options.markerSecret !== undefined;
  const effects: QueuedEffect[] = [];
  const missing = new Set<MissingPermission>();
  try {
    const notices: Notices = {
      written: (some) => void effects.push(...some),
      refusedCheck: () => void missing.add("checks: write"),
    };
    const assembled = await partsOf({ options, outside, store, mayWrite, notices });
    if (!(await assembled.mayReadPulls())) missing.add("pull-requests: read");
    const isCutShort = await processAll(assembled, { options, outside, store, mayWrite });
    if (!mayWrite) effects.push(...(await planned(store, outside.clock.now() + patienceMs)));
    return {
      ...{ repository: `${options.owner}/${options.repo}`, wrote: mayWrite, isCutShort },
      ...{ steps: await stepsOf(store.index, effects), missing: [...missing].toSorted() },
    };
  } finally {
    store.close();
  }
}

/**
 * Sweeps, has the coordinator consider the open questions, and carries out what follows. Resolves to whether
 * the time ran out first.
 */
async function processAll(
  { parts, coordinating, files }: Assembled,
  { options, outside, store, mayWrite }: Omit<AssemblyOptions, "notices">,
): Promise<boolean> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const dispatcher = createDispatcher(parts);
  const running = dispatcher.run(signal);
  try {
    const endsAt = outside.clock.now() + options.limitMs;
    const sweeper = createSweeper(parts, dispatcher.wake);
    await sweeper.start();
    await sweeper.survey();
    const wasCutShort = await settle(dispatcher, parts, outside, endsAt);
    const late = endingAt(endsAt, outside, signal);
    const coordinator = coordinatorOver({
      ...coordinating,
      store,
      common: parts,
      woken: dispatcher.wake,
      signal: late,
    });
    for (const repository of store.index.repositories()) await coordinator.pass(repository, true);
    const isCutShort = await settle(dispatcher, parts, outside, endsAt);
    if (mayWrite) await recorded(keeperOver(store, parts, files, signal));
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

interface Notices {
  readonly written: (effects: readonly QueuedEffect[]) => void;
  readonly refusedCheck: () => void;
}

interface AssemblyOptions {
  readonly options: PassOptions;
  readonly outside: Outside;
  readonly store: Store;
  readonly mayWrite: boolean;
  readonly notices: Notices;
}

async function partsOf({
  options,
  outside,
  store,
  mayWrite,
  notices,
}: AssemblyOptions): Promise<Assembled & Pick<GitHubByToken, "mayReadPulls">> {
  const { token, markerSecret = "" } = options;
  const secrets = [token, markerSecret, ...(options.answerer?.secrets ?? [])].filter(
    (secret) => secret !== "",
  );
  const github = await createGitHubByToken({
    ...{ token, owner: options.owner, repo: options.repo, pacing: options.pacing },
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    ...{ clock: outside.clock, random: outside.random, log: outside.logger },
    // A placeholder key: without a secret nothing is written, and no marker is trusted.
    markerSecret: markerSecret === "" ? token : markerSecret,
    renaming: renamingIn(store.index, settingsIn(store.index)),
  });
  const common = partsFrom({
    ...{ outside, store, secrets, botId: github.bot.id, webUrl: webUrlOf(options.baseUrl) },
  });
  const parts: Parts = {
    ...common,
    tracker: github.tracker,
    writer: mayWrite
      ? noticeRefusedChecks(reporting(github.writer, notices.written), notices.refusedCheck)
      : readOnlyWriter(github.writer),
    outbox: mayWrite ? store.outbox : heldOutbox(store.outbox),
    translate: () => Promise.reject(new TypeError("A pass receives no deliveries.")),
    keepsIndex: options.home !== undefined,
    pace: paceOf({ ...options, pollMs: undefined }),
  };
  return {
    parts,
    coordinating: { source: github.context, answering: { answerer: options.answerer, secrets } },
    files: github.files,
    mayReadPulls: github.mayReadPulls,
  };
}

/** Aborts when the time is up, because an answerer may take a minute for each question. */
function endingAt(endsAt: Millis, { clock }: Outside, stopped: AbortSignal): AbortSignal {
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
  { inbox, outbox }: Parts,
  { clock }: Outside,
  endsAt: Millis,
): Promise<boolean> {
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

function reporting(writer: Writer, written: Notices["written"]): Writer {
  return {
    ...writer,
    write: async (installationId, effects) => {
      const results = await writer.write(installationId, effects);
      const done = new Set(results.flatMap(({ id, ok }) => (ok ? [id] : [])));
      written(effects.filter(({ id }) => done.has(id)));
      return results;
    },
  };
}
