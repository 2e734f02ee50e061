/** A worker of the part `scale` in a process of its own: sends its parent a message for each tenure, wake-up and turn. */
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { Serve } from "../../../src/jobs/held-installation.ts";
import { openJobs } from "../../../src/server/worker/open-jobs.ts";
import { serveJobs } from "../../../src/server/worker/serve-jobs.ts";
import { openSharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import { requireFence } from "../../../src/store/postgres/tables/fence-table.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { idOf, taskSeen } from "./fill.ts";
import { atGitHubMs, issuesOfATurn, turnsOfATenure } from "./turns.ts";

const [url = "", kind = "briefly"] = process.argv.slice(2);
const jobs = await openJobs(url, { role: "worker", clock: systemClock, logger: silentLogger });
const database = await openSharedDatabase(url);
const hourMs = 3_600_000;

const stay: Serve = async ({ installationId, signal, onWakeUp }) => {
  process.send?.({ type: "begun", installation: installationId });
  onWakeUp(() => process.send?.({ type: "woken", installation: installationId }));
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (kind !== "briefly") await promise;
  return hourMs;
};

/** A few times, reads, waits as for GitHub, and writes under its fence; then ends, and another installation is served. */
const takeTurns: Serve = async ({ installationId, token, signal }) => {
  const requireOwnership = (queries: Parameters<typeof requireFence>[0]) =>
    requireFence(queries, { installationId, token });
  const { index } = await database.storeFor({ type: "installation", id: installationId, requireOwnership });
  const numbers = Array.from({ length: issuesOfATurn }, (_, at) => at + 1);
  const ids = numbers.map((number) => idOf(installationId, number));
  for (let turn = 0; turn < turnsOfATenure && !signal.aborted; turn++) {
    await index.around(ids);
    await systemClock.sleep(atGitHubMs, signal);
    const title = `Changed at ${systemClock.now()}`;
    const records = numbers.map((number) => recordOf(taskSeen(installationId, number, title)));
    await index.commit({ ...nothingSettled, records, decided: ids });
    process.send?.({ type: "turned", installation: installationId });
  }
  return 0;
};

serveJobs(url, jobs, {
  clock: systemClock,
  logger: silentLogger,
  serve: kind === "turns" ? takeTurns : stay,
});
process.once("disconnect", () => process.exit());
process.send?.({ type: "ready" });
