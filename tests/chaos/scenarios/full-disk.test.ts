/** PostgreSQL's disk is full for a while. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { noMount, noPostgres } from "../../support/postgres.ts";
import { questionBody, taskBody } from "../../support/story.ts";
import { contradictions, lost, sightsOf } from "../invariants.ts";
import type { Stage } from "../stage.ts";
import { countOf, writtenByReplaced } from "../watch.ts";
import { eventually, healthOf, installationOf, isShort, opened } from "./opened.ts";

const [repository, diskMb, fullMs] = ["acme/demo", 400, 60_000];
const why = isShort || noPostgres || noMount();

describe.skipIf(why)("PostgreSQL's disk", () => {
  test("refuses deliveries while it is full, says so, and takes them again without a restart", {
    timeout: 400_000,
  }, async () => {
    const stage = await opened({ webs: 1, workers: 2, diskMb });
    const { cluster, forwarder, hub } = stage;
    const [alice, maria] = [stage.as("alice", repository), stage.as("maria", repository)];
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    await installationOf(stage, repository);
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));

    const filler = fill(cluster.folder);
    const said = new Set<string>();
    const [web] = stage.members("web");
    const giveUpAt = Date.now() + fullMs;
    while ((forwarder.refused() < 3 || !isSaid(said)) && Date.now() < giveUpAt) {
      await alice.comment(task, "A long remark. ".repeat(2_000));
      await hub.idle();
      // A write that needs no room succeeds, and then it says that all is well again.
      if (web !== undefined) said.add(JSON.stringify((await healthOf(web)).failing));
    }
    const question = await alice.open("Q: Which way?", questionBody(`#${task}`));
    await wait(3_000);
    rmSync(filler);
    expect(forwarder.refused()).toBeGreaterThanOrEqual(3);
    expect([...said].filter((each) => isSaid([each]))).not.toEqual([]);

    await back(stage);
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:blocked"), 120_000);
    await maria.comment(question, "/answer This way.");
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"), 120_000);
    expect(stage.everybody().filter((each) => !each.isAlive())).toEqual([]);
    expect(await lost(stage)).toEqual([]);
    expect(contradictions(await sightsOf(stage))).toEqual([]);
    expect(await countOf(cluster.url, "delivery WHERE state = 'dead'")).toBe(0);
    expect(await countOf(cluster.url, writtenByReplaced)).toBe(0);
  });
});

function isSaid(said: Iterable<string>): boolean {
  return [...said].some((each) => each.includes("PostgreSQL unavailable: its disk is full"));
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

/** PostgreSQL ends itself if it cannot write its log; its operator starts it again. */
async function back({ cluster }: Stage): Promise<void> {
  if (cluster.server().exitCode !== null) await cluster.start();
}
