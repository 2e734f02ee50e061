import { describe, expect, test } from "vitest";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { PostgresProcesses, saveInstallationStatus } from "../../../src/store/postgres/processes.ts";
import { readSessionsSnapshot } from "../../../src/store/postgres/sessions-snapshot.ts";
import { oldestDue, wakeInstallations } from "../../../src/store/postgres/tables/due-table.ts";
import { processAt } from "../../server/requests/shared-database.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

async function opened() {
  const { connection } = processAt(await newIndex());
  return { connection, processes: new PostgresProcesses(connection) };
}

const web = { id: "web-1", role: "web", release: "1.2.3" };
const worker = { id: "worker-1", role: "worker", release: "1.2.3" };
const silent = statement("UPDATE process SET seen_at = seen_at - :ms WHERE id = :id");
const older = statement("UPDATE process SET listens_since = :at WHERE id = :id");

describe.skipIf(noPostgres)("the processes of a database", () => {
  test("each is known as it told of itself last, the oldest first, until it ends or is silent", async () => {
    const { connection, processes } = await opened();
    await processes.saveHeartbeat(web, "{}");
    await processes.saveHeartbeat(worker, '{"tenures":1}');
    await processes.saveHeartbeat(worker, '{"tenures":2}');
    expect(await processes.alive()).toMatchObject([
      { ...web, report: "{}" },
      { ...worker, report: '{"tenures":2}' },
    ]);
    await processes.remove(web.id);
    expect((await processes.alive()).map(({ id }) => id)).toEqual([worker.id]);
    await connection.write((queries) => queries.run(silent, { id: worker.id, ms: 16_000 }));
    expect(await processes.alive()).toEqual([]);
  });

  test("a process that was silent for an hour is forgotten", async () => {
    const { connection, processes } = await opened();
    await processes.saveHeartbeat(worker, "{}");
    await connection.write((queries) => queries.run(silent, { id: worker.id, ms: 3_700_000 }));
    await processes.saveHeartbeat(web, "{}");
    expect(await connection.all(statement("SELECT id FROM process"))).toEqual([{ id: web.id }]);
  });

  test("agents are heard since the earliest web process that runs began to listen, whatever workers do", async () => {
    const { connection, processes } = await opened();
    expect((await readSessionsSnapshot(connection, 7)).since).toBeUndefined();
    await processes.saveHeartbeat(worker, "{}");
    expect((await readSessionsSnapshot(connection, 7)).since).toBeUndefined();
    await processes.saveHeartbeat(web, "{}");
    await processes.saveHeartbeat({ ...web, id: "web-2" }, "{}");
    await connection.write((queries) => queries.run(older, { id: "web-2", at: 1_000 }));
    expect((await readSessionsSnapshot(connection, 7)).since).toBe(1_000);
    await processes.remove("web-2");
    const { since = 0, now } = await readSessionsSnapshot(connection, 7);
    expect(since).toBeGreaterThan(now - 60_000);
  });

  test("a web process that could not write its row for a while listens since it can again", async () => {
    const { connection, processes } = await opened();
    await processes.saveHeartbeat(web, "{}");
    await connection.write((queries) => queries.run(older, { id: web.id, at: 1_000 }));
    await processes.saveHeartbeat(web, "{}");
    expect((await readSessionsSnapshot(connection, 7)).since).toBe(1_000);
    await connection.write((queries) => queries.run(silent, { id: web.id, ms: 16_000 }));
    await processes.saveHeartbeat(web, "{}");
    const { since = 0, now } = await readSessionsSnapshot(connection, 7);
    expect(since).toBeGreaterThan(now - 60_000);
  });

  test("of those that wait for a process to serve them, the one that has waited longest is known", async () => {
    const { connection } = await opened();
    expect(await oldestDue(connection)).toBeUndefined();
    await connection.write((queries) => wakeInstallations(queries, [7, 8]));
    const earlier = statement(
      "UPDATE due SET due_at = due_at - interval '20 seconds' WHERE installation_id = 8",
    );
    await connection.write((queries) => queries.run(earlier));
    const { installationId, sinceMs } = (await oldestDue(connection)) ?? {};
    expect(installationId).toBe(8);
    expect(sinceMs).toBeGreaterThanOrEqual(20_000);
    const served = statement("UPDATE due SET due_at = now() + interval '20 minutes'");
    await connection.write((queries) => queries.run(served));
    expect(await oldestDue(connection)).toBeUndefined();
  });

  test("those that GitHub told to wait are limited, and those that have used up their comments of the hour", async () => {
    const { connection, processes } = await opened();
    expect(await processes.limited()).toEqual({ installations: 0, until: undefined });
    const now = await processes.now();
    const hold = statement(
      "INSERT INTO account (installation_id, held_since, held_for, holds) VALUES (7, :since, 61000, 1)",
    );
    const create = statement(`
      INSERT INTO creation (installation_id, repository_id, at, is_stranger)
      SELECT :installation, 'R_7', :at::bigint + i, 0 FROM generate_series(1, :count::int) AS i`);
    await connection.write(async (queries) => {
      await queries.run(hold, { since: now - 1_000 });
      await queries.run(create, { installation: 8, at: now - 3_500_000, count: 399 });
      await queries.run(create, { installation: 9, at: now - 3_700_000, count: 500 });
    });
    expect(await processes.limited()).toEqual({ installations: 1, until: now + 60_000 });
    await connection.write((queries) => queries.run(create, { installation: 8, at: now - 1_000, count: 1 }));
    expect(await processes.limited()).toEqual({ installations: 2, until: now + 100_001 });
  });

  test("an installation stands as its last owner said, as long as it has repositories", async () => {
    const { connection, processes } = await opened();
    const add = statement(`
      INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived)
      VALUES ('R_7', 'acme', 'demo', 7, 0, 0)`);
    await connection.write((queries) => queries.run(add));
    await connection.write(async (queries) => {
      await saveInstallationStatus(queries, 7, { isDenied: false, passive: 0 });
      await saveInstallationStatus(queries, 7, { isDenied: true, passive: 2 });
      await saveInstallationStatus(queries, 8, { isDenied: true, passive: 1 });
    });
    expect(await processes.installationStatuses()).toEqual(new Map([[7, { isDenied: true, passive: 2 }]]));
  });
});
