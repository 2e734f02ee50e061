/** The bus of a web process, with the owner of the installation on the other side of the database. */
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import { installationStatusOf } from "../../../src/server/cluster/installation-status.ts";
import type { Bus } from "../../../src/server/composition/bus.ts";
import { saveInstallationStatus } from "../../../src/store/postgres/processes.ts";
import { queryRows } from "../../chaos/fence-triggers.ts";
import { orderId } from "../../support/orders.ts";
import { noPostgres } from "../../support/postgres.ts";
import { processAt } from "../requests/shared-database.ts";
import { fastClock, startWebAndOwner, type WebAndOwner } from "./web-and-owner.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const demo = { owner: "acme", repo: "demo" };
const away = "No worker took it in time. Check that one runs, and try again.";

const order = (place: number, issue: number, changes = {}) => ({
  ...demo,
  id: orderId(place),
  agent: "ada",
  issue,
  text: "/claim as ada",
  waitMs: 10_000,
  ...changes,
});

/** One that is due in a distant future, so that nobody sends it. */
async function insertEffect(url: string, repositoryId: string): Promise<void> {
  await queryRows(
    url,
    `INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, priority, key, effect, reason, state,
       is_wished, attempts, due_at)
     VALUES ('I_1', $1, 9, 'slot', 1, 1, 'k', '{}', '{}', 'waiting', 1, 0, 9000000000000000)`,
    [repositoryId],
  );
}

/** The results of the same orders and beats, for either kind of bus. */
async function resultsOf(bus: Pick<Bus, "placeOrder" | "takeBeat">, { task }: WebAndOwner, first: number) {
  const place = (at: number, changes = {}) => bus.placeOrder(order(first + at, task, changes));
  const beat = { agent: "ada", repository: demo };
  return {
    elsewhere: await place(0, { repo: "other" }),
    unlisted: await place(1, { agent: "mallory" }),
    chat: await place(2, { text: "hello" }),
    won: await place(3),
    again: await place(3),
    otherOrder: await place(3, { text: "/release as ada" }),
    lost: await place(4, { agent: "bea", text: "/claim as bea" }),
    heard: await bus.takeBeat({ ...beat, issue: task, doing: "parsing" }),
    beatOfUnlisted: await bus.takeBeat({ ...beat, agent: "mallory" }),
    nowhere: await bus.takeBeat({ ...beat, repository: { ...demo, repo: "other" } }),
    stale: await bus.takeBeat({ ...beat, issue: task, lease: 1 }),
    left: await bus.takeBeat({ ...beat, isLeaving: true }),
    leftAgain: await bus.takeBeat({ ...beat, isLeaving: true }),
    released: await place(5, { text: "/release as ada" }),
  };
}

/** Times, tokens and ids differ. */
function withoutNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\b[0-9A-Z]{26}\b|\b\d{3,}\b/g, "0"));
}

