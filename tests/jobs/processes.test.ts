/** Workers that die or stand still, each in a process of its own. pg-boss finds them by their silence, after 10 s. */
import { describe, expect, test, vi } from "vitest";
import { statement } from "../../src/store/postgres/database/statement.ts";
import { newDatabase, noPostgres } from "../support/postgres.ts";
import { testUnless } from "../support/unless-skipped.ts";
import { childAt } from "./children.ts";
import { cellOf, joined, newCluster } from "./cluster.ts";

const whySkipped =
  process.env.SIGNALBOX_JOBS_LONG === undefined ? "npm run long -- --only jobs runs it" : undefined;
const token = statement("SELECT token::int FROM fence WHERE installation_id = 1");
const late = statement("SELECT count(*)::int FROM cursor WHERE repository_id = 'late'");
const due = statement("SELECT count(*)::int FROM signalbox_jobs.job WHERE state < 'active'");

describe.skipIf(noPostgres)("workers in processes of their own", () => {
  test("the installation of a killed worker is served by another within 15 s", async () => {
    const member = await newCluster();
    const first = childAt(member.url, "serve");
    await member.wake(1);
    expect(await first.hears("serving")).toMatchObject({ installation: 1, token: 1 });
    const second = childAt(member.url, "serve");
    await member.wake(2);
    const killedAt = performance.now();
    first.process.kill("SIGKILL");
    await vi.waitFor(
      () =>
        expect(second.all("serving")).toContainEqual(expect.objectContaining({ installation: 1, token: 2 })),
      {
        ...{ timeout: 30_000, interval: 20 },
      },
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
      const stopped = childAt(member.url, "take late");
      await stopped.hears("fetched");
      const stoppedAt = performance.now();
      stopped.process.kill("SIGSTOP");
      const other = childAt(member.url, "serve");
      expect(await other.hears("serving")).toMatchObject({ installation: 1, token: 1 });
      await vi.waitFor(() => expect(performance.now() - stoppedAt).toBeGreaterThan(40_000), {
        timeout: 45_000,
      });
      stopped.process.send("take");
      stopped.process.kill("SIGCONT");
      expect(await stopped.hears("taken")).toMatchObject({ token: null });
      expect(await cellOf(member, token)).toBe(1);
    },
  );

  testUnless(
    whySkipped,
    "a worker that was suspended for 15 s writes nothing with its old token, and reports a lost tenure",
    async () => {
      const member = await newCluster();
      const stopped = childAt(member.url, "serve");
      await member.wake(1);
      await stopped.hears("serving");
      const stoppedAt = performance.now();
      stopped.process.kill("SIGSTOP");
      const other = childAt(member.url, "serve");
      expect(await other.hears("serving")).toMatchObject({ installation: 1, token: 2 });
      await vi.waitFor(() => expect(performance.now() - stoppedAt).toBeGreaterThan(15_000), {
        timeout: 20_000,
      });
      stopped.process.send("write late");
      stopped.process.send("status");
      stopped.process.kill("SIGCONT");
      expect(await stopped.hears("refused")).toMatchObject({ name: "FenceLost" });
      expect(await stopped.hears("status")).toMatchObject({ mayWrite: false });
      await vi.waitFor(
        () => {
          stopped.process.send("status");
          expect(stopped.all("status").at(-1)).toMatchObject({ lostLastHour: 1, mayWrite: false });
        },
        { timeout: 10_000, interval: 100 },
      );
      expect(await cellOf(member, late)).toBe(0);
      expect(await cellOf(member, token)).toBe(2);
      expect(other.all("serving")).toHaveLength(1);
    },
  );

  testUnless(
    whySkipped,
    "twenty that start at once on an empty database serve an installation once",
    async () => {
      const url = await newDatabase();
      const children = Array.from({ length: 20 }, () => childAt(url, "migrate"));
      for (const child of children) await child.hears("started", 120_000);
      const member = await joined(url);
      await member.wake(1);
      await vi.waitFor(
        () =>
          expect(children.flatMap((child) => child.all("serving"))).toMatchObject([
            { installation: 1, token: 1 },
          ]),
        { timeout: 30_000 },
      );
    },
  );
});
