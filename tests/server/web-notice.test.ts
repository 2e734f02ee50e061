/** A process that is told to stop says so before it closes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { startHub } from "../../src/hub/hub.ts";
import { startServer } from "../../src/server/main.ts";
import { githubSettings } from "../support/bus.ts";

test("load balancers are told that it stops while it still answers", async () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-notice-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const hub = await startHub({ home: join(home, "hub"), port: 0, log: silentLogger });
  onTestFinished(() => hub.close());
  const notice = Promise.withResolvers<void>();
  let isOver = false;
  const clock = {
    ...systemClock,
    sleep: async (ms: number, signal?: AbortSignal) =>
      ms === 77_000 ? notice.promise : systemClock.sleep(ms, signal),
  };
  const server = await startServer(
    {
      github: githubSettings(hub),
      home: join(home, "app"),
      pollMs: undefined,
      pacing: "off",
      host: "127.0.0.1",
      port: 0,
      noticeMs: 77_000,
    },
    { clock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  await server.whenReady;
  const closed = server.close().then(() => {
    isOver = true;
  });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, failing: ["stopping"] }]);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(isOver).toBe(false);
  notice.resolve();
  await closed;
  await expect(fetch(`${server.url}/livez`)).rejects.toThrow("fetch failed");
});