describe.skipIf(noPostgres)("the bus of a web process", () => {
  test("orders and beats have the same outcome as in the process that serves the installation", async () => {
    const both = await startWebAndOwner(crew);
    const own = await resultsOf(both.owner.dispatch, both, 100);
    const { web } = both;
    const there = await resultsOf(web, both, 200);
    expect(own).toMatchObject({ won: { type: "done" }, lost: { type: "refused" }, stale: { type: "ended" } });
    expect(own).toMatchObject({ left: { type: "left" }, leftAgain: { type: "not here" } });
    expect(withoutNumbers(there)).toEqual(withoutNumbers(own));
    expect(there.again).toEqual(there.won);
  }, 30_000);

  test("requests by a person to the server are carried out by the owner", async () => {
    const { web, owner, task } = await startWebAndOwner(crew);
    expect(web.missing()).toEqual([]);
    // On a busy machine it may not be done within the two seconds that a refresh may take.
    await expect.poll(() => web.refreshIssue({ ...demo, number: task }), { timeout: 20_000 }).toBe(true);
    expect(await web.refreshIssue({ ...demo, repo: "other", number: 1 })).toBe(true);
    expect(await web.coordinate({ what: "status" })).toMatchObject([{ repository: "acme/demo" }]);
    expect(await web.coordinate({ what: "status", repository: "acme/other" })).toEqual([]);
    expect(await web.rebuild()).toMatchObject({ repositories: 1, differences: [] });
    const report = { ...demo, number: 999, commit: "c".repeat(40), claims: [] };
    const results = [{ name: "tests", holds: true, found: "exit code 0" }];
    expect(await web.showInvariants({ ...report, results })).toEqual({
      isPosted: false,
      why: "The server does not know that handover.",
    });
    const [{ id = "" } = {}] = web.store.index.repositories();
    const person = { id: "U_1", login: "maria" };
    expect(await web.roleOf(id, person)).toEqual(await owner.onRequest.roleOf(id, person));
    expect(await web.roleOf("R_other", person)).toBeUndefined();
  }, 30_000);

  test("a confirmed pause is effective at the owner, and one of a repository ends separately", async () => {
    const { url, web, owner, tables } = await startWebAndOwner(crew);
    const [{ id = "" } = {}] = web.store.index.repositories();
    const { pauses } = owner.dispatch.repositories;
    await insertEffect(url, id);
    expect(await web.pause({ type: "pause", reason: "moving" })).toMatchObject({
      type: "effective",
      was: nothingPaused,
      now: { everything: { reason: "moving" } },
    });
    expect([pauses.isPaused(id), web.paused(), web.claimsPaused()]).toEqual([true, 1, 0]);
    const paused = await web.store.outbox.counts();
    expect(paused.pending).toBe(0);
    expect(paused.held).toBeGreaterThan(0);
    const repository = { id, name: "acme/demo" };
    await web.pause({ type: "pause", claims: true, repository });
    expect([pauses.claimsPause(id)?.since, web.claimsPaused()]).toEqual([expect.any(Number), 1]);
    await web.pause({ type: "resume", repository });
    expect(await web.pause({ type: "resume" })).toMatchObject({
      type: "effective",
      was: { everything: { reason: "moving" } },
      now: nothingPaused,
    });
    expect([pauses.isPaused(id), web.paused(), web.claimsPaused()]).toEqual([false, 0, 0]);
    const resumed = await web.store.outbox.counts();
    expect(resumed.pending).toBeGreaterThan(0);
    expect(resumed.held).toBe(0);
    expect(await tables.pauses.read()).toEqual(nothingPaused);
  }, 30_000);

  test("while no worker serves the installation, every request fails in time, and none is carried out later", async () => {
    const both = await startWebAndOwner(crew, fastClock);
    const { web, task, store, tables } = both;
    await both.stopOwner();
    const placed = await web.placeOrder(order(1, task));
    expect(placed).toMatchObject({ type: "undecided" });
    expect(await store.orders.awaited([orderId(1)], 0)).toEqual(new Set());
    expect(await web.refreshIssue({ ...demo, number: task })).toBe(false);
    const installation = web.store.index.repositories()[0]?.installationId ?? 0;
    await expect(web.rebuild()).rejects.toThrow(`Installation ${installation}: ${away}`);
    await expect(web.coordinate({ what: "run" })).rejects.toThrow(away);
    const [{ id = "" } = {}] = web.store.index.repositories();
    expect(await web.roleOf(id, { id: "U_1", login: "maria" })).toEqual({ role: "unknown", isPrivate: true });
    expect(await web.pause({ type: "pause", reason: "moving" })).toMatchObject({
      type: "stored",
      why: `It is stored, and takes effect where a worker serves the installation. Not confirmed yet: Installation ${installation}: ${away}`,
    });
    expect((await tables.pauses.read()).everything?.reason).toBe("moving");
    expect(await tables.requests.take({ installationId: installation, token: 9 }, 100)).toEqual([]);
    expect(web.cluster?.().degraded).toEqual(["no worker runs"]);
  }, 30_000);

  test("the owner learns of a delivery that could not be stored, once the table can be written", async () => {
    const { web, tables, owner } = await startWebAndOwner(crew);
    const suspect = vi.spyOn(owner.dispatch.repositories.listings, "suspect");
    const ask = vi.spyOn(tables.requests, "ask").mockRejectedValueOnce(new Error("away"));
    web.suspectLoss();
    web.suspectLoss();
    await vi.waitFor(() => expect(suspect).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(ask).toHaveBeenCalledTimes(2);
    suspect.mockRestore();
    ask.mockRestore();
  }, 30_000);

  test("an installation has the status that its owner reports", async () => {
    const { web, owner, url } = await startWebAndOwner(crew, fastClock);
    const { repositories } = owner.dispatch;
    const installation = web.store.index.repositories()[0]?.installationId ?? 0;
    expect(installationStatusOf(installation, repositories)).toEqual({
      isDenied: false,
      passive: 0,
    });
    repositories.backoff.backOff(installation, systemClock.now(), systemClock.now() + 60_000, true);
    const status = installationStatusOf(installation, repositories);
    expect([web.unhealthy(), web.passive()]).toEqual([[], 0]);
    await processAt(url).connection.write((queries) =>
      saveInstallationStatus(queries, installation, { ...status, passive: 1 }),
    );
    await expect.poll(web.unhealthy, { timeout: 20_000 }).toEqual([installation]);
    expect(web.passive()).toBe(1);
    expect(web.cluster?.().degraded).toContain("GitHub denies access to 1 installation");
  }, 30_000);

  test("requests that are an hour old are deleted, including those of other processes", async () => {
    const { web, tables } = await startWebAndOwner(crew, fastClock);
    const prune = vi.spyOn(tables.requests, "prune");
    await vi.waitFor(() => expect(prune).toHaveBeenCalledWith(60 * 60_000, 1_000), { timeout: 20_000 });
    expect(web.missing()).toEqual([]);
    prune.mockRestore();
  }, 30_000);

  test("a closed bus starts no work, and other processes learn that it ended", async () => {
    const { web, tables } = await startWebAndOwner(crew);
    expect((await tables.processes.alive()).map(({ role }) => role)).toEqual(["web"]);
    await Promise.all([web.close(), web.close()]);
    expect(await tables.processes.alive()).toEqual([]);
  }, 30_000);
});
