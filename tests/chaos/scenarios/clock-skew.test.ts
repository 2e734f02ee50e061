/** Machines whose clocks differ by more than GitHub tolerates, and by more than a blocking question may wait. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { noPostgres } from "../../support/postgres.ts";
import { questionBody, taskBody } from "../../support/story.ts";
import { contradictions, sightsOf } from "../invariants.ts";
import type { Player, Stage } from "../stage.ts";
import { countOf, writtenByReplaced } from "../watch.ts";
import { eventually, healthOf, isShort, opened, quietly } from "./opened.ts";

const [repository, apartMs] = ["acme/demo", 12 * 60_000];

async function started(stage: Stage, role: Player["role"], aheadMs: number): Promise<Player> {
  const player = await stage.add(role, { aheadMs });
  await player.whenUp;
  return player;
}

/** Far less than the clocks are apart, and than sweeps are. */
const soon = 60_000;

describe.skipIf(isShort || noPostgres)("machines whose clocks are twelve minutes wrong", () => {
  test("serve as others do, take over from each other, and let no deadline pass early", {
    timeout: 600_000,
  }, async () => {
    const stage = await opened({ webs: 0, workers: 0 });
    const [alice, maria] = [stage.as("alice", repository), stage.as("maria", repository)];
    const [early, slow] = [await started(stage, "web", apartMs), await started(stage, "worker", -apartMs)];
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    const stands = (status: string): Promise<void> =>
      eventually(async () => expect((await alice.see(task)).labels).toContain(status), soon);
    const asked = async (): Promise<number> => {
      const question = await alice.open("Q: Which way?", questionBody(`#${task}`));
      await stands("status:blocked");
      return question;
    };
    const answered = async (question: number): Promise<void> => {
      await maria.comment(question, "/answer This way.");
      await stands("status:ready");
    };
    await stands("status:ready");
    await quietly(stage);
    await answered(await asked());
    await eventually(async () => expect(await healthOf(early)).toMatchObject(degraded), soon);

    await started(stage, "worker", apartMs);
    slow.signal("SIGKILL");
    const question = await asked();
    await wait(15_000);
    const { data } = await maria.octokit.rest.issues.listForRepo(maria.repository);
    expect(data.map(({ number }) => number).toSorted()).toEqual([task, question]);

    await started(stage, "web", -apartMs);
    early.signal("SIGKILL");
    const [fast] = stage.members("worker");
    await started(stage, "worker", 0);
    fast?.signal("SIGKILL");
    await answered(question);
    expect(contradictions(await sightsOf(stage))).toEqual([]);
    expect(await countOf(stage.cluster.url, writtenByReplaced)).toBe(0);
    expect(await countOf(stage.cluster.url, "delivery WHERE state = 'dead'")).toBe(0);
  });
});

const degraded = {
  cluster: {
    degraded: expect.arrayContaining([
      "the clock of a web process is 720 s ahead of PostgreSQL's",
      "the clock of a worker process is 720 s behind PostgreSQL's",
    ]),
  },
};
