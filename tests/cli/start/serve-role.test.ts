/** `signalbox start --role web` and `--role worker` as processes: how they end. */
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrateJobQueue } from "../../../src/jobs/job-queue.ts";
import { steps } from "../../../src/store/postgres/database/schema.ts";
import { startGitHubProxy } from "../../chaos/github-proxy.ts";
import { startPostgresProxy } from "../../chaos/postgres-proxy.ts";
import { startTestHub } from "../../support/hub.ts";
import { change, newIndex, noPostgres, rowsOf } from "../../support/postgres.ts";

const main = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
/** GitHub is where nothing listens. */
const github = { APP_ID: "1", GHE_HOST: "127.0.0.1:1", GHE_PROTOCOL: "http" };
const settings = {
  web: {
    ...github,
    WEBHOOK_SECRET: "w".repeat(32),
    SESSION_KEY: "k".repeat(64),
    METRICS_TOKEN: "m".repeat(16),
  },
  worker: { ...github, PRIVATE_KEY: privateKey },
};

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

function start(
  role: "web" | "worker",
  databaseUrl: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Running {
  const home = mkdtempSync(join(tmpdir(), "signalbox-role-"));
  const child = spawn(process.execPath, [main, "start", "--role", role], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...settings[role],
      ...more,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SIGNALBOX_HOME: home,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close").then(() => child.exitCode);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(home, { recursive: true, force: true });
  });
  return { child, ended, output: () => output };
}

async function migrated(): Promise<string> {
  const url = await newIndex();
  await migrateJobQueue(url);
  return url;
}

/** Resolves to a port that something else has. */
async function takenPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

describe.skipIf(noPostgres)("a process with a role", () => {
  for (const role of ["web", "worker"] as const)
    test(`${role}: one that a newer release excludes says so and ends by itself`, async () => {
      const url = await migrated();
      const process = start(role, url, 0);
      await expect
        .poll(() => rowsOf(url, "SELECT role FROM process"), { timeout: 60_000 })
        .toEqual([{ role }]);
      const newer = steps.length + 1;
      change(
        url,
        `INSERT INTO schema_step (version, needs_schema, needs_release) VALUES (${newer}, ${newer}, '9.8.7')`,
      );
      expect(await process.ended).toBe(1);
      expect(process.output()).toContain("Stopping: finishing work in progress");
      expect(process.output()).toContain("Update signalbox to 9.8.7 or newer");
    });

  test("one that is cut off from PostgreSQL ends within 30 s of SIGTERM", { timeout: 120_000 }, async () => {
    const url = await migrated();
    const [, database = "", folder = ""] = /@\/(\w+)\?host=(.+)$/.exec(url) ?? [];
    const postgresProxy = await startPostgresProxy(join(decodeURIComponent(folder), ".s.PGSQL.5432"));
    onTestFinished(postgresProxy.close);
    const proxiedUrl = `postgresql://postgres@127.0.0.1:${postgresProxy.port}/${database}`;
    const processes = [start("web", proxiedUrl, 0), start("worker", proxiedUrl, 0)];
    await expect
      .poll(() => rowsOf(url, "SELECT role FROM process ORDER BY role"), { timeout: 60_000 })
      .toEqual([{ role: "web" }, { role: "worker" }]);
    postgresProxy.pause();
    // Both ask for something every few seconds, and wait for it then.
    await wait(7_000);
    const stoppedAt = Date.now();
    for (const { child } of processes) child.kill("SIGTERM");
    const codes = await Promise.all(processes.map(({ ended }) => ended));
    expect(Date.now() - stoppedAt).toBeLessThan(30_000);
    expect(codes).toEqual([0, 0]);
  });

  test("worker: one that is stopped ends in time, although GitHub has not answered its requests", async () => {
    const url = await migrated();
    const { hub, close } = await startTestHub();
    onTestFinished(close);
    const githubProxy = await startGitHubProxy(hub.url);
    onTestFinished(githubProxy.close);
    const asked = Promise.withResolvers<void>();
    githubProxy.onResponse = async ({ body }) => {
      if (!body.includes('"query"')) return;
      asked.resolve();
      await new Promise(() => {});
    };
    const process = start("worker", url, 0, {
      APP_ID: String(hub.app.id),
      PRIVATE_KEY: hub.app.privateKey,
      GHE_HOST: `127.0.0.1:${githubProxy.port}`,
    });
    await asked.promise;
    const stoppedAt = Date.now();
    process.child.kill("SIGTERM");
    expect(await process.ended).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(30_000);
  });

  for (const role of ["web", "worker"] as const)
    test(`${role}: one that cannot have its port says so and ends, although it has opened the database`, async () => {
      const url = await migrated();
      const port = await takenPort();
      const process = start(role, url, port);
      expect(await process.ended).toBe(1);
      expect(process.output()).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    });

  test("web: its figures say how far behind workers are, also while none runs", async () => {
    const url = await migrated();
    change(url, "INSERT INTO due (installation_id, due_at) VALUES (7, now() - interval '1 hour')");
    const process = start("web", url, 0);
    await expect.poll(process.output, { timeout: 60_000 }).toContain("signalbox web is up");
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(process.output()) ?? [];
    const headers = { authorization: `Bearer ${settings.web.METRICS_TOKEN}` };
    const text = await (await fetch(`${address}/metrics`, { headers })).text();
    expect(text).toContain("signalbox_installations_waiting 1\n");
    expect(Number(/^signalbox_oldest_due_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(3_600);
    expect(text).not.toContain("signalbox_event_loop_busy_ratio");
  });
});
