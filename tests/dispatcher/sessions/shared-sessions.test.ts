/** Signs of life that web processes hear and write, and a worker reads. */
import { describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import type { SessionsSnapshot } from "../../../src/dispatcher/ports/agents/sessions.ts";
import { createSharedSessions } from "../../../src/dispatcher/sessions/shared-sessions.ts";
import { createStoredSessions } from "../../../src/dispatcher/sessions/stored-sessions.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { PostgresProcesses } from "../../../src/store/postgres/processes.ts";
import { PostgresSessions } from "../../../src/store/postgres/sessions.ts";
import { readSessionsSnapshot } from "../../../src/store/postgres/sessions-snapshot.ts";
import { twoProcesses } from "../../server/requests/shared-database.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { noPostgres } from "../../support/postgres.ts";

const key = { agent: "ada", id: "", repositoryId: "R_7" };
const minuteMs = 60_000;

async function opened() {
  const { web, worker } = await twoProcesses();
  const add = statement(`
    INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived)
    VALUES ('R_7', 'acme', 'demo', 7, 0, 0), ('R_8', 'acme', 'other', 8, 0, 0)`);
  await web.connection.write((queries) => queries.run(add));
  const sharedAt = ({ connection }: typeof web) => createSharedSessions(new PostgresSessions(connection));
  return { web, worker, here: sharedAt(web), there: sharedAt(worker) };
}

function storedOf(read: () => Promise<SessionsSnapshot>, clock = manualClock(2_000_000)) {
  return { clock, sessions: createStoredSessions({ read, clock, logger: silentLogger }) };
}

describe.skipIf(noPostgres)("sessions that several processes share", () => {
  test("two processes that hear from one agent keep what it told the other", async () => {
    const { here, there } = await opened();
    await here.heard({ ...key, doing: "parsing", issue: 12, lease: { issue: 12, token: 1 } });
    await there.heard({ ...key, lease: { issue: 12, token: 2 } });
    expect(await here.of("ada", "R_7")).toMatchObject([
      { ...key, doing: "parsing", issue: 12, leases: [{ token: 1 }, { token: 2 }] },
    ]);
    expect(await here.left(key)).toBe(true);
    expect(await there.left(key)).toBe(false);
    expect(await there.of("ada", "R_7")).toMatchObject([{ doing: undefined, endedAt: expect.any(Number) }]);
  });

  test("of many signs at once none is lost", async () => {
    const { here, there } = await opened();
    const both = [here, there];
    await Promise.all(
      Array.from({ length: 16 }, (_, at) => both[at % 2]?.heard({ ...key, lease: { issue: 12, token: at } })),
    );
    const [session] = await here.of("ada", "R_7");
    expect(session?.leases.map(({ token }) => token).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, at) => at),
    );
  });

  test("a worker reads who was heard in its installation, or nowhere in particular", async () => {
    const { web, worker, here } = await opened();
    await new PostgresProcesses(web.connection).saveHeartbeat({ id: "w", role: "web", release: "1" }, "{}");
    await here.heard(key);
    await here.heard({ ...key, agent: "bea", repositoryId: undefined });
    await here.heard({ ...key, agent: "eve", repositoryId: "R_8" });
    const { sessions } = storedOf(() => readSessionsSnapshot(worker.connection, 7));
    await sessions.load();
    const heardOf = (agent: string) => sessions.of(agent, "R_7").map((each) => each.repositoryId);
    expect([heardOf("ada"), heardOf("bea"), heardOf("eve")]).toEqual([["R_7"], [undefined], []]);
  });
});

const session = {
  ...key,
  doing: undefined,
  issue: undefined,
  leases: [],
  endedAt: undefined,
  firstHeardAt: 1_000_000,
  heardAt: 1_900_000,
};

describe("the sessions that a worker judges by", () => {
  test("a clock that differs from the others' makes no agent more silent than it is", async () => {
    const heard = { sessions: [session], since: 1_800_000, now: 2_000_000 };
    const { clock, sessions } = storedOf(async () => heard, manualClock(2_000_000 + 10 * minuteMs));
    await sessions.load();
    expect(clock.now() - (sessions.of("ada", "R_7")[0]?.heardAt ?? 0)).toBeLessThan(101_000);
    expect(clock.now() - sessions.since()).toBeLessThan(201_000);
  });

  test("silence does not count while no web process runs, nor while nothing can be read", async () => {
    let heard: SessionsSnapshot | undefined = { sessions: [], since: undefined, now: 2_000_000 };
    const { clock, sessions } = storedOf(async () => {
      if (heard === undefined) throw new Error("away");
      return heard;
    });
    expect(clock.now() - sessions.since()).toBeLessThan(minuteMs);
    await sessions.load();
    clock.advance(10 * minuteMs);
    expect(clock.now() - sessions.since()).toBeLessThan(minuteMs);
    heard = { ...heard, since: 1_000_000, now: clock.now() };
    await sessions.load();
    expect(Math.round(sessions.since() / 1_000)).toBe(1_000);
    heard = undefined;
    clock.advance(10 * minuteMs);
    await sessions.load();
    expect(clock.now() - sessions.since()).toBeLessThan(minuteMs);
  });
});
