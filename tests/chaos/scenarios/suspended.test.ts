/** A worker that stands still for a minute in the middle of writing, while another one takes over. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ownRemarks, seeIssue } from "../../support/picture.ts";
import { noPostgres } from "../../support/postgres.ts";
import { writtenLate } from "../invariants.ts";
import type { Player, Stage } from "../stage.ts";
import { countOf, writtenByReplaced } from "../watch.ts";
import { eventually, healthOf, isShort, opened, ownerOf, taskAtRest } from "./opened.ts";

const [repository, standsStillMs, timeout] = ["acme/demo", 60_000, 300_000];

/** Two workers that serve nobody now, and a task. */
async function atRest() {
  const stage = await opened({ webs: 1, workers: 2 });
  const { alice, task, installation } = await taskAtRest(stage, repository);
  const ask = () => alice.comment(task, "/help");
  const replies = async () =>
    ownRemarks((await seeIssue(alice, task)).comments.nodes).filter(({ key }) => key.startsWith("reply:"));
  return { stage, installation, ask, replies };
}

/** Stands still for a minute, and goes on for some seconds. */
async function stoodStill(stage: Stage, stopped: Player, installation: number): Promise<Player> {
  const stoppedAt = Date.now();
  const next = await eventually(async () => {
    const owner = await ownerOf(stage, installation);
    expect(owner.name).not.toBe(stopped.name);
    return owner;
  });
  await wait(stoppedAt + standsStillMs - Date.now());
  stopped.signal("SIGCONT");
  await eventually(async () =>
    expect(await healthOf(stopped)).toMatchObject({ status: "ready", fencesLost: 1 }),
  );
  await wait(5_000);
  return next;
}

describe.skipIf(isShort || noPostgres)("a worker that stands still for a minute", () => {
  test("between marking and the request sends nothing, is refused, and another one sends it once", {
    timeout,
  }, async () => {
    const { stage, installation, ask, replies } = await atRest();
    // What it is told arrives late enough for it to be stopped before.
    for (const { postgres } of stage.members("worker")) postgres.slowDown(600);
    await ask();
    await eventually(async () =>
      expect(await countOf(stage.cluster.url, "effect WHERE state = 'sending'")).toBe(1),
    );
    const stopped = await ownerOf(stage, installation);
    stopped.signal("SIGSTOP");
    for (const { postgres } of stage.members("worker")) postgres.slowDown(0);
    const sent = stopped.github.passed.length;
    const next = await stoodStill(stage, stopped, installation);
    expect(stopped.github.passed.slice(sent).filter(({ isWrite }) => isWrite)).toEqual([]);
    expect(next.github.passed.filter(isReply)).toHaveLength(1);
    expect(await replies()).toHaveLength(1);
    expect(await countOf(stage.cluster.url, writtenByReplaced)).toBe(0);
    expect(await writtenLate(stage)).toEqual([]);
  });

  test("between the request and its receipt is refused, and another one finds what it wrote", {
    timeout,
  }, async () => {
    const { stage, installation, ask, replies } = await atRest();
    const stopping = Promise.withResolvers<Player>();
    for (const worker of stage.members("worker"))
      worker.github.onAnswer = (passed) => {
        if (!isReply(passed)) return;
        worker.signal("SIGSTOP");
        stopping.resolve(worker);
      };
    await ask();
    const stopped = await stopping.promise;
    expect(await replies()).toHaveLength(1);
    await stoodStill(stage, stopped, installation);
    const all = stage.members("worker").flatMap(({ github }) => github.passed);
    expect(all.filter(isReply)).toHaveLength(1);
    expect(await replies()).toHaveLength(1);
    expect(await countOf(stage.cluster.url, "effect")).toBe(0);
    expect(await countOf(stage.cluster.url, writtenByReplaced)).toBe(0);
  });
});

function isReply({ isWrite, body }: Player["github"]["passed"][number]): boolean {
  return isWrite && body.includes("addComment");
}
