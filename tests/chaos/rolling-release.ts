/**
 * A release under load: this release's `migrate` while processes of the previous one run, then its processes in their
 * place. They are replaced one after another, or, where the migration excludes the previous release, stop by themselves.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Role } from "./members.ts";
import type { Told } from "./mishaps.ts";
import type { Player, Stage } from "./stage.ts";
import { countOf } from "./watch.ts";

export interface RollingRelease {
  /** Resolves once no process of the previous release runs. @param overMs how long all replacements take together */
  readonly run: (overMs: number) => Promise<void>;
  readonly told: () => readonly Told[];
  /** In words. */
  readonly wrong: () => readonly string[];
  /** What workers of the previous release wrote after the migration. */
  readonly writesBeside: () => Promise<number>;
}

const roles: readonly Role[] = ["web", "worker"];
/** A process may be suspended or cut off from PostgreSQL for 15 s, notices within 5 s, and has 20 s to finish. */
const drainsWithinMs = 60_000;
const [retryEveryMs, migratesWithinMs] = [500, 60_000];

export function createRollingRelease(stage: Stage, tell: (told: Told) => void): RollingRelease {
  const told: Told[] = [];
  const wrong: string[] = [];
  const note = (mishap: Told["mishap"], about: string, at: number): void => {
    const entry = { mishap, about, times: 1, at, until: Date.now() };
    told.push(entry);
    tell(entry);
  };

  async function replace(old: Player): Promise<void> {
    const { name } = await started(stage, old.role);
    const at = Date.now();
    const isInOrder = await old.stop();
    if (!isInOrder) wrong.push(`${old.name} of the previous release did not stop in order`);
    note(`${old.role} replaced`, `${old.name} stopped, ${name} started`, at);
  }

  async function replaceAll(overMs: number): Promise<void> {
    const everyMs = overMs / previousOf(stage).length;
    for (let [old] = previousOf(stage); old !== undefined; [old] = previousOf(stage)) {
      const next = wait(everyMs);
      await replace(old);
      await next;
    }
  }

  /** @param counts how many there are to be of each role */
  async function awaitDraining(counts: Readonly<Record<Role, number>>): Promise<void> {
    const at = Date.now();
    const drained = until(drainsWithinMs, async () => previousOf(stage).length === 0);
    for (const role of roles)
      while (stage.members(role).filter(({ release }) => release === "this").length < counts[role])
        await started(stage, role);
    note("previous release excluded", "processes of this one started", at);
    await drained;
    for (const { name } of previousOf(stage))
      wrong.push(`${name} of the previous release runs ${drainsWithinMs / 1000} s after it was excluded`);
    for (const { name, release, exitCode } of stage.everybody())
      if (release === "previous" && (exitCode() ?? 1) !== 1)
        wrong.push(`${name} of the previous release ended with ${exitCode()}, not 1`);
  }

  return {
    told: () => told,
    wrong: () => wrong,
    run: async (overMs) => {
      const at = Date.now();
      const counts = { web: stage.members("web").length, worker: stage.members("worker").length };
      const migrated = await until(migratesWithinMs, () => stage.migrate());
      if (migrated === undefined)
        throw new Error(`The migration did not succeed within ${migratesWithinMs / 1000} s.`);
      note("migrated", `schema ${migrated.from} to ${migrated.to}`, at);
      if (stage.isPreviousExcluded()) await awaitDraining(counts);
      else await replaceAll(overMs);
    },
    writesBeside: async () => {
      const migratedAt = told.find(({ mishap }) => mishap === "migrated")?.until;
      const names = stage.everybody().filter(({ release }) => release === "previous");
      const which = "chaos_wrote WHERE who = ANY($1) AND at > to_timestamp($2::float / 1000)";
      return countOf(stage.cluster.url, which, [names.map(({ name }) => name), migratedAt ?? Infinity]);
    },
  };
}

/** Those that still run. */
export function previousOf(stage: Stage): readonly Player[] {
  return roles.flatMap((role) => stage.members(role).filter(({ release }) => release === "previous"));
}

/** One of this release, once it is up. A fault may kill it before; what does that also starts another. */
async function started(stage: Stage, role: Role): Promise<Player> {
  const player = await stage.add(role);
  await player.whenUp.catch(() => {});
  return player;
}

/** The first value that is neither undefined nor false; undefined after `withinMs`. PostgreSQL may be killed meanwhile. */
async function until<T>(withinMs: number, look: () => Promise<T | false>): Promise<T | undefined> {
  const giveUpAt = Date.now() + withinMs;
  while (Date.now() < giveUpAt) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    await wait(retryEveryMs);
  }
  return undefined;
}
