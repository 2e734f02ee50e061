/** How soon installations are served again after a process is killed, suspended or cut off. */
import { type RunEvent, slowResponseMs } from "./faults.ts";
import { repositories, type System } from "./system.ts";
import { type Wrote, writesOf } from "./watch.ts";

export interface Recovery {
  /** How long installations waited for their next write after an interruption, in milliseconds. */
  readonly waits: readonly number[];
  readonly violations: readonly string[];
}

const servedWithinMs = 15_000;

/**
 * Each installation is written for again within 15 s after a worker is killed, suspended, cut off or replaced, or after
 * PostgreSQL is back, unless another such event comes within that time. Before its first write a worker may have to wait for
 * several responses of GitHub, each of them slow, and until GitHub can be reached.
 */
export async function recoveryOf(
  { postgres }: System,
  events: readonly RunEvent[],
  endedAt: number,
): Promise<Recovery> {
  const writes = await writesOf(postgres.url);
  const interruptions = events.filter(({ kind }) => interrupting.has(kind));
  const installations = new Set(writes.map(({ installation }) => installation)).size;
  const all = waits(writes, interruptions, endedAt);
  const late = all.filter((each) => isLate(each, events));
  return {
    waits: all.map(({ ms }) => Math.round(ms)),
    violations: [
      ...(installations === repositories.length ? [] : [`${installations} installations were served`]),
      ...late.map(
        ({ installation, at, ms }) =>
          `installation ${installation} waited ${Math.round(ms)} ms after ${new Date(at).toISOString()}`,
      ),
    ],
  };
}

/** @param events among them those in which GitHub was slow or could not be reached */
export function isLate(
  { at, ms, aloneMs }: Waited,
  events: readonly Pick<RunEvent, "kind" | "at" | "until" | "times">[],
): boolean {
  const slow = events.filter(
    (each) => each.kind === "GitHub slow" && each.at > at - servedWithinMs && each.at < at + ms,
  );
  const responses = slow.reduce((sum, { times }) => sum + times, 1);
  const unreachable = events.filter(({ kind }) => kind === "worker without GitHub");
  const unreachableMs = unreachable.reduce(
    (sum, each) => sum + Math.max(0, Math.min(each.until, at + ms) - Math.max(each.at, at)),
    0,
  );
  return Math.min(ms, aloneMs) > servedWithinMs + responses * slowResponseMs + unreachableMs;
}

interface Waited {
  readonly installation: number;
  /** When the interruption was over for processes that it did not affect. */
  readonly at: number;
  readonly ms: number;
  /** Until the next interruption. */
  readonly aloneMs: number;
}

/** How long each installation waited after each interruption. @param writes oldest first */
export function waits(
  writes: readonly Wrote[],
  interruptions: readonly Pick<RunEvent, "at" | "until">[],
  endedAt: number,
): readonly Waited[] {
  return [...new Set(writes.map(({ installation }) => installation))].flatMap((installation) => {
    const own = writes.filter((write) => write.installation === installation);
    return interruptions.map(({ until: at }, n) => {
      const next = own.find((write) => write.at > at)?.at ?? Infinity;
      const aloneMs = (interruptions[n + 1]?.at ?? Infinity) - at;
      return { installation, at, ms: Math.min(next, endedAt) - at, aloneMs };
    });
  });
}

const interrupting: ReadonlySet<RunEvent["kind"]> = new Set([
  "worker killed",
  "worker suspended",
  "worker without PostgreSQL",
  "PostgreSQL killed",
  "worker replaced",
  "previous release excluded",
]);
