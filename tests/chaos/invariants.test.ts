/** Which violations the checks of a run report. */
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { newIndex, noPostgres } from "../support/postgres.ts";
import { unattributed } from "./attribution.ts";
import { maxInAnyMinute } from "./creations.ts";
import {
  countOf,
  createFenceTriggers,
  queryRows,
  writesOf,
  writtenByReplacedWorkers,
  writtenWithoutFence,
} from "./fence-triggers.ts";
import { reportsOutage, unreportedOutages } from "./health-reports.ts";
import {
  changesBetween,
  contradictions,
  lostDeliveries,
  type Snapshot,
  staleWritesIn,
  unfinishedWork,
  wrongResponses,
} from "./invariants.ts";
import { createReadyTooEarly, issuesIn, type LostDelivery, leftReadyTooEarly } from "./ready-too-early.ts";
import { verdictOn, waitsAfter } from "./recovery.ts";

const ready = {
  state: "OPEN",
  labels: ["kind:task", "status:ready"],
  blockers: ["#1"],
  openBlockers: [],
  comments: [{ key: "status", text: "Ready." }],
};
const one = (changed: object): Snapshot => new Map([["acme/demo#2", { ...ready, ...changed }]]);

const delivered = (guid: string, state: string): string =>
  `INSERT INTO delivery (guid, event, repository_id, owner, body_hash, received_at, source, state, attempts, due_at)
   VALUES ('${guid}', 'issues', 'R_1', 7, 'h', 0, 'webhook', '${state}', 0, 0)`;

describe("what GitHub shows at the end", () => {
  test("a task that is as its blockers say contradicts nothing", () => {
    expect(contradictions(one({}))).toEqual([]);
    expect(changesBetween(one({}), one({}))).toEqual([]);
  });

  test("a ready task with an open blocker, a status that is missing and a duplicate comment are reported", () => {
    const open = ["#1"];
    expect(contradictions(one({ openBlockers: open }))).toEqual([
      "acme/demo#2 is status:ready, and blocked by #1",
    ]);
    expect(contradictions(one({ labels: ["kind:task"] }))).toEqual([
      "acme/demo#2 is without a status, and blocked by nothing open",
    ]);
    const comments = [...ready.comments, ...ready.comments];
    expect(contradictions(one({ comments }))).toEqual(["acme/demo#2 has two comments status"]);
    expect(changesBetween(one({}), one({ comments }))).toHaveLength(1);
  });
});

describe("what the hub created", () => {
  test("is counted in every minute, whenever that begins", () => {
    expect(maxInAnyMinute([])).toBe(0);
    expect(maxInAnyMinute([0, 59_000, 59_999, 60_000, 118_999, 119_999])).toBe(4);
  });
});

describe("what we did on behalf of people", () => {
  const question = { ...ready, state: "CLOSED", labels: ["answered", "kind:question"], blockers: [] };
  const snapshot: Snapshot = new Map([
    ["acme/demo#1", question],
    ["acme/demo#2", ready],
    ["globex/demo#1", { ...question, state: "OPEN" }],
  ]);
  const rows = [
    { issue: "acme/demo#1", what: "close as completed" },
    { issue: "acme/demo#1", what: "add its dependency" },
  ];

  test("is a question that was closed, and that a task waits for", () => {
    expect(unattributed(snapshot, rows)).toEqual([]);
    const elsewhere = { ...ready, blockers: ["acme/demo#1"] };
    expect(unattributed(new Map([...snapshot, ["globex/demo#2", elsewhere]]), rows)).toEqual([]);
    expect(unattributed(snapshot, [])).toEqual([
      "the ledger does not say who asked for acme/demo#1: close as completed",
      "the ledger does not say who asked for acme/demo#1: add its dependency",
    ]);
  });
});

