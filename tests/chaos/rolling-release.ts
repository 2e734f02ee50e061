/**
 * A release under load: this release's `migrate` while processes of the previous one run, then its processes replace
 * them, one after another. If the migration excludes the previous release, its processes must stop by themselves.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { ReleaseStep, RunEvent } from "./faults.ts";
import { countOf } from "./fence-triggers.ts";
import type { Role } from "./server-process.ts";
import type { ClusterProcess, System } from "./system.ts";

export interface RollingRelease {
  /** Resolves once no process of the previous release runs. @param overMs how long all replacements take together */
  readonly run: (overMs: number) => Promise<void>;
  readonly steps: () => readonly RunEvent[];
  readonly violations: () => readonly string[];
  /** How often workers of the previous release wrote after the migration. */
  readonly writesBeside: () => Promise<number>;
}

const roles: readonly Role[] = ["web", "worker"];
/** A process may be suspended or cut off from PostgreSQL for 15 s, notices within 5 s, and has 20 s to finish. */
const drainsWithinMs = 60_000;
const retryEveryMs = 500;
const migratesWithinMs = 60_000;

export function createRollingRelease(system: System, onStep: (step: RunEvent) => void): RollingRelease {
  const steps: RunEvent[] = [];
  const violations: string[] = [];
  const record = (kind: ReleaseStep, details: string, at: number, worker?: string): void => {
    const step = { kind, details, times: 1, worker, at, until: Date.now() };
    steps.push(step);
    onStep(step);
  };

  async function replace(old: ClusterProcess): Promise<void> {
    const { name } = await started(system, old.role);
    const at = Date.now();
    const isInOrder = await old.stop();
    if (!isInOrder) violations.push(`${old.name} of the previous release did not stop in order`);
    record(`${old.role} replaced`, `${old.name} stopped, ${name} started`, at, old.name);
  }

  async function replaceAll(overMs: number): Promise<void> {
    const everyMs = overMs / previousOf(system).length;
    for (let [old] = previousOf(system); old !== undefined; [old] = previousOf(system)) {
      const next = wait(everyMs);
      await replace(old);
      await next;
    }
  }

  /** @param counts how many there are to be of each role */
  async function awaitDraining(counts: Readonly<Record<Role, number>>): Promise<void> {
    const at = Date.now();
    const drained = until(drainsWithinMs, async () => previousOf(system).length === 0);
    for (const role of roles)
      while (system.alive(role).filter(({ release }) => release === "this").length < counts[role])
        await started(system, role);
    record("previous release excluded", "processes of this one started", at);
    await drained;
    for (const { name } of previousOf(system))
      violations.push(
        `${name} of the previous release runs ${drainsWithinMs / 1000} s after it was excluded`,
      );
    for (const { name, release, exitCode } of system.processes())
      if (release === "previous" && (exitCode() ?? 1) !== 1)
        violations.push(`${name} of the previous release ended with ${exitCode()}, not 1`);
  }

  return {
    steps: () => steps,
    violations: () => violations,
    run: async (overMs) => {
      const at = Date.now();
      const counts = { web: system.alive("web").length, worker: system.alive("worker").length };
      const migrated = await until(migratesWithinMs, () => system.migrate());
      if (migrated === undefined)
        throw new Error(`The migration did not succeed within ${migratesWithinMs / 1000} s.`);
      record("migrated", `schema ${migrated.from} to ${migrated.to}`, at);
      if (system.isPreviousExcluded()) await awaitDraining(counts);
      else await replaceAll(overMs);
    },
    writesBeside: async () => {
      const migratedAt = steps.find(({ kind }) => kind === "migrated")?.until;
      const names = system.processes().filter(({ release }) => release === "previous");
      const which = "chaos_wrote WHERE who = ANY($1) AND at > to_timestamp($2::float / 1000)";
      return countOf(system.postgres.url, which, [names.map(({ name }) => name), migratedAt ?? Infinity]);
    },
  };
}

/** The processes of the previous release that are still alive. */
export function previousOf(system: System): readonly ClusterProcess[] {
  return roles.flatMap((role) => system.alive(role).filter(({ release }) => release === "previous"));
}

/** A process of this release, once it is ready. A fault may kill it before, and then starts another. */
async function started(system: System, role: Role): Promise<ClusterProcess> {
  const process = await system.add(role);
  await process.whenUp.catch(() => {});
  return process;
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
