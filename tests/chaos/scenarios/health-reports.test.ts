/** What `/health` of a web process reports during an outage, and how soon. */
import { expect, test } from "vitest";
import { describeUnless } from "../../support/unless-skipped.ts";
import type { ClusterProcess } from "../system.ts";
import { eventually, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const reportedWithinMs = 15_000;
const answersWithinMs = 5_000;

/** The response, as text. It has to come whatever fails. */
async function reportOf({ url }: ClusterProcess): Promise<string> {
  return (await fetch(`${url()}/health`, { signal: AbortSignal.timeout(answersWithinMs) })).text();
}

describeUnless(whySkipped, "a web process reports within 15 s", () => {
  test("that PostgreSQL is down, that it cannot be reached, and that no worker runs", {
    timeout: 300_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    await readyTask(system, "acme/demo");
    const [web] = system.alive("web");
    if (web === undefined) throw new Error("There is no web process.");
    const expectReport = (what: RegExp): Promise<void> =>
      eventually(async () => expect(await reportOf(web)).toMatch(what), reportedWithinMs);
    const isHealthy = /"status":"ready".*"degraded":\[\]/;
    await eventually(async () => expect(await reportOf(web)).toMatch(isHealthy));

    system.postgres.server().kill("SIGKILL");
    await expectReport(/PostgreSQL unavailable/);
    await system.postgres.start();
    await eventually(async () => expect(await reportOf(web)).toMatch(isHealthy));

    web.postgresProxy.pause();
    await expectReport(/PostgreSQL unavailable/);
    web.postgresProxy.resume();
    await eventually(async () => expect(await reportOf(web)).toMatch(isHealthy));

    for (const worker of system.alive("worker")) worker.signal("SIGKILL");
    await expectReport(/no worker runs/);
  });
});