describe("how long installations waited", () => {
  const writes = [{ installation: 7, who: "worker_1", at: 5_000 }];
  const takeovers = [
    { installation: 7, token: 1, who: "worker_1", at: 500 },
    { installation: 7, token: 2, who: "worker_3", at: 2_900 },
  ];
  const at = (ms: number, until = ms) => ({ at: ms, until });
  const waited = (...interruptions: Parameters<typeof waitsAfter>[2]) =>
    waitsAfter(writes, takeovers, interruptions, 60_000);

  test("until the next write or the end, and whether another interruption came meanwhile", () => {
    const [only] = waited(at(1_000));
    expect(only).toEqual({ installation: 7, at: 1_000, ms: 4_000, untilNextMs: Infinity, isAffected: true });
    expect(waited(at(1_000), at(3_000, 4_000))).toMatchObject([
      { ms: 4_000, untilNextMs: 2_000 },
      { at: 4_000, ms: 1_000, untilNextMs: Infinity },
    ]);
    expect(waited(at(6_000))).toMatchObject([{ ms: 54_000 }]);
  });

  test("an interruption of a worker affects the installations that it has, or takes at that moment", () => {
    const of = (worker: string, ms: number, until = ms) => ({ ...at(ms, until), worker });
    expect(waited(of("worker_1", 1_000), of("worker_2", 2_000), of("worker_3", 3_000))).toMatchObject([
      { isAffected: true, untilNextMs: 2_000 },
      { isAffected: false, untilNextMs: 1_000 },
      { isAffected: true, untilNextMs: Infinity },
    ]);
    expect(waited(of("worker_1", 3_000))).toMatchObject([{ isAffected: false }]);
    expect(waited(of("worker_3", 2_000))).toMatchObject([{ isAffected: false }]);
    expect(waited(of("worker_3", 2_890, 2_910))).toMatchObject([{ isAffected: true }]);
  });

  describe("is late after 15 s", () => {
    const verdict = (ms: number, untilNextMs: number, events: Parameters<typeof verdictOn>[1] = []) =>
      verdictOn({ installation: 7, at: 100_000, ms, untilNextMs, isAffected: true }, events, []);

    test("unless there was another interruption", () => {
      expect(verdict(15_000, Infinity)).toBe("in time");
      expect(verdict(15_001, Infinity)).toBe("late");
      expect(verdict(20_000, 15_001)).toBe("late");
      expect(verdict(20_000, 15_000)).toBe("interrupted again");
      expect(verdict(12_000, 5_000)).toBe("in time");
    });

    test("and the time that responses were delayed by", () => {
      const slow = (ms: number, times = 3) => ({ kind: "GitHub slow", at: ms, until: ms, times }) as const;
      expect(verdict(27_000, Infinity, [slow(101_000)])).toBe("in time");
      expect(verdict(27_001, Infinity, [slow(101_000)])).toBe("late");
      expect(verdict(20_000, Infinity, [slow(80_000), slow(125_000)])).toBe("late");
      expect(verdict(20_000, Infinity, [slow(80_000, 6)])).toBe("in time");
      expect(verdict(30_000, 20_000, [slow(125_000)])).toBe("late");
      const lost = { kind: "no response after the write", at: 101_000, until: 101_000, times: 1 } as const;
      expect(verdict(30_000, Infinity, [lost])).toBe("in time");
      expect(verdict(30_001, Infinity, [lost])).toBe("late");
    });

    test("and the time that GitHub was unreachable", () => {
      const unreachable = (ms: number) =>
        ({ kind: "worker without GitHub", at: ms, until: ms + 6_000, times: 1 }) as const;
      expect(verdict(21_000, Infinity, [unreachable(110_000)])).toBe("in time");
      expect(verdict(21_001, Infinity, [unreachable(110_000)])).toBe("late");
      expect(verdict(16_001, Infinity, [unreachable(95_000)])).toBe("late");
    });

    test("and the time that the run got no processor", () => {
      const stalls = [
        { at: 101_000, ms: 2_000 },
        { at: 110_000, ms: 500 },
        { at: 130_000, ms: 9_000 },
      ];
      const stalled = (ms: number) =>
        verdictOn({ installation: 7, at: 100_000, ms, untilNextMs: Infinity, isAffected: true }, [], stalls);
      expect(stalled(16_500)).toBe("in time");
      expect(stalled(16_501)).toBe("late");
    });
  });
});

test("a lost delivery about a dependency is about both issues, wherever they are", () => {
  const here = { full_name: "acme/demo" };
  const there = { full_name: "globex/demo" };
  const blocked = { blocked_issue: { number: 2 } };
  const blocking = { blocking_issue: { number: 1 } };
  const both = new Set(["acme/demo#2", "globex/demo#1"]);
  expect(issuesIn({ repository: here, ...blocked, ...blocking, blocking_issue_repo: there })).toEqual(both);
  expect(issuesIn({ repository: there, ...blocked, ...blocking, blocked_issue_repo: here })).toEqual(both);
  expect(issuesIn({ repository: here, issue: { number: 3 } })).toEqual(new Set(["acme/demo#3"]));
  expect(issuesIn({ installation: { id: 1 } })).toEqual(new Set());
});

