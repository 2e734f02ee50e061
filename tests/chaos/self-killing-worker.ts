/**
 * A worker that kills itself with SIGKILL at a durable step. Files in the folder KILL_AT_STEPS_IN name the steps: the
 * first worker that reaches one of them deletes the file and kills itself.
 */
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { systemClock } from "../../src/base/clock.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import { openCluster } from "../../src/server/cluster/open-cluster.ts";
import { pacingFor } from "../../src/server/composition/environment.ts";
import { readWorkerEnvironment } from "../../src/server/composition/role-environment.ts";
import { createLogs } from "../../src/server/log/logger.ts";
import { startWorker } from "../../src/server/worker/start-worker.ts";

const { env } = process;

const onStep: OnStep = (step) => {
  try {
    unlinkSync(join(env.KILL_AT_STEPS_IN ?? "", step));
  } catch {
    return;
  }
  process.kill(process.pid, "SIGKILL");
};

const settings = readWorkerEnvironment(env);
const destination = pino.destination({ dest: 2, sync: true });
const { logger } = createLogs({ level: settings.logLevel, format: "json", destination });
const runtime = { clock: systemClock, random: Math.random, logger, onStep };
const cluster = await openCluster(settings.databaseUrl, "worker", runtime);
const options = { ...settings, pacing: pacingFor(settings.github), pollMs: undefined };
const worker = await startWorker(options, runtime, cluster, undefined);
process.once("SIGTERM", async () => {
  await worker.close();
  process.exit();
});
await worker.whenReady;
process.stdout.write(`${worker.url}\n`);
