/** Workers that die or stand still, each in a process of its own. pg-boss finds them by their silence, after 10 s. */
import { describe, expect, test, vi } from "vitest";
import { statement } from "../../src/store/postgres/database/statement.ts";
import { newDatabase, noPostgres } from "../support/postgres.ts";
import { testUnless } from "../support/unless-skipped.ts";
import { startWorkerProcess } from "./children.ts";
import { cellOf, joinCluster, newCluster } from "./cluster.ts";

const whySkipped =
  process.env.SIGNALBOX_JOBS_LONG === undefined ? "npm run long -- --only jobs runs it" : undefined;
const token = statement("SELECT token::int FROM fence WHERE installation_id = 1");
const late = statement("SELECT count(*)::int FROM cursor WHERE repository_id = 'late'");
const due = statement("SELECT count(*)::int FROM signalbox_jobs.job WHERE state < 'active'");

describe.skipIf(noPostgres)("workers in processes of their own", () => {
  test("the installation of a killed worker is served by another within 15 s", async () => {
    const member = await newCluster();
    const first = startWorkerProcess(member.url, "serve");
    await member.wake(1);
    expect(await first.message("serving")).toMatchObject({ installation: 1, token: 1 });
    const second = startWorkerProcess(member.url, "serve");
    await member.wake(2);
    const killedAt = performance.now();
    first.process.kill("SIGKILL");
    await vi.waitFor(
      () =>
        expect(second.messages("serving")).toContainEqual(
          expect.objectContaining({ installation: 1, token: 2 }),
        ),
      { timeout: 30_000, interval: 20 },
    );
    const tookMs = performance.now() - killedAt;
    console.log(`served again ${Math.round(tookMs)} ms after the kill`);
    expect(tookMs).toBeLessThan(15_000);
  });

  testUnless(
    whySkipped,
    "a worker that stood still between being given a job and taking it takes nothing",
    async () => {
      const member = await newCluster();
      await member.wake(1);
      await vi.waitFor(async () => expect(await cellOf(member, due)).toBe(1));
      const suspended = startWorkerProcess(member.url, "take late");
      await suspended.message("fetched");
      const suspendedAt = performance.now();
      suspended.process.kill("SIGSTOP");
      const other = startWorkerProcess(member.url, "serve");
      expect(await other.message("serving")).toMatchObject({ installation: 1, token: 1 });
      await vi.waitFor(() => expect(performance.now() - suspendedAt).toBeGreaterThan(40_000), {
        timeout: 45_000,
      });
      suspended.process.send("take");
      suspended.process.kill("SIGCONT");
      expect(await suspended.message("taken")).toMatchObject({ token: null });
      expect(await cellOf(member, token)).toBe(1);
    },
  );

  testUnless(
    whySkipped,
    "a worker that was suspended for 15 s writes nothing with its old token, and reports a lost tenure",
    async () => {
      const member = await newCluster();
      const suspended = startWorkerProcess(member.url, "serve");
      await member.wake(1);
      await suspended.message("serving");
      const suspendedAt = performance.now();
      suspended.process.kill("SIGSTOP");
      const other = startWorkerProcess(member.url, "serve");
      expect(await other.message("serving")).toMatchObject({ installation: 1, token: 2 });
      await vi.waitFor(() => expect(performance.now() - suspendedAt).toBeGreaterThan(15_000), {
        timeout: 20_000,
      });
      suspended.process.send("write late");
      suspended.process.send("status");
      suspended.process.kill("SIGCONT");
      expect(await suspended.message("refused")).toMatchObject({ name: "FenceLost" });
      expect(await suspended.message("status")).toMatchObject({ mayWrite: false });
      await vi.waitFor(
        () => {
          suspended.process.send("status");
          expect(suspended.messages("status").at(-1)).toMatchObject({ lostLastHour: 1, mayWrite: false });
        },
        { timeout: 10_000, interval: 100 },
      );
      expect(await cellOf(member, late)).toBe(0);
      expect(await cellOf(member, token)).toBe(2);
      expect(other.messages("serving")).toHaveLength(1);
    },
  );

  testUnless(
    whySkipped,
    "twenty that start at once on an empty database serve an installation once",
    async () => {
      const url = await newDatabase();
      const children = Array.from({ length: 20 }, () => startWorkerProcess(url, "migrate"));
      for (const child of children) await child.message("started", 120_000);
      const member = await joinCluster(url);
      await member.wake(1);
      await vi.waitFor(
        () =>
          expect(children.flatMap((child) => child.messages("serving"))).toMatchObject([
            { installation: 1, token: 1 },
          ]),
        { timeout: 30_000 },
      );
    },
  );
});
