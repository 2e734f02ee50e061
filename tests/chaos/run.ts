/** One run: a workload while faults are injected; then the faults end, and the invariants are checked. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Random, randomFor } from "../support/seeded-random.ts";
import { attributedIn, unattributed } from "./attribution.ts";
import { createFaults, type Faults, type RunEvent } from "./faults.ts";
import { countOf } from "./fence-triggers.ts";
import { unreportedOutages, watchHealth } from "./health-reports.ts";
import {
  changesBetween,
  contradictions,
  lostDeliveries,
  orderMismatches,
  repairedDuplicates,
  snapshotOf,
  staleWrites,
  unfinishedWork,
  wrongResponses,
} from "./invariants.ts";
import { idleWithinMs, whenIdle } from "./pending-work.ts";
import type { PreviousRelease } from "./previous-release.ts";
import { watchReadyTooEarly } from "./ready-too-early.ts";
import { recoveryOf, type ServedAgain } from "./recovery.ts";
import { createRollingRelease, type RollingRelease } from "./rolling-release.ts";
import { watchStalls } from "./stalls.ts";
import { changedProperties, storedRecordsIn } from "./stored-records.ts";
import { sweepAll } from "./sweep.ts";
import { repositories, type System, startSystem } from "./system.ts";
import { type Action, actions, createWorkload, type Elsewhere, type Workload } from "./workload.ts";

export interface RunOptions {
  readonly seed: number;
  readonly seconds: number;
  /** A release that this one replaces: it runs alone for the first quarter of the time, and no longer runs in the last. */
  readonly previous?: PreviousRelease | undefined;
}

export interface Report extends Omit<RunOptions, "previous"> {
  readonly previous: PreviousReport | undefined;
  readonly faults: number;
  readonly actions: Readonly<Record<Action, number>>;
  readonly deliveries: { readonly acknowledged: number; readonly refused: number };
  readonly tokensTaken: number;
  readonly writes: number;
  /** After each worker that was killed, suspended, cut off or replaced, and each recovery of PostgreSQL. */
  readonly servedAgain: ServedAgain;
  readonly idleAfterMs: number;
  /** How long the sweep took that follows the faults. */
  readonly sweptMs: number;
  readonly errorsLogged: { readonly count: number; readonly kinds: readonly string[] };
  /** Nothing if all invariants hold. */
  readonly violations: readonly string[];
}

interface PreviousReport {
  readonly commit: string;
  readonly isExcluded: boolean;
  /** What its workers wrote after the migration to this release. */
  readonly writesBeside: number;
}

const minRestMs = 200;
const maxRestMs = 800;

export interface Observer {
  /** Called with each fault and each step of the rolling release, as they happen. */
  readonly onEvent: (event: RunEvent) => void;
  /** Called with what begins after the faults, which may take minutes. */
  readonly onStage?: (stage: string) => void;
}

export async function run(options: RunOptions, observer: Observer): Promise<Report> {
  const { previous } = options;
  const system = await startSystem(previous === undefined ? {} : { webs: 1, workers: 2, previous });
  let forced: readonly string[] = [];
  let report: Report;
  try {
    report = await runOn(system, options, observer);
  } finally {
    forced = await system.close();
  }
  const violations = [...report.violations, ...forced.map((name) => `${name} did not stop in order`)];
  return { ...report, violations };
}

async function runOn(
  system: System,
  options: RunOptions,
  { onEvent, onStage = () => {} }: Observer,
): Promise<Report> {
  const { seed, seconds, previous } = options;
  const counts = Object.fromEntries(actions.map((action) => [action, 0])) as Record<Action, number>;
  const faults = createFaults(system, seed, onEvent);
  const release = createRollingRelease(system, onEvent);
  const stalls = watchStalls();
  const idle = new AbortController();
  const [readyTooEarly, { healthReports, endedAt, stuck, idleAfterMs }] = await Promise.all([
    watchReadyTooEarly(system, idle.signal),
    untilIdle(system, options, { faults, release, counts, onStage }).finally(() => {
      idle.abort();
      stalls.stop();
    }),
  ]);
  onStage("no work is left; sweeping all installations");
  const swept = await sweepAll(system.postgres.url, idleWithinMs);
  const stuckAgain = await whenIdle(system);
  const mismatches = await orderMismatches(system);
  const before = await snapshotOf(system);
  const records = await storedRecordsIn(system.postgres.url);
  onStage("swept; rebuilding the index");
  const repaired = await rebuild(system);
  const recordsAfter = await storedRecordsIn(system.postgres.url);
  const stuckAfterRebuild = await whenIdle(system);
  const after = await snapshotOf(system);
  onStage("rebuilt; checking");
  const events = [...faults.injected(), ...release.steps()].toSorted((a, b) => a.at - b.at);
  const recovery = await recoveryOf(system, events, { stalls: stalls.seen(), endedAt });
  return {
    previous: previous && {
      commit: previous.commit,
      isExcluded: system.isPreviousExcluded(),
      writesBeside: await release.writesBeside(),
    },
    seed,
    seconds,
    faults: faults.injected().length,
    actions: counts,
    idleAfterMs,
    sweptMs: swept.ms,
    deliveries: {
      acknowledged: system.loadBalancer.acknowledged.size,
      refused: system.loadBalancer.refused(),
    },
    tokensTaken: await countOf(system.postgres.url, "chaos_taken"),
    writes: await countOf(system.postgres.url, "chaos_wrote"),
    servedAgain: recovery.servedAgain,
    errorsLogged: system.errors(),
    violations: [
      ...stuck,
      ...swept.violations,
      ...stuckAgain,
      ...stuckAfterRebuild,
      ...recovery.violations,
      ...unexpectedEnds(system),
      ...(await lostDeliveries(system)),
      ...(await unfinishedWork(system)),
      ...(await staleWrites(system)),
      ...(await repairedDuplicates(system)),
      ...wrongResponses(system.loadBalancer.responses),
      ...loggedErrors(system),
      ...release.violations(),
      ...mismatches,
      ...readyTooEarly,
      ...unreportedOutages(healthReports, faults.injected(), endedAt),
      ...contradictions(after),
      ...changesBetween(before, after),
      ...unattributed(after, await attributedIn(system.postgres.url)),
      ...repaired.map(({ ref, what }) => {
        const changed = changedProperties(records.get(ref), recordsAfter.get(ref));
        return `after a sweep a rebuild found ${ref} different: ${what}; ${changed}`;
      }),
    ],
  };
}

