import { describe, expect, test } from "vitest";
import { clusterHealth } from "../../../src/server/cluster/cluster-health.ts";
import { type ClusterFacts, clusterStatus } from "../../../src/server/cluster/cluster-status.ts";

const worker = {
  id: "w1",
  role: "worker",
  release: "1.2.3",
  startedAt: 1_000,
  seenAt: 2_000,
  report: '{"tenures":3,"fencesLost":1}',
};
const calm: ClusterFacts = {
  processes: [worker],
  installationStatuses: new Map([[7, { isDenied: false, passive: 0 }]]),
  limited: { installations: 0, until: undefined },
  oldestDue: { installationId: 7, sinceMs: 900 },
};

const degradedBy = (facts: Partial<ClusterFacts>, staleMs?: number) =>
  clusterStatus({ ...calm, ...facts }, staleMs).degraded;

test("/health names no machine, and shows times as ISO strings", () => {
  expect(clusterHealth(clusterStatus(calm, undefined))).toEqual({
    workers: [{ release: "1.2.3", startedAt: "1970-01-01T00:00:01Z", tenures: 3, busy: false }],
    fencesLost: 1,
    limited: 0,
    degraded: [],
    oldestDue: { installation: 7, seconds: 1 },
  });
});

test("/health shows which worker is busy, and since when a worker cannot reach GitHub", () => {
  const report = JSON.stringify({ tenures: 1, isBusy: true, githubFailingSince: Date.UTC(2026, 10, 23, 12) });
  const seen = clusterStatus({ ...calm, processes: [worker, { ...worker, id: "w2", report }] }, undefined);
  expect(clusterHealth(seen)).toMatchObject({
    workers: [
      { tenures: 3, busy: false },
      { tenures: 1, busy: true, githubFailingSince: "2026-11-23T12:00:00Z" },
    ],
    degraded: ["every request to GitHub from 1 of 2 workers has failed since 2026-11-23T12:00:00Z"],
  });
});

test("/health shows until when GitHub's limits delay work", () => {
  const limited = { installations: 2, until: Date.UTC(2026, 10, 23, 12) };
  expect(clusterHealth(clusterStatus({ ...calm, limited }, undefined))).toMatchObject({
    limited: 2,
    limitedUntil: "2026-11-23T12:00:00Z",
  });
});

describe("what a process sees of the others", () => {
  test("healthy workers are listed with what they report, and no problem is shown", () => {
    expect(clusterStatus(calm, undefined)).toEqual({
      workers: [{ id: "w1", release: "1.2.3", startedAt: 1_000, tenures: 3, fencesLost: 1, isBusy: false }],
      tenuresLost: 1,
      limited: { installations: 0, until: undefined },
      oldestDue: calm.oldestDue,
      degraded: [],
    });
  });

  test("each problem is described in a phrase", () => {
    expect(degradedBy({ processes: [{ ...worker, role: "web" }] })).toEqual(["no worker runs"]);
    expect(degradedBy({ limited: { installations: 1, until: undefined } })).toEqual([
      "GitHub limits 1 installation",
    ]);
    const denied = { isDenied: true, passive: 0 };
    const installationStatuses = new Map([
      [7, denied],
      [8, denied],
    ]);
    expect(
      degradedBy({ limited: { installations: 3, until: Date.UTC(2026, 10, 23, 12) }, installationStatuses }),
    ).toEqual([
      "GitHub limits 3 installations until 2026-11-23T12:00:00Z",
      "GitHub denies access to 2 installations",
    ]);
    expect(degradedBy({ oldestDue: { installationId: 8, sinceMs: 20_400 } })).toEqual([
      "installation 8 has been waiting for 20 s",
    ]);
    const clocks = [601_000, -600_400, 4_000].map((clockAheadMs) => JSON.stringify({ clockAheadMs }));
    expect(degradedBy({ processes: clocks.map((report) => ({ ...worker, report })) })).toEqual([
      "the clock of a worker process is 601 s ahead of PostgreSQL's",
      "the clock of a worker process is 600 s behind PostgreSQL's",
    ]);
    expect(degradedBy({ oldestDue: undefined }, 31_000)).toEqual(["PostgreSQL could not be read for 31 s"]);
  });

  test("fields that the report of another release lacks have defaults", () => {
    const statusOf = (report: string) =>
      clusterStatus({ ...calm, processes: [{ ...worker, report }] }, undefined);
    expect(statusOf("no JSON").workers).toMatchObject([{ tenures: 0, fencesLost: 0 }]);
    expect(statusOf('{"tenures":"many","fencesLost":2}')).toMatchObject({ tenuresLost: 2 });
  });
});
