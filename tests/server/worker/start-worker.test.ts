/** A worker with its hub and PostgreSQL, in this process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { type LogFields, type Logger, silentLogger } from "../../../src/base/logger.ts";
import { migrateJobQueue } from "../../../src/jobs/job-queue.ts";
import { openCluster } from "../../../src/server/cluster/open-cluster.ts";
import { startWorker } from "../../../src/server/worker/start-worker.ts";
import { steps } from "../../../src/store/postgres/database/schema.ts";
import { startPostgresProxy } from "../../chaos/postgres-proxy.ts";
import { githubSettings } from "../../support/bus.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { change, newIndex, noPostgres, rowsOf } from "../../support/postgres.ts";

async function working(
  clock: Clock,
  { prepare = (_: TestHub): void => {}, logger = silentLogger as Logger } = {},
) {
  const hub = await startTestHub();
  onTestFinished(hub.close);
  prepare(hub);
  const home = mkdtempSync(join(tmpdir(), "signalbox-worker-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const url = await newIndex();
  await migrateJobQueue(url);
  const runtime = { clock, random: Math.random, logger, onStep: () => {} };
  const [, database = "", folder = ""] = /@\/(\w+)\?host=(.+)$/.exec(url) ?? [];
  const proxy = await startPostgresProxy(join(decodeURIComponent(folder), ".s.PGSQL.5432"));
  onTestFinished(proxy.close);
  const proxiedUrl = `postgresql://postgres@127.0.0.1:${proxy.port}/${database}`;
  const cluster = await openCluster(proxiedUrl, "worker", runtime);
  const options = {
    github: githubSettings(hub.hub),
    home,
    pollMs: undefined,
    pacing: "off" as const,
    host: "127.0.0.1",
    port: 0,
  };
  const worker = await startWorker(options, runtime, cluster, undefined);
  onTestFinished(worker.close);
  await worker.whenReady;
  return { url, worker, cluster, proxy, hub: hub.hub, installation: hub.hub.app.installationId };
}

describe.skipIf(noPostgres)("a worker", () => {
  for (const [name, aheadMs] of [
    ["ahead of", 600_000],
    ["behind", -600_000],
  ] as const)
    test(`a worker whose clock is ten minutes ${name} PostgreSQL's serves an idle installation again when it is due`, async () => {
      const { url, installation } = await working({ ...systemClock, now: () => systemClock.now() + aheadMs });
      const due = `
        SELECT round(extract(epoch FROM due_at - now())) AS seconds FROM due
        WHERE installation_id = ${installation} AND due_at < now() + interval '4 hours'`;
      // The next sweep is due in five minutes, or in half of that. While it is served, it is due in hours.
      await expect
        .poll(() => rowsOf(url, `SELECT seconds BETWEEN 100 AND 300 AS is_right FROM (${due}) AS d`), {
          timeout: 150_000,
        })
        .toEqual([{ is_right: true }]);
      expect(rowsOf(url, `SELECT token::int FROM fence WHERE installation_id = ${installation}`)).toEqual([
        { token: 1 },
      ]);
    }, 180_000);

  test("a worker that loses an installation aborts the write that is under way, and logs no error", async () => {
    const [warnings, errors]: [LogFields[], string[]] = [[], []];
    const { url, hub } = await working(systemClock, {
      // The first write for a new repository is never answered.
      prepare: ({ hub }) =>
        void hub.faults.add({
          on: "request",
          match: { method: "POST", path: "/labels$" },
          effect: { kind: "hang", when: "before" },
          times: 1,
          skip: 0,
        }),
      logger: {
        ...silentLogger,
        warn: (fields, message) => void warnings.push({ ...fields, message }),
        error: (_, message) => void errors.push(message),
      },
    });
    await expect.poll(() => hub.faults.list().map(({ struck }) => struck)).toEqual([1]);
    change(url, "UPDATE signalbox_jobs.job SET retry_count = retry_count + 1 WHERE state = 'active'");
    const message = "request to GitHub failed";
    await expect
      .poll(() => warnings.filter((each) => each.message === message))
      .toMatchObject([
        {
          failure: "unknown",
          error: "The tenure is over: another process may serve the installation by now.",
        },
      ]);
    expect(errors).toEqual([]);
  });

  test("a worker that a newer release excludes is not ready, and reports the needed release", async () => {
    const { url, worker, cluster } = await working(systemClock);
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    const newer = steps.length + 1;
    change(
      url,
      `INSERT INTO schema_step (version, needs_schema, needs_release) VALUES (${newer}, ${newer}, '9.8.7')`,
    );
    await cluster.release.check();
    const ready = await fetch(`${worker.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, failing: ["release"] }]);
    const health = await fetch(`${worker.url}/health`);
    expect(await health.json()).toMatchObject({
      status: "failing",
      failing: [{ part: "release", error: "signalbox 9.8.7 or newer is needed" }],
    });
  });

  test("a worker is not ready if PostgreSQL stops answering without an error, with installations or without", async () => {
    let aheadMs = 0;
    const { worker, proxy } = await working({ ...systemClock, now: () => systemClock.now() + aheadMs });
    const seen = async () => {
      const [ready, health] = await Promise.all([
        fetch(`${worker.url}/readyz`),
        fetch(`${worker.url}/health`),
      ]);
      return [ready.status, health.status, await health.json()] as const;
    };
    expect(await seen()).toMatchObject([200, 200, { status: "ready" }]);
    proxy.pause();
    aheadMs = 10_000;
    // It has lost its installations, so no heartbeat has an age.
    await expect.poll(seen).toMatchObject([503, 503, { tenures: 0 }]);
    expect(await seen()).toMatchObject([
      503,
      503,
      {
        status: "failing",
        failing: [{ part: "index", error: "PostgreSQL unavailable: it does not respond" }],
      },
    ]);
    proxy.resume();
    await expect.poll(seen, { timeout: 15_000 }).toMatchObject([200, 200, { status: "ready" }]);
  }, 30_000);
});
