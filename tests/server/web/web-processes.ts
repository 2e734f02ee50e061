/** Web processes on one database. They run in the process of the test, and are closed after it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { migrateJobQueue } from "../../../src/jobs/job-queue.ts";
import { openCluster } from "../../../src/server/cluster/open-cluster.ts";
import type { WebhookSettings } from "../../../src/server/composition/environment.ts";
import type { RunningServer } from "../../../src/server/serving/running-server.ts";
import { startWeb } from "../../../src/server/web/start-web.ts";
import { newIndex } from "../../support/postgres.ts";
import { webhookSecret } from "../delivery.ts";

export interface WebProcess extends RunningServer {
  /** Its data folder. */
  readonly home: string;
}

/** Of a GitHub that does not answer, if none is given. */
const absent: WebhookSettings = {
  appId: 400_001,
  webhookSecrets: [webhookSecret],
  baseUrl: "http://127.0.0.1:9/api/v3",
};

export async function startTwoWebProcesses(github = absent): Promise<readonly [WebProcess, WebProcess]> {
  const url = await newIndex();
  await migrateJobQueue(url);
  return Promise.all([startWebProcess(url, github), startWebProcess(url, github)]);
}

async function startWebProcess(url: string, github: WebhookSettings): Promise<WebProcess> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-web-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const runtime = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };
  const cluster = await openCluster(url, "web", runtime);
  const options = {
    github,
    home,
    pacing: "off" as const,
    host: "127.0.0.1",
    port: 0,
    site: { publicUrl: undefined, sessionKey: "the-key-of-all-web-processes-0123456789", trustedProxies: [] },
  };
  const web = await startWeb(options, runtime, cluster, undefined);
  onTestFinished(web.close);
  return { ...web, home };
}
