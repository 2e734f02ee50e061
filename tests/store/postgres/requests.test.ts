import { describe, expect, test, vi } from "vitest";
import { integer } from "../../../src/base/row.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { PostgresRequests } from "../../../src/store/postgres/requests.ts";
import { hearing, processAt, twoProcesses } from "../../server/requests/shared-database.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

const look = { installationId: 7, kind: "look", body: "{}" };
const owner = { installationId: 7, token: 1 };
const later = { ...owner, token: 2 };
/** On a busy machine. */
const patient = { timeout: 20_000 };
const all = statement("SELECT id FROM request");
const longAgo = statement("UPDATE request SET asked_at = asked_at - 7200000 WHERE id = ANY(:ids::bigint[])");
const timeIsUp = statement("UPDATE request SET until = asked_at + 7200000 - 1 WHERE id = :id");
const listening = statement(`
SELECT pid FROM pg_stat_activity WHERE application_name = 'signalbox answers' AND datname = current_database()
  AND query LIKE 'LISTEN%' AND state = 'idle'`);
const end = statement("SELECT pg_terminate_backend(:pid)");

describe.skipIf(noPostgres)("requests on PostgreSQL", () => {
  test("what one process asks another takes once, the oldest first, and its answer is read and told", async () => {
    const { url, web, worker } = await twoProcesses();
    const told: string[] = [];
    await hearing(url, (ids) => told.push(...ids));
    const ids = await web.requests.ask(
      [look, { ...look, kind: "rebuild" }, { ...look, installationId: 8 }],
      5_000,
    );
    expect(web.woken).toEqual([[7, 8]]);
    const [first = 0, second = 0, other = 0] = ids;
    const taken = await worker.requests.take(owner, 10);
    expect(taken).toEqual([
      { id: first, kind: "look", body: "{}" },
      { id: second, kind: "rebuild", body: "{}" },
    ]);
    expect(await worker.requests.take(owner, 10)).toEqual([]);
    expect(await web.requests.answersTo(ids)).toEqual(new Map());
    await worker.requests.answer(owner, first, "fresh");
    expect(await web.requests.answersTo([first, second, other])).toEqual(new Map([[first, "fresh"]]));
    await vi.waitFor(() => expect(told).toEqual([String(first)]), patient);
    expect(await web.requests.withdraw(first)).toEqual({ type: "answered", answer: "fresh" });
    expect(await web.requests.withdraw(second)).toEqual({ type: "begun" });
    expect(await web.requests.withdraw(other)).toEqual({ type: "not begun", isBusy: false });
    expect(await worker.requests.take({ installationId: 8, token: 1 }, 10)).toEqual([]);
  });

  test("a wake-up that fails leaves no request, and a request that fails wakes no installation", async () => {
    const process = processAt(await newIndex());
    const failing = new PostgresRequests(process.connection, {
      inTransaction: () => Promise.reject(new Error("no wake-up")),
      afterCommit: () => expect.unreachable(),
    });
    await expect(failing.ask([look], 5_000)).rejects.toThrow("no wake-up");
    expect(await process.connection.all(all)).toEqual([]);
  });

  test("what an owner has begun and not answered, the next one takes, and the former's answer is not kept", async () => {
    const { web, worker } = await twoProcesses();
    const [id = 0] = await web.requests.ask([look], 5_000);
    await worker.requests.take(owner, 10);
    expect(await worker.requests.take(later, 10)).toMatchObject([{ id }]);
    expect(await worker.requests.take(owner, 10)).toEqual([]);
    await worker.requests.answer(owner, id, "late");
    expect(await web.requests.answersTo([id])).toEqual(new Map());
    await worker.requests.answer(later, id, "now");
    expect(await web.requests.answersTo([id])).toEqual(new Map([[id, "now"]]));
  });

  test("a request past its time is not begun, unless somebody works on it and it is extended", async () => {
    const { web, worker } = await twoProcesses();
    const [stale = 0] = await web.requests.ask([look], 0);
    expect(await web.requests.extend(stale, 60_000, 60_000)).toBe(false);
    expect(await worker.requests.take(owner, 10)).toEqual([]);
    const [id = 0] = await web.requests.ask([look], 5_000);
    await worker.requests.take(owner, 10);
    await worker.requests.saveHeartbeats(owner, [id]);
    expect(await web.requests.extend(id, 60_000, 60_000)).toBe(true);
    expect(await web.requests.extend(id, 0, 60_000)).toBe(false);
  });

  test("a request that nobody has begun waits for its turn while others of the same question get on", async () => {
    const { web, worker } = await twoProcesses();
    const ids = await web.requests.ask([look, { ...look, installationId: 8 }], 0);
    const [first = 0, second = 0] = ids;
    expect(
      await web.requests.extendWhileBusy(second, ids, {
        ownerTimeoutMs: 60_000,
        capacityWaitMs: 0,
        waitMs: 60_000,
      }),
    ).toBe(false);
    expect(
      await web.requests.extendWhileBusy(first, [], {
        ownerTimeoutMs: 60_000,
        capacityWaitMs: 0,
        waitMs: 60_000,
      }),
    ).toBe(false);
    const [served = 0] = await web.requests.ask([look], 60_000);
    await worker.requests.take(owner, 10);
    expect(
      await web.requests.extendWhileBusy(second, [served, second], {
        ownerTimeoutMs: 0,
        capacityWaitMs: 0,
        waitMs: 60_000,
      }),
    ).toBe(false);
    expect(
      await web.requests.extendWhileBusy(second, [served, second], {
        ownerTimeoutMs: 60_000,
        capacityWaitMs: 0,
        waitMs: 60_000,
      }),
    ).toBe(true);
    expect(await worker.requests.take({ installationId: 8, token: 1 }, 10)).toMatchObject([{ id: second }]);
    expect(
      await web.requests.extendWhileBusy(second, ids, {
        ownerTimeoutMs: 60_000,
        capacityWaitMs: 0,
        waitMs: 60_000,
      }),
    ).toBe(false);
  });

  test("old requests go, and the others stay", async () => {
    const { web } = await twoProcesses();
    const ids = await web.requests.ask([look, look], 60_000);
    expect(await web.requests.prune(0, 10)).toBe(0);
    for (const id of ids) await web.requests.withdraw(id);
    expect(await web.requests.prune(60_000, 10)).toBe(0);
    expect(await web.requests.prune(0, 1)).toBe(1);
    expect(await web.requests.prune(0, 10)).toBe(1);
  });

  test("an answer can be read for as long as it is kept, however long the work took", async () => {
    const { web, worker } = await twoProcesses();
    const [slow = 0, left = 0] = await web.requests.ask([look, look], 60_000);
    await worker.requests.take(owner, 10);
    await worker.connection.write((queries) => queries.run(longAgo, { ids: [slow, left] }));
    await worker.requests.answer(owner, slow, "after two hours");
    await worker.connection.write((queries) => queries.run(timeIsUp, { id: left }));
    expect(await web.requests.prune(3_600_000, 10)).toBe(0);
    expect(await web.requests.answersTo([slow])).toEqual(new Map([[slow, "after two hours"]]));
    expect(await web.requests.withdraw(left)).toEqual({ type: "begun" });
    expect(await web.requests.prune(3_600_000, 10)).toBe(1);
    expect(await web.requests.prune(0, 10)).toBe(1);
  });

  test("who listens hears again after the connection was lost", async () => {
    const { url, web, worker } = await twoProcesses();
    const told: string[] = [];
    await hearing(url, (ids) => told.push(...ids));
    const [one = 0, two = 0] = await web.requests.ask([look, look], 60_000);
    await worker.requests.take(owner, 10);
    const [before] = await worker.connection.all(listening);
    await worker.connection.all(end, { pid: integer(before ?? {}, "pid") });
    await worker.requests.answer(owner, one, "unheard");
    await vi.waitFor(async () => {
      const [after] = await worker.connection.all(listening);
      expect(after).toBeDefined();
      expect(after).not.toEqual(before);
    }, patient);
    await worker.requests.answer(owner, two, "heard");
    await vi.waitFor(() => expect(told).toContain(String(two)), patient);
  });
});