describe("a ready task with an open blocker", () => {
  const task = { issue: "acme/demo#2", related: ["acme/demo#2", "acme/demo#1"] };
  const violationsAfter = (endMs: number, lost: readonly LostDelivery[]): readonly string[] => {
    const readyTooEarly = createReadyTooEarly();
    for (let at = 1_000_000; at <= 1_000_000 + endMs; at += 2_000) readyTooEarly.observe([task], lost, at);
    return readyTooEarly.violations();
  };
  const violations = ["acme/demo#2 was ready for more than 60 s although acme/demo#1 was open"];
  const lostAbout = (issue: string, at: number) => ({ at, issues: new Set([issue]) });

  test("may be ready too early for a minute, and for another one once it was right in between", () => {
    expect(violationsAfter(60_000, [])).toEqual([]);
    expect(violationsAfter(62_000, [])).toEqual(violations);
    const readyTooEarly = createReadyTooEarly();
    for (const at of [0, 60_000]) readyTooEarly.observe([task], [], at);
    readyTooEarly.observe([], [], 62_000);
    for (const at of [64_000, 124_000]) readyTooEarly.observe([task], [], at);
    expect(readyTooEarly.violations()).toEqual([]);
  });

  test("may be ready too early until the next sweep if a delivery about it or its blocker was lost", () => {
    const missed = lostAbout("acme/demo#1", 990_000);
    expect(violationsAfter(360_000, [missed])).toEqual([]);
    expect(violationsAfter(362_000, [missed])).toEqual(violations);
    expect(violationsAfter(62_000, [lostAbout("acme/demo#3", 990_000)])).toEqual(violations);
    expect(violationsAfter(62_000, [lostAbout("acme/demo#1", 600_000)])).toEqual(violations);
  });

  test("is a violation at once when no work is left, unless a delivery about it or its blocker was lost", () => {
    expect(leftReadyTooEarly([], [])).toEqual([]);
    const left = ["acme/demo#2 is ready although acme/demo#1 is open, and no work is left"];
    expect(leftReadyTooEarly([task], [])).toEqual(left);
    expect(leftReadyTooEarly([task], [lostAbout("acme/demo#3", 990_000)])).toEqual(left);
    expect(leftReadyTooEarly([task], [lostAbout("acme/demo#1", 990_000)])).toEqual([]);
  });
});

test("an outage of PostgreSQL has to be reported within 15 s by one of the web processes", () => {
  const killed = { kind: "PostgreSQL killed", at: 100_000 } as const;
  const unreportedBy = (...times: readonly number[]) =>
    unreportedOutages(
      times.map((at) => ({ at, text: "PostgreSQL unavailable" })),
      [killed, { kind: "web killed", at: 200_000 }],
      300_000,
    );
  expect(unreportedBy(99_000, 115_000)).toEqual([]);
  expect(unreportedBy(99_000, 115_001)).toEqual([
    "no web process reported the outage of PostgreSQL at 1970-01-01T00:01:40.000Z",
  ]);
  expect(unreportedOutages([], [killed], 110_000)).toEqual([]);
});

test("web processes answer deliveries with what GitHub should be told", () => {
  const expected = [202, 200, 502, 503].map((status) => [status, 1] as const);
  expect(wrongResponses(new Map(expected))).toEqual([]);
  expect(wrongResponses(new Map([...expected, [401, 2], [500, 1]]))).toEqual([
    "2 deliveries were answered with 401",
    "1 deliveries were answered with 500",
  ]);
});

test("only phrases about PostgreSQL itself report its outage", () => {
  expect(reportsOutage('{"degraded":["PostgreSQL unavailable: it does not respond"]}')).toBe(true);
  expect(reportsOutage('{"degraded":["PostgreSQL could not be read for 12 s"]}')).toBe(true);
  const skewed = "the clock of a worker process is 600 s ahead of PostgreSQL's";
  expect(reportsOutage(JSON.stringify({ degraded: [skewed] }))).toBe(false);
});

describe("what went to GitHub", () => {
  const takeovers = [
    { installation: 7, token: 1, who: "worker_1", at: 1_000 },
    { installation: 8, token: 1, who: "worker_2", at: 2_000 },
    { installation: 7, token: 2, who: "worker_2", at: 9_000 },
  ];
  test("is late if another one had the installation by then", () => {
    const at = (ms: number) => staleWritesIn([{ installation: 7, who: "worker_1", at: ms }], takeovers);
    expect(at(8_999)).toEqual([]);
    expect(at(9_500)).toEqual(["worker_1 wrote to GitHub for installation 7 500 ms after worker_2 had it"]);
  });
});

