/** How soon installations are served again after a process is killed, suspended or cut off. */
import { givenUpAfterMs, type RunEvent, slowResponseMs } from "./faults.ts";
import { type Stall, stalledBetween } from "./stalls.ts";
import { repositories, type System } from "./system.ts";
import { type Takeover, takeoversOf, type Wrote, writesOf } from "./watch.ts";

export interface Recovery {
  readonly servedAgain: ServedAgain;
  readonly violations: readonly string[];
}

/** Of the installations that an interruption concerned: those of the worker, or all. */
export interface ServedAgain {
  readonly medianMs: number;
  readonly mostMs: number;
  readonly judged: number;
  /** Those among them that took longer than 15 s, and were allowed to. */
  readonly longer: number;
  /** Another interruption concerned the installation before it was served again; that one is judged. */
  readonly unjudged: number;
}

const servedWithinMs = 15_000;

/**
 * Each installation is written for again within 15 s after a worker is killed, suspended, cut off or replaced, or after
 * PostgreSQL is back, unless another such event concerns it within that time. Not counted is how long GitHub could not be
 * reached, how long the run itself got no processor, and each response that GitHub delayed.
 */
export async function recoveryOf(
  { postgres }: System,
  events: readonly RunEvent[],
  { stalls, endedAt }: { readonly stalls: readonly Stall[]; readonly endedAt: number },
): Promise<Recovery> {
  const writes = await writesOf(postgres.url);
  const interruptions = events.filter(({ kind }) => interrupting.has(kind));
  const installations = new Set(writes.map(({ installation }) => installation)).size;
  const all = waits(writes, await takeoversOf(postgres.url), interruptions, endedAt).map((each) => ({
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
  const concerned = all.filter(({ isConcerned }) => isConcerned);
  const judged = concerned.filter(({ verdict }) => verdict !== "interrupted again");
  const times = judged.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b);
  return {
    medianMs: times[times.length >> 1] ?? 0,
    mostMs: times.at(-1) ?? 0,
    judged: judged.length,
    longer: judged.filter(({ ms, verdict }) => ms > servedWithinMs && verdict === "in time").length,
    unjudged: concerned.length - judged.length,
  };
}

/** @param events among them those in which GitHub was slow or could not be reached */
export function verdictOn(
  { at, ms, aloneMs }: Waited,
  events: readonly Pick<RunEvent, "kind" | "at" | "until" | "times">[],
  stalls: readonly Stall[],
): Verdict {
  const until = at + Math.min(ms, aloneMs);
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
  return aloneMs > allowedMs ? "late" : "interrupted again";
}

/** By how much a response is late in each case. */
const delaysMs: ReadonlyMap<RunEvent["kind"], number> = new Map([
  ["GitHub slow", slowResponseMs],
  ["no response after the write", givenUpAfterMs],
]);

interface Waited {
  readonly installation: number;
  /** When the interruption was over for processes that it did not affect. */
  readonly at: number;
  readonly ms: number;
  /** Until the next interruption that concerns the installation. */
  readonly aloneMs: number;
  /** Whether the interruption concerned the installation. */
  readonly isConcerned: boolean;
}

type Interruption = Pick<RunEvent, "at" | "until" | "worker">;

/**
 * How long each installation waited after each interruption.
 * @param writes oldest first
 * @param takeovers oldest first
 */
export function waits(
  writes: readonly Wrote[],
  takeovers: readonly Takeover[],
  interruptions: readonly Interruption[],
  endedAt: number,
): readonly Waited[] {
  return [...new Set(writes.map(({ installation }) => installation))].flatMap((installation) => {
    const own = writes.filter((write) => write.installation === installation);
    const taken = takeovers.filter((each) => each.installation === installation);
    const concerning = interruptions.filter((each) => concerns(each, taken));
    return interruptions.map((each) => {
      const at = each.until;
      const next = own.find((write) => write.at > at)?.at ?? Infinity;
      const aloneMs = (concerning.find((later) => later.at > each.at)?.at ?? Infinity) - at;
      const isConcerned = concerning.includes(each);
      return { installation, at, ms: Math.min(next, endedAt) - at, aloneMs, isConcerned };
    });
  });
}

/** @param taken takeovers of one installation, oldest first */
function concerns({ worker, at, until }: Interruption, taken: readonly Takeover[]): boolean {
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