interface RunParts {
  readonly faults: Faults;
  readonly release: RollingRelease;
  readonly counts: Record<Action, number>;
  readonly onStage: (stage: string) => void;
}

/** Runs the workload while faults are injected, ends the faults, and waits until no work is left. */
async function untilIdle(
  system: System,
  { seed, seconds, previous }: RunOptions,
  { faults, release, counts, onStage }: RunParts,
) {
  const over = AbortSignal.timeout(seconds * 1000);
  const [healthReports] = await Promise.all([
    watchHealth(system, over),
    faults.run(over),
    ...(previous === undefined ? [] : [wait(seconds * 250).then(() => release.run(seconds * 500))]),
    ...workloadsOf(system, seed).map(({ workload, random }) => work(workload, random, counts, over)),
  ]);
  await faults.end();
  onStage("the faults have ended; waiting until no work is left");
  const endedAt = Date.now();
  await Promise.all([...system.alive("web"), ...system.alive("worker")].map(({ whenUp }) => whenUp));
  const stuck = await whenIdle(system);
  return { healthReports, endedAt, stuck, idleAfterMs: Date.now() - endedAt };
}

interface SeededWorkload {
  readonly workload: Workload;
  readonly random: Random;
}

/** Tasks of the first repository wait for some of the second, which another installation has. */
function workloadsOf(system: System, seed: number): readonly SeededWorkload[] {
  const [first, second] = repositories;
  const seeded = (repository: string, elsewhere?: Elsewhere): SeededWorkload => {
    const random = randomFor(seed, repository);
    const maria = system.as("maria", repository);
    const alice = system.as("alice", repository);
    return { workload: createWorkload(maria, alice, random, elsewhere), random };
  };
  const far = seeded(second);
  const elsewhere = { repository: system.as("maria", second).repository, tasks: far.workload.tasks };
  return [seeded(first, elsewhere), far];
}

async function work(
  workload: Workload,
  random: Random,
  counts: Record<Action, number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      counts[await workload.act()] += 1;
    } catch (thrown) {
      if (!isConnectionLost(thrown)) throw thrown;
    }
    await wait(minRestMs + random(maxRestMs - minRestMs));
  }
}

/** The hub closes idle connections, as GitHub does: a request that is sent at that moment is lost. */
function isConnectionLost(thrown: unknown): boolean {
  return thrown instanceof Error && "response" in thrown && thrown.response === undefined;
}

/** Where a migration excludes the previous release, its processes are meant to end. */
function unexpectedEnds(system: System): readonly string[] {
  return system.processes().flatMap(({ name, release, unexpectedEnd, errors }) => {
    const end = unexpectedEnd();
    if (end === undefined || (release === "previous" && system.isPreviousExcluded())) return [];
    return `${name} ended by itself: ${end}; ${errors().slice(-3).join("\n")}`;
  });
}

/** Outages are logged as warnings, so an error needs another cause. */
function loggedErrors(system: System): readonly string[] {
  return system
    .processes()
    .filter(({ release }) => release === "this")
    .flatMap(({ name, errors }) => errors().map((line) => `${name} logged an error: ${line.slice(0, 500)}`));
}

const rebuilt = z.object({ differences: z.array(z.object({ ref: z.string(), what: z.string() })) });
type Difference = z.infer<typeof rebuilt>["differences"][number];

async function rebuild(system: System): Promise<readonly Difference[]> {
  return rebuilt.parse(JSON.parse(await system.command("rebuild", "--json"))).differences;
}
