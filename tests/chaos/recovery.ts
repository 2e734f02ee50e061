/** How soon installations are served again after a process is killed, suspended or cut off. */
import { type RunEvent, requestTimeoutMs, slowResponseMs } from "./faults.ts";
import { type FencedWrite, type Takeover, takeoversOf, writesOf } from "./fence-triggers.ts";
import { type Stall, stalledBetween } from "./stalls.ts";
import { repositories, type System } from "./system.ts";

export interface Recovery {
  readonly servedAgain: ServedAgain;
  readonly violations: readonly string[];
}

/** Of the installations that an interruption affected: those of the worker, or all. */
export interface ServedAgain {
  readonly medianMs: number;
  readonly mostMs: number;
  readonly judged: number;
  /** Those among them that took longer than 15 s, and were allowed to. */
  readonly longer: number;
  /** Another interruption affected the installation before it was served again; that one is judged. */
  readonly unjudged: number;
}

const servedWithinMs = 15_000;

/**
 * Each installation is written for again within 15 s after a worker is killed, suspended, cut off or replaced, or after
 * PostgreSQL is back, unless another such event affects it within that time. Not counted is how long GitHub could not be
 * reached, how long the run itself got no CPU time, and each response that GitHub delayed.
 */
export async function recoveryOf(
  { postgres }: System,
  events: readonly RunEvent[],
  { stalls, endedAt }: { readonly stalls: readonly Stall[]; readonly endedAt: number },
): Promise<Recovery> {
  const writes = await writesOf(postgres.url);
  const interruptions = events.filter(({ kind }) => interrupting.has(kind));
  const installations = new Set(writes.map(({ installation }) => installation)).size;
  const all = waitsAfter(writes, await takeoversOf(postgres.url), interruptions, endedAt).map((each) => ({
    ...each,
    verdict: verdictOn(each, events, stalls),
  }));
  return {
    servedAgain: servedAgain(all),
    violations: [
      ...(installations === repositories.length ? [] : [`${installations} installations were served`]),
      ...all
        .filter(({ verdict }) => verdict === "late")
        .map(
          ({ installation, at, ms }) =>
            `installation ${installation} waited ${Math.round(ms)} ms after ${new Date(at).toISOString()}`,
        ),
    ],
  };
}

export type Verdict = "in time" | "late" | "interrupted again";

function servedAgain(all: readonly (Waited & { readonly verdict: Verdict })[]): ServedAgain {
  const affected = all.filter(({ isAffected }) => isAffected);
  const judged = affected.filter(({ verdict }) => verdict !== "interrupted again");
  const times = judged.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b);
  return {
    medianMs: times[times.length >> 1] ?? 0,
    mostMs: times.at(-1) ?? 0,
    judged: judged.length,
    longer: judged.filter(({ ms, verdict }) => ms > servedWithinMs && verdict === "in time").length,
    unjudged: affected.length - judged.length,
  };
}

/** @param events among them those in which GitHub was slow or could not be reached */
export function verdictOn(
  { at, ms, untilNextMs }: Waited,
  events: readonly Pick<RunEvent, "kind" | "at" | "until" | "times">[],
  stalls: readonly Stall[],
): Verdict {
  const until = at + Math.min(ms, untilNextMs);
  const slowMs = events
    .map(({ kind, times, ...each }) => ({ ...each, ms: times * (delaysMs.get(kind) ?? 0) }))
    .filter((each) => each.ms > 0)
    .filter((each) => each.at < until && each.at + Math.max(servedWithinMs, each.ms) > at)
    .reduce((sum, each) => sum + each.ms, 0);
  const unreachableMs = events
    .filter(({ kind }) => kind === "worker without GitHub")
    .reduce((sum, each) => sum + Math.max(0, Math.min(each.until, until) - Math.max(each.at, at)), 0);
  const allowedMs = servedWithinMs + slowMs + unreachableMs + stalledBetween(stalls, at, until);
  if (ms <= allowedMs) return "in time";
  return untilNextMs > allowedMs ? "late" : "interrupted again";
}

/** How much each of these faults delays a response. */
const delaysMs: ReadonlyMap<RunEvent["kind"], number> = new Map([
  ["GitHub slow", slowResponseMs],
  ["no response after the write", requestTimeoutMs],
]);

interface Waited {
  readonly installation: number;
  /** When the interruption was over for processes that it did not affect. */
  readonly at: number;
  readonly ms: number;
  /** Until the next interruption that affects the installation. */
  readonly untilNextMs: number;
  /** Whether the interruption affected the installation. */
  readonly isAffected: boolean;
}

type Interruption = Pick<RunEvent, "at" | "until" | "worker">;

/**
 * How long each installation waited after each interruption.
 * @param writes oldest first
 * @param takeovers oldest first
 */
export function waitsAfter(
  writes: readonly FencedWrite[],
  takeovers: readonly Takeover[],
  interruptions: readonly Interruption[],
  endedAt: number,
): readonly Waited[] {
  return [...new Set(writes.map(({ installation }) => installation))].flatMap((installation) => {
    const own = writes.filter((write) => write.installation === installation);
    const taken = takeovers.filter((each) => each.installation === installation);
    const affecting = interruptions.filter((each) => affects(each, taken));
    return interruptions.map((each) => {
      const at = each.until;
      const next = own.find((write) => write.at > at)?.at ?? Infinity;
      const untilNextMs = (affecting.find((later) => later.at > each.at)?.at ?? Infinity) - at;
      const isAffected = affecting.includes(each);
      return { installation, at, ms: Math.min(next, endedAt) - at, untilNextMs, isAffected };
    });
  });
}

/** @param taken takeovers of one installation, oldest first */
function affects({ worker, at, until }: Interruption, taken: readonly Takeover[]): boolean {
  if (worker === undefined) return true;
  const owner = taken.findLast((each) => each.at <= at)?.who;
  return owner === worker || taken.some((each) => each.who === worker && each.at >= at && each.at <= until);
}

const interrupting: ReadonlySet<RunEvent["kind"]> = new Set([
  "worker killed",
  "worker suspended",
  "worker without PostgreSQL",
  "PostgreSQL killed",
  "worker replaced",
  "previous release excluded",
]);
