/** A cluster whose worker can reach PostgreSQL but no longer GitHub. */
import { expect, test } from "vitest";
import { ownRemarks, seeIssue } from "../../support/picture.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { eventually, healthOf, readinessOf, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
/** Two requests in a row have to time out, after 15 s each; then the worker reports it and the web process reads that. */
const reportedWithinMs = 45_000;

describeUnless(whySkipped, "a worker cut off from GitHub", () => {
  test("is named by /health, and what waited is done when GitHub is back", {
    timeout: 300_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 1 });
    const { alice, task } = await readyTask(system, repository);
    const [[web], [worker]] = [system.alive("web"), system.alive("worker")];
    if (web === undefined || worker === undefined) throw new Error("A process does not run.");
    worker.githubProxy.pause();
    await alice.comment(task, "/help");
    const report = {
      status: "ready",
      deliveries: { dead: 0 },
      cluster: {
        workers: [{ githubFailingSince: expect.any(String) }],
        degraded: [expect.stringMatching(/^every request to GitHub from 1 of 1 worker has failed since /)],
      },
    };
    await eventually(async () => expect(await healthOf(web)).toMatchObject(report), reportedWithinMs);
    expect(await healthOf(worker)).toMatchObject({ githubFailingSince: expect.any(String) });
    expect(await readinessOf(worker)).toBe(200);
    worker.githubProxy.resume();
    await eventually(async () => expect((await healthOf(web)).cluster).toMatchObject({ degraded: [] }));
    const replies = async () =>
      ownRemarks((await seeIssue(alice, task)).comments.nodes).filter(({ key }) => key.startsWith("reply:"));
    await eventually(async () => expect(await replies()).toHaveLength(1));
    expect(await healthOf(web)).toMatchObject({ deliveries: { dead: 0 } });
  });
});
