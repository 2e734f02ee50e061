/** The page about the server as HTML: what its owner sees, and what everyone else does. */
import { expect, test } from "vitest";
import type { ServerStatus } from "../../src/pages/parts/status-data.ts";
import { statusPage } from "../../src/pages/status.ts";
import { createQuotaWatch } from "../../src/server/metrics/quota-watch.ts";
import { frame, noon } from "./samples.ts";
import { serverStatus } from "./status-samples.ts";

const repositories = ["acme/demo", "acme/api"];
const owner = frame({ viewer: { type: "owner" } });
const shownTo = (reader: typeof owner, changes: Partial<ServerStatus> = {}): string =>
  statusPage({ status: serverStatus(changes), repositories }, reader);

/** The value next to a heading of a row. */
const cellOf = (page: string, name: string): string | undefined =>
  new RegExp(`<th scope="row">${name}</th><td>(.*?)</td>`).exec(page)?.[1]?.replace(/<[^>]+>/g, "");

test("the owner sees when the last delivery came, what waits, what the App may not do, and what quota is left", () => {
  const page = shownTo(owner);
  expect(cellOf(page, "Last delivery")).toBe("3 min ago");
  expect(cellOf(page, "Deliveries that wait")).toBe("2");
  expect(cellOf(page, "Writes that GitHub refused")).toBe("1 the ledger names them");
  expect(cellOf(page, "Repositories in which the App may not write")).toBe("1 acme/vault");
  expect(cellOf(page, "Quota left, core, installation 7")).toBe("4210 1 min ago");
  expect(cellOf(page, "Last rebuild")).toBe("none since the start");
  expect(page).toContain("signalbox 1.2.3");
});

test("everyone else sees whether it works and the repositories that they may see, and no counts or names of others", () => {
  const page = shownTo(frame());
  expect(page).toContain("✓ Everything works.");
  expect(page).toContain('<a href="/board?repo=acme%2Fdemo">acme/demo</a>');
  expect(page).not.toMatch(/vault|Deliveries|Quota|installation|doctor/);
});

test("that GitHub asked for a wait is said to everyone, and until when", () => {
  const until = noon + 90_000;
  const limit = { id: "R_1", owner: "acme", repo: "demo", by: "limit", since: noon, until } as const;
  const page = shownTo(frame({ paused: [limit] }));
  expect(page).not.toContain("Everything works");
  expect(page).toContain("‖ GitHub asked signalbox to wait: until then it reads and writes nothing there.");
  const text = page.replace(/<[^>]+>/g, "");
  expect(text).toContain("acme/demo, since");
  expect(text).toContain("GitHub asked signalbox to wait. It ends after GitHub&#39;s limit has ended, at");
});

test("what does not work is said in words", () => {
  const starting = shownTo(frame(), { state: "starting", missing: ["github", "labels"] });
  expect(starting).toContain("Not ready yet: GitHub has not answered, labels are missing.");
  const failing = { part: "journal", error: "ENOSPC", since: "2026-11-22T11:00:00Z" };
  const broken = { state: "failing", failing: [failing] } as const;
  expect(shownTo(owner, broken)).toContain("<strong>journal</strong>: ENOSPC");
  expect(shownTo(frame(), broken)).toContain("The server cannot write to its data folder.");
  expect(shownTo(frame(), broken)).not.toContain("ENOSPC");
});

test("what fails is named for everyone, each part by its own sentence", () => {
  const since = "2026-11-22T11:00:00Z";
  const failingIn = (...parts: readonly string[]): string =>
    shownTo(frame(), { state: "failing", failing: parts.map((part) => ({ part, error: "secret", since })) });
  expect(failingIn("index")).toContain("✗ The server cannot use its database. What is shown");
  expect(failingIn("index")).not.toMatch(/data folder|secret/);
  expect(failingIn("release")).toContain("The database needs a newer release of signalbox");
  expect(failingIn("github")).toContain("GitHub does not answer. Deliveries are kept until it does. What");
  expect(failingIn("journal", "index", "index")).toContain(
    "✗ The server cannot write to its data folder. The server cannot use its database. What is shown",
  );
});

test("only a server that asks GitHub itself says that GitHub has set no quota", () => {
  expect(cellOf(shownTo(owner, { quotas: [] }), "Quota left")).toBe("GitHub has set none so far");
  const cluster = { workers: [], tenuresLost: 0, degraded: [] };
  expect(cellOf(shownTo(owner, { quotas: [], cluster }), "Quota left")).toBeUndefined();
});

test("the owner of a cluster sees its workers, and what holds up the work; everyone else sees that something does", () => {
  const worker = { release: "1.2.3", startedAt: noon - 3_600_000, tenures: 2, isBusy: false };
  const cluster = {
    workers: [worker, { ...worker, tenures: 1, isBusy: true }],
    tenuresLost: 1,
    degraded: [],
  };
  const calm = shownTo(owner, { cluster });
  expect(calm).toContain("✓ Everything works.");
  expect(cellOf(calm, "Worker 1")).toBe("2 installations release 1.2.3, started 1 h ago");
  expect(cellOf(calm, "Worker 2")).toMatch(/^1 installation, busy release/);
  expect(cellOf(calm, "Tenures lost in the last hour")).toBe("1");
  const held = { cluster: { ...cluster, workers: [], degraded: ["no worker runs"] } };
  expect(shownTo(owner, held)).toContain("The work is held up: no worker runs. Deliveries are kept");
  expect(cellOf(shownTo(owner, held), "Worker 1")).toBe("does not run");
  expect(shownTo(frame(), held)).toContain("The work is held up. Deliveries are kept");
  expect(shownTo(frame(), { cluster })).not.toMatch(/Worker|1\.2\.3, started 1 h/);
});

test("the quotas are those that GitHub told last, the least first, and no more than a hundred", () => {
  let now = noon;
  const watch = createQuotaWatch({ now: () => now++ });
  const tell = (installation: number | undefined, remaining: number, resource = "core") =>
    watch.githubAnswered({ api: "rest", status: 200, installation, quota: { resource, remaining } });
  tell(1, 4_999);
  tell(2, 20);
  tell(1, 4_998);
  tell(undefined, 5_000);
  watch.githubAnswered({ api: "rest", status: 500, installation: 3, quota: undefined });
  expect(watch.list().map(({ installation, remaining }) => [installation, remaining])).toEqual([
    [2, 20],
    [1, 4_998],
    [undefined, 5_000],
  ]);
  for (let installation = 0; installation < 300; installation += 1) tell(installation, 1);
  expect(watch.list()).toHaveLength(100);
});