describe.skipIf(noPostgres)("what the database records", () => {
  test("a delivery that was acknowledged and has no row", async () => {
    const url = await newIndex();
    await queryRows(url, delivered("kept", "settled"));
    const lostOf = (...guids: readonly string[]) =>
      lostDeliveries({ postgres: { url }, loadBalancer: { acknowledged: new Set(guids) } });
    expect(await lostOf("kept")).toEqual([]);
    expect(await lostOf("kept", "gone")).toEqual(["delivery gone was acknowledged, and is lost"]);
    const acknowledged = new Set(["kept"]);
    const checking = lostDeliveries({ postgres: { url }, loadBalancer: { acknowledged } });
    acknowledged.add("acknowledged meanwhile");
    expect(await checking).toEqual([]);
  });

  test("a dead delivery, and effects that are being sent or were refused", async () => {
    const url = await newIndex();
    await createFenceTriggers(url);
    expect(await unfinishedWork({ postgres: { url } })).toEqual([]);
    await queryRows(url, delivered("dead", "dead"));
    for (const state of ["sending", "refused"])
      await queryRows(
        url,
        `INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, priority, key, effect, reason, state,
           is_wished, attempts, due_at)
         VALUES ('I_1', 'R_1', 7, '${state}', 1, 1, 'k', '{}', '{}', '${state}', 1, 0, 0)`,
      );
    expect(await unfinishedWork({ postgres: { url } })).toEqual([
      "1 effects are being sent",
      "1 effects were refused",
      "1 deliveries are dead",
    ]);
  });

  async function connected(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  const write =
    "INSERT INTO version (installation_id) VALUES (7) ON CONFLICT (installation_id) DO UPDATE SET line = 1";

  test("a write for an installation by a worker that another one has replaced", async () => {
    const url = await newIndex();
    await createFenceTriggers(url);
    const client = await connected(url);
    const as = async (who: string, sql: string): Promise<void> => {
      await client.query(`SET SESSION AUTHORIZATION ${who}`);
      await client.query(sql);
      await client.query("RESET SESSION AUTHORIZATION");
    };
    for (const who of ["worker_first", "worker_second"]) await client.query(`CREATE ROLE ${who} SUPERUSER`);
    onTestFinished(async () => void (await client.query("DROP ROLE worker_first, worker_second")));
    await as("worker_first", "INSERT INTO fence VALUES (7, 1, NULL, now())");
    await as("worker_first", write);
    await as("worker_second", "UPDATE fence SET token = 2");
    await as("worker_second", write);
    expect(await countOf(url, writtenByReplacedWorkers)).toBe(0);
    await as("worker_first", write);
    expect(await countOf(url, writtenByReplacedWorkers)).toBe(1);
    expect((await writesOf(url)).map(({ who }) => who)).toEqual([
      "worker_first",
      "worker_second",
      "worker_first",
    ]);
  });

  test("a write that names no token of its installation, or one of an earlier tenure of the same worker", async () => {
    const url = await newIndex();
    await createFenceTriggers(url);
    const own = await connected(url);
    const other = await connected(url);
    for (const sql of ["CREATE ROLE worker_again SUPERUSER", "SET SESSION AUTHORIZATION worker_again"])
      await own.query(sql);
    onTestFinished(async () => {
      await own.query("RESET SESSION AUTHORIZATION");
      await own.query("DROP ROLE worker_again");
    });
    await own.query("INSERT INTO fence VALUES (7, 3, NULL, now()), (8, 1, NULL, now())");
    const hold = (token: number, installation = 7) =>
      `SELECT 1 FROM fence WHERE installation_id = ${installation} AND token = ${token} FOR SHARE`;
    const unheldAfter = async (...statements: readonly string[]): Promise<number> => {
      await own.query("DELETE FROM chaos_wrote");
      for (const each of ["BEGIN", ...statements, "COMMIT"]) await own.query(each);
      return countOf(url, writtenWithoutFence);
    };
    expect(await unheldAfter(hold(3), write)).toBe(0);
    expect(await unheldAfter(hold(2), write)).toBe(1);
    expect(await unheldAfter(hold(1, 8), write)).toBe(1);
    expect(await unheldAfter(write)).toBe(1);
    await other.query("BEGIN");
    await other.query(hold(3));
    expect(await unheldAfter(write)).toBe(1);
    expect(await unheldAfter(hold(3), write)).toBe(0);
    expect(await unheldAfter(hold(2), write)).toBe(1);
    await other.query("COMMIT");
    expect(await unheldAfter(hold(3), write)).toBe(0);
  });
});
