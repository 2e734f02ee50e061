/** Machines whose clocks differ by more than GitHub tolerates, and by more than a blocking question may wait. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { questionBody, taskBody } from "../../support/story.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf, writtenByReplacedWorkers } from "../fence-triggers.ts";
import { contradictions, snapshotOf } from "../invariants.ts";
import type { ClusterProcess, System } from "../system.ts";
import { eventually, healthOf, startedSystem, whenIdle, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const apartMs = 12 * 60_000;

async function started(
  system: System,
  role: ClusterProcess["role"],
  aheadMs: number,
): Promise<ClusterProcess> {
  const process = await system.add(role, { aheadMs });
  await process.whenUp;
  return process;
}

/** Far less than the difference of the clocks, and than the time between sweeps. */
const soonMs = 60_000;

describeUnless(whySkipped, "machines whose clocks are twelve minutes wrong", () => {
  test("serve as others do, take over from each other, and act on no deadline early", {
    timeout: 600_000,
  }, async () => {
    const system = await startedSystem({ webs: 0, workers: 0 });
    const alice = system.as("alice", repository);
    const maria = system.as("maria", repository);
    const webAhead = await started(system, "web", apartMs);
    const workerBehind = await started(system, "worker", -apartMs);
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    const expectStatus = (status: string): Promise<void> =>
      eventually(async () => expect((await alice.see(task)).labels).toContain(status), soonMs);
    const ask = async (): Promise<number> => {
      const question = await alice.open("Q: Which way?", questionBody(`#${task}`));
      await expectStatus("status:blocked");
      return question;
    };
    const answer = async (question: number): Promise<void> => {
      await maria.comment(question, "/answer This way.");
      await expectStatus("status:ready");
    };
    await expectStatus("status:ready");
    await whenIdle(system);
    await answer(await ask());
    await eventually(async () => expect(await healthOf(webAhead)).toMatchObject(degraded), soonMs);

    await started(system, "worker", apartMs);
    workerBehind.signal("SIGKILL");
    const question = await ask();
    await wait(15_000);
    const { data } = await maria.octokit.rest.issues.listForRepo(maria.repository);
    expect(data.map(({ number }) => number).toSorted()).toEqual([task, question]);

    await started(system, "web", -apartMs);
    webAhead.signal("SIGKILL");
    const [workerAhead] = system.alive("worker");
    await started(system, "worker", 0);
    workerAhead?.signal("SIGKILL");
    await answer(question);
    expect(contradictions(await snapshotOf(system))).toEqual([]);
    expect(await countOf(system.postgres.url, writtenByReplacedWorkers)).toBe(0);
    expect(await countOf(system.postgres.url, "delivery WHERE state = 'dead'")).toBe(0);
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
