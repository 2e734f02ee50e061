/** A worker that is suspended for a minute in the middle of a write, while another one takes over. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { ownRemarks, seeIssue } from "../../support/picture.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf, writtenByReplacedWorkers } from "../fence-triggers.ts";
import type { ProxiedRequest } from "../github-proxy.ts";
import { staleWrites } from "../invariants.ts";
import type { ClusterProcess, System } from "../system.ts";
import { eventually, healthOf, ownerOf, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const suspendedMs = 60_000;
const timeout = 300_000;

/** Two idle workers, and a task. */
async function idleSystem() {
  const system = await startedSystem({ webs: 1, workers: 2 });
  const { alice, task, installation } = await readyTask(system, repository);
  const ask = () => alice.comment(task, "/help");
  const replies = async () =>
    ownRemarks((await seeIssue(alice, task)).comments.nodes).filter(({ key }) => key.startsWith("reply:"));
  return { system, installation, ask, replies };
}

/** Resumes a suspended worker after a minute. Resolves to the worker that took over. */
async function resumeLater(
  system: System,
  target: ClusterProcess,
  installation: number,
): Promise<ClusterProcess> {
  const suspendedAt = Date.now();
  const next = await eventually(async () => {
    const owner = await ownerOf(system, installation);
    expect(owner.name).not.toBe(target.name);
    return owner;
  });
  await wait(suspendedAt + suspendedMs - Date.now());
  target.signal("SIGCONT");
  await eventually(async () =>
    expect(await healthOf(target)).toMatchObject({ status: "ready", fencesLost: 1 }),
  );
  await wait(5_000);
  return next;
}

describeUnless(whySkipped, "a worker that is suspended for a minute", () => {
  test("between marking and the request sends nothing, is refused, and another one sends it once", {
    timeout,
  }, async () => {
    const { system, installation, ask, replies } = await idleSystem();
    // Responses of PostgreSQL arrive late enough for the worker to be suspended before.
    for (const { postgresProxy } of system.alive("worker")) postgresProxy.slowDown(600);
    await ask();
    await eventually(async () =>
      expect(await countOf(system.postgres.url, "effect WHERE state = 'sending'")).toBe(1),
    );
    const target = await ownerOf(system, installation);
    target.signal("SIGSTOP");
    for (const { postgresProxy } of system.alive("worker")) postgresProxy.slowDown(0);
    const before = target.githubProxy.requests.length;
    const next = await resumeLater(system, target, installation);
    expect(target.githubProxy.requests.slice(before).filter(({ isWrite }) => isWrite)).toEqual([]);
    expect(next.githubProxy.requests.filter(isReply)).toHaveLength(1);
    expect(await replies()).toHaveLength(1);
    expect(await countOf(system.postgres.url, writtenByReplacedWorkers)).toBe(0);
    expect(await staleWrites(system)).toEqual([]);
  });

  test("between the request and its receipt is refused, and another one finds what it wrote", {
    timeout,
  }, async () => {
    const { system, installation, ask, replies } = await idleSystem();
    const suspending = Promise.withResolvers<ClusterProcess>();
    for (const worker of system.alive("worker"))
      worker.githubProxy.onResponse = (request) => {
        if (!isReply(request)) return;
        worker.signal("SIGSTOP");
        suspending.resolve(worker);
      };
    await ask();
    const target = await suspending.promise;
    expect(await replies()).toHaveLength(1);
    await resumeLater(system, target, installation);
    const all = system.alive("worker").flatMap(({ githubProxy }) => githubProxy.requests);
    expect(all.filter(isReply)).toHaveLength(1);
    expect(await replies()).toHaveLength(1);
    expect(await countOf(system.postgres.url, "effect")).toBe(0);
    expect(await countOf(system.postgres.url, writtenByReplacedWorkers)).toBe(0);
  });
});

function isReply({ isWrite, body }: ProxiedRequest): boolean {
  return isWrite && body.includes("addComment");
}
