/** PostgreSQL's disk is full for a while. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { noMount } from "../../support/postgres.ts";
import { questionBody, taskBody } from "../../support/story.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf, writtenByReplacedWorkers } from "../fence-triggers.ts";
import { contradictions, lostDeliveries, snapshotOf } from "../invariants.ts";
import type { System } from "../system.ts";
import { eventually, healthOf, installationOf, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const diskMb = 400;
const fullMs = 60_000;
const why = whySkipped ?? noMount();

describeUnless(why, "PostgreSQL's disk", () => {
  test("refuses deliveries while it is full, reports it, and accepts them again without a restart", {
    timeout: 400_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2, diskMb });
    const { postgres, loadBalancer, hub } = system;
    const alice = system.as("alice", repository);
    const maria = system.as("maria", repository);
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    await installationOf(system, repository);
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));

    const filler = fill(postgres.folder);
    const reports = new Set<string>();
    const [web] = system.alive("web");
    const giveUpAt = Date.now() + fullMs;
    while ((loadBalancer.refused() < 3 || !isReported(reports)) && Date.now() < giveUpAt) {
      await alice.comment(task, "A long remark. ".repeat(2_000));
      await hub.idle();
      // A write that needs no space succeeds, and then `/health` reports no failure until the next one.
      if (web !== undefined) reports.add(JSON.stringify((await healthOf(web)).failing));
    }
    const question = await alice.open("Q: Which way?", questionBody(`#${task}`));
    await wait(3_000);
    rmSync(filler);
    expect(loadBalancer.responses.get(503)).toBeGreaterThanOrEqual(3);
    expect([...reports].filter((each) => isReported([each]))).not.toEqual([]);

    await restart(system);
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:blocked"), 120_000);
    await maria.comment(question, "/answer This way.");
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"), 120_000);
    expect(system.processes().filter((each) => !each.isAlive())).toEqual([]);
    expect(await lostDeliveries(system)).toEqual([]);
    expect(contradictions(await snapshotOf(system))).toEqual([]);
    expect(await countOf(postgres.url, "delivery WHERE state = 'dead'")).toBe(0);
    expect(await countOf(postgres.url, writtenByReplacedWorkers)).toBe(0);
  });
});

function isReported(reports: Iterable<string>): boolean {
  return [...reports].some((each) => each.includes("PostgreSQL unavailable: its disk is full"));
}

/** Writes a file until nothing fits any more. */
function fill(folder: string): string {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  for (let size = 1 << 20; size >= 512; size >>= 1)
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // A smaller piece may fit.
    }
  closeSync(file);
  return path;
}

/** PostgreSQL exits if it cannot write its log; an operator starts it again. */
async function restart({ postgres }: System): Promise<void> {
  if (postgres.server().exitCode !== null) await postgres.start();
}
