/** One server on PostgreSQL, and the commands on its machine: what `DATABASE_URL` alone brings. */

import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { openPatiently, type Place } from "../../src/server/composition/opening.ts";
import { startServer } from "../../src/server/main.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { newDatabase, noPostgres } from "../support/postgres.ts";
import { playStory, questionBody, taskBody } from "../support/story.ts";

let bus: TestBus | undefined;
afterEach(async () => {
  await bus?.stop();
  bus = undefined;
});

const runtime = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };

/** Lets connections through to the database of `url` once it is opened. */
function doorTo(url: string): { readonly url: string; readonly open: () => Promise<void> } {
  const folder = decodeURIComponent(/host=(.*)$/.exec(url)?.[1] ?? "");
  const name = /\/(\w+)\?/.exec(url)?.[1] ?? "";
  const through = (socket: Socket): void => {
    const behind = connect(join(folder, ".s.PGSQL.5432"));
    socket.on("error", () => behind.destroy()).pipe(behind);
    behind.on("error", () => socket.destroy()).pipe(socket);
  };
  const server: Server = createServer(through);
  const port = 20_000 + (process.pid % 20_000);
  onTestFinished(() => void server.close());
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${name}`,
    open: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
  };
}

describe.skipIf(noPostgres)("a server on PostgreSQL", () => {
  test("a question blocks and its answer frees, and commands read the database that DATABASE_URL names", async () => {
    bus = await startBus({ database: "postgres" });
    const { home, databaseUrl } = bus;
    const env = { SIGNALBOX_HOME: home, DATABASE_URL: databaseUrl };
    const ask = (...argv: string[]) => signalbox(argv, env);
    await playStory(
      [
        {
          who: "alice",
          does: "open",
          issue: "login",
          title: "Sign in",
          body: taskBody("Yes."),
          kind: "task",
        },
        {
          who: "alice",
          does: "open",
          issue: "token",
          title: "Q: Which token?",
          body: questionBody("{login}"),
        },
      ],
      bus.as,
      () => bus?.settled() ?? Promise.resolve(),
    );
    await bus.settled();
    expect(await ask("ready")).toMatchObject({ code: 0, out: "No task is ready.\n" });
    await bus.as("maria").comment(2, "/answer Opaque tokens.");
    await bus.settled();
    expect(await ask("ready")).toMatchObject({ code: 0, out: "acme/demo#1\tSign in\t\t\t@alice\n", err: "" });
    expect((await ask("explain", "1")).out).toContain("labels +status:ready");
    expect((await ask("doctor")).out).toMatch(/index: In PostgreSQL \d+/);
    expect((await ask("inbox", "--agent", "ada", "--ack-all")).code).toBe(0);
    expect(await ask("backup", join(home, "copy"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("pg_dump --format=custom"),
    });
    await bus.stopServer();
    expect(await ask("ready")).toMatchObject({ code: 0, out: "acme/demo#1\tSign in\t\t\t@alice\n" });
    await bus.startServer();
    expect(await ask("ready")).toMatchObject({ out: "acme/demo#1\tSign in\t\t\t@alice\n", err: "" });
  });

  test("a second server on the database is refused, although it has a data folder of its own", async () => {
    bus = await startBus({ database: "postgres" });
    const home = mkdtempSync(join(tmpdir(), "signalbox-second-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    await expect(startServer({ ...bus.serverOptions(), home }, runtime)).rejects.toThrow(
      `process ${process.pid}, since`,
    );
  });

  test("until PostgreSQL answers, a server says so and takes no delivery; then it goes on by itself", async () => {
    const home = mkdtempSync(join(tmpdir(), "signalbox-early-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const door = doorTo(await newDatabase());
    const port = 40_000 + (process.pid % 20_000);
    const place: Place = { home, databaseUrl: door.url, host: "127.0.0.1", port };
    const opening = openPatiently(place, runtime, new AbortController().signal);
    const at = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
    await vi.waitFor(() => at("/livez"));
    const health = await at("/health");
    expect([health.status, await health.json()]).toMatchObject([
      503,
      { status: "starting", failing: [{ part: "index", error: "PostgreSQL unavailable" }] },
    ]);
    const codes = ["/livez", "/readyz", "/board"].map(async (path) => (await at(path)).status);
    expect(await Promise.all(codes)).toEqual([200, 503, 503]);
    expect((await at("/api/github/webhooks", "POST")).status).toBe(503);
    await door.open();
    const opened = await opening;
    expect(await opened?.store.inbox.counts()).toMatchObject({ pending: 0 });
    expect(opened?.server?.listening).toBe(true);
    opened?.server?.close();
    await opened?.store.close();
  });

  test("a server that is stopped while it waits ends", async () => {
    const stopping = new AbortController();
    const home = mkdtempSync(join(tmpdir(), "signalbox-early-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const place = { home, databaseUrl: "postgres://box@127.0.0.1:1/x", host: "127.0.0.1", port: 0 };
    const opening = openPatiently(place, runtime, stopping.signal);
    stopping.abort();
    expect(await opening).toBeUndefined();
  });
});
