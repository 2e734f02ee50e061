/** What the scenarios share: a system that is stopped when the test ends, its workload, and queries about its state. */
import { expect, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { noPostgres } from "../../support/postgres.ts";
import { randomFor } from "../../support/seeded-random.ts";
import { taskBody } from "../../support/story.ts";
import { queryRows, takeoversOf } from "../fence-triggers.ts";
import { type ClusterProcess, type System, type SystemOptions, startSystem } from "../system.ts";
import { createWorkload } from "../workload.ts";

const isLong = process.env.SIGNALBOX_CLUSTER_LONG !== undefined;
/** Why scenarios are skipped; undefined if they run. Each takes a minute. */
export const whySkipped = isLong ? noPostgres : "npm run long -- --only cluster runs it";

export async function startedSystem(options: SystemOptions): Promise<System> {
  const system = await startSystem(options);
  onTestFinished(async () => void (await system.close()));
  return system;
}

/** Runs the workload in a repository until the test ends. @returns ends it earlier */
export function runWorkload(system: System, repository: string, restMs = 300): () => Promise<void> {
  const random = randomFor(1, repository);
  const workload = createWorkload(system.as("maria", repository), system.as("alice", repository), random);
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await workload.act();
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  })();
  const end = (): Promise<void> => {
    isOver = true;
    return running;
  };
  onTestFinished(end);
  return end;
}

const known = z.tuple([z.object({ installation: z.number() })]);

/** Once it is served. */
export function installationOf({ postgres }: System, repository: string): Promise<number> {
  const query = "SELECT installation_id::int AS installation FROM repository WHERE owner || '/' || name = $1";
  return eventually(
    async () => known.parse(await queryRows(postgres.url, query, [repository]))[0].installation,
  );
}

/** The worker that took an installation last. */
export async function ownerOf(system: System, installation: number): Promise<ClusterProcess> {
  const taken = (await takeoversOf(system.postgres.url)).findLast(
    (each) => each.installation === installation,
  );
  const owner = system.processes().find(({ name }) => name === taken?.who);
  if (owner === undefined) throw new Error(`No worker has installation ${installation} yet.`);
  return owner;
}

/** Resolves once no worker serves an installation. */
export async function whenIdle(system: System): Promise<void> {
  await eventually(async () => {
    for (const worker of system.alive("worker")) expect(await healthOf(worker)).toMatchObject({ tenures: 0 });
  });
}

/** A task in a repository that is labelled as ready, with workers that are idle. */
export async function readyTask(system: System, repository: string) {
  const alice = system.as("alice", repository);
  const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
  const installation = await installationOf(system, repository);
  await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));
  await whenIdle(system);
  return { alice, task, installation };
}

export function eventually<T>(look: () => T | Promise<T>, timeout = 60_000): Promise<T> {
  return vi.waitFor(look, { timeout, interval: 20 });
}

export async function healthOf({ url }: ClusterProcess): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url()}/health`);
  return z.record(z.string(), z.unknown()).parse(await answer.json());
}

/** The status with which the process answers `/readyz`. */
export async function readinessOf({ url }: ClusterProcess): Promise<number> {
  return (await fetch(`${url()}/readyz`)).status;
}
