/** How soon everyone is served again after a process dies, stands still or is cut off. */
import { slowGitHubMs, type Told } from "./mishaps.ts";
import { repositories, type Stage } from "./stage.ts";
import { type Wrote, writesOf } from "./watch.ts";

export interface Served {
  /** How long installations waited for their next write after a process was killed or stood still, in milliseconds. */
  readonly waits: readonly number[];
  /** In words. */
  readonly wrong: readonly string[];
}

const servedWithinMs = 15_000;

/**
 * Each installation is written for again within 15 s after a worker dies, stands still, is cut off or replaced, or after
 * PostgreSQL is back, unless another such event comes within that time. Before its first write a worker may have to wait for several
 * answers of GitHub, each of them a slow one, and until GitHub can be reached.
 */
export async function served({ cluster }: Stage, told: readonly Told[], endedAt: number): Promise<Served> {
  const writes = await writesOf(cluster.url);
  const blows = told.filter(({ mishap }) => interrupting.has(mishap));
  const installations = new Set(writes.map(({ installation }) => installation)).size;
  const all = waits(writes, blows, endedAt);
  const late = all.filter((each) => isLate(each, told));
  return {
    waits: all.map(({ ms }) => Math.round(ms)),
    wrong: [
      ...(installations === repositories.length ? [] : [`${installations} installations were served`]),
      ...late.map(
        ({ installation, at, ms }) =>
          `installation ${installation} waited ${Math.round(ms)} ms after ${new Date(at).toISOString()}`,
      ),
    ],
  };
}

/** @param told how GitHub was slow or away among others */
export function isLate(
  { at, ms, aloneMs }: Waited,
  told: readonly Pick<Told, "mishap" | "at" | "until" | "times">[],
): boolean {
  const slow = told.filter(
    (each) => each.mishap === "GitHub slow" && each.at > at - servedWithinMs && each.at < at + ms,
  );
  const answers = slow.reduce((sum, { times }) => sum + times, 1);
  const away = told.filter(({ mishap }) => mishap === "worker without GitHub");
  const awayMs = away.reduce(
    (sum, each) => sum + Math.max(0, Math.min(each.until, at + ms) - Math.max(each.at, at)),
    0,
  );
  return Math.min(ms, aloneMs) > servedWithinMs + answers * slowGitHubMs + awayMs;
}

interface Waited {
  readonly installation: number;
  /** When the interruption was over, as far as a process that is well is concerned. */
  readonly at: number;
  readonly ms: number;
  /** Until the next interruption. */
  readonly aloneMs: number;
}

/** How long each installation waited after each interruption. @param writes oldest first */
export function waits(
  writes: readonly Wrote[],
  blows: readonly Pick<Told, "at" | "until">[],
  endedAt: number,
): readonly Waited[] {
  return [...new Set(writes.map(({ installation }) => installation))].flatMap((installation) => {
    const own = writes.filter((write) => write.installation === installation);
    return blows.map(({ until: at }, n) => {
      const next = own.find((write) => write.at > at)?.at ?? Infinity;
      const aloneMs = (blows[n + 1]?.at ?? Infinity) - at;
      return { installation, at, ms: Math.min(next, endedAt) - at, aloneMs };
    });
  });
}

const interrupting: ReadonlySet<Told["mishap"]> = new Set([
  "worker killed",
  "worker stands still",
  "worker without PostgreSQL",
  "PostgreSQL killed",
  "worker replaced",
  "previous release excluded",
]);
