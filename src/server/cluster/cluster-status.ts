/** Summarises the processes that share the database, with a phrase for each thing that an operator should act on. */
import { z } from "zod";
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { InstallationStatus, KnownProcess, Limited } from "../../store/shape/processes.ts";
import type { OldestDue } from "../../store/shape/shared-tables.ts";

/** What a worker reports about itself. It may be another release's, so each field may be missing. */
const workerReport = z.object({
  /** How many installations it serves now. */
  tenures: z.number().catch(0),
  /** How many tenures it lost in the last hour, because its heartbeats failed or another worker took over. */
  fencesLost: z.number().catch(0),
  /** Its event loop has hardly any time left. */
  isBusy: z.boolean().catch(false),
  /** Since when all its requests to GitHub have failed, by PostgreSQL's clock; absent while GitHub answers. */
  githubFailingSince: z.number().optional().catch(undefined),
});
const emptyReport = workerReport.parse({});
/** What every process reports: how far its machine's clock is ahead of PostgreSQL's. */
const clockReport = z.object({ clockAheadMs: z.number() });
export type WorkerReport = z.infer<typeof workerReport>;

export interface KnownWorker extends WorkerReport {
  readonly id: string;
  readonly release: string;
  readonly startedAt: Millis;
}

export interface ClusterStatus {
  readonly workers: readonly KnownWorker[];
  readonly tenuresLost: number;
  readonly limited: Limited;
  /** The installation whose work has been due for the longest time. */
  readonly oldestDue: OldestDue | undefined;
  /** A phrase for each problem; empty if there is none. */
  readonly degraded: readonly string[];
}

export interface ClusterFacts {
  readonly processes: readonly KnownProcess[];
  readonly installationStatuses: ReadonlyMap<InstallationId, InstallationStatus>;
  readonly limited: Limited;
  readonly oldestDue: OldestDue | undefined;
}

/** If work waits longer than this, more workers are needed. */
const maxWaitMs = 15_000;
/** More than NTP ever lets a clock drift. signalbox uses PostgreSQL's clock, but the machine's logs do not. */
const maxClockSkewMs = 5_000;

/** @param staleMs the age of the facts; undefined if they are recent */
export function clusterStatus(facts: ClusterFacts, staleMs: Millis | undefined): ClusterStatus {
  const workers = facts.processes.filter(({ role }) => role === "worker").map(workerIn);
  const tenuresLost = workers.reduce((sum, each) => sum + each.fencesLost, 0);
  const { limited, oldestDue } = facts;
  const denied = [...facts.installationStatuses.values()].filter(({ isDenied }) => isDenied).length;
  const waitMs = oldestDue?.sinceMs ?? 0;
  return {
    workers,
    tenuresLost,
    limited,
    oldestDue,
    degraded: [
      ...(staleMs === undefined ? [] : [`PostgreSQL could not be read for ${seconds(staleMs)} s`]),
      ...(workers.length === 0 ? ["no worker runs"] : []),
      ...facts.processes.flatMap(clockSkew),
      ...withoutGitHub(workers),
      ...(limited.installations === 0 ? [] : [limitedBy(limited)]),
      ...(denied === 0 ? [] : [`GitHub denies access to ${installations(denied)}`]),
      ...(waitMs < maxWaitMs || oldestDue === undefined
        ? []
        : [`installation ${oldestDue.installationId} has been waiting for ${seconds(waitMs)} s`]),
    ],
  };
}

function withoutGitHub(workers: readonly KnownWorker[]): readonly string[] {
  const since = workers.flatMap(({ githubFailingSince }) => githubFailingSince ?? []);
  if (since.length === 0) return [];
  const from = toIsoSeconds(Math.min(...since));
  const which = `${since.length} of ${counted(workers.length, "worker")}`;
  return [`every request to GitHub from ${which} has failed since ${from}`];
}

function clockSkew({ role, report }: KnownProcess): readonly string[] {
  const { clockAheadMs = 0 } = parsed(clockReport, report) ?? {};
  if (Math.abs(clockAheadMs) < maxClockSkewMs) return [];
  const by = seconds(Math.abs(clockAheadMs));
  return [
    `the clock of a ${role} process is ${by} s ${clockAheadMs > 0 ? "ahead of" : "behind"} PostgreSQL's`,
  ];
}

function workerIn({ id, release, startedAt, report }: KnownProcess): KnownWorker {
  return { id, release, startedAt, ...(parsed(workerReport, report) ?? emptyReport) };
}

function parsed<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function limitedBy({ installations: count, until }: Limited): string {
  return `GitHub limits ${installations(count)}${until === undefined ? "" : ` until ${toIsoSeconds(until)}`}`;
}

function installations(count: number): string {
  return counted(count, "installation");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function seconds(ms: Millis): number {
  return Math.round(ms / 1_000);
}
