/** Opening a home: who may open it, and with which schema. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import { steps } from "../../src/store/sqlite/database/schema.ts";
import { databaseIn, inMemory } from "../../src/store/sqlite/home.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import { cycle, delivery, fill } from "../contracts/store/samples.ts";
import { demo, start, task } from "../support/issues.ts";
import { deliveriesDue, ledgerIn } from "../support/store-questions.ts";
import { leaveEarlierIndex } from "./earlier-index.ts";
import { newHome, openTestStore } from "./homes.ts";

const opener = fileURLToPath(new URL("opener.ts", import.meta.url));

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "It worked.";
};

describe("a home", () => {
  test("a missing home is created and keeps what is written to it", async () => {
    const home = `${newHome()}/a/b`;
    const first = openStore(home);
    await first.inbox.admit(delivery("a"));
    first.close();
    expect((await openTestStore(home).inbox.counts()).pending).toBe(1);
  });

  test("a home in memory belongs to one store alone", async () => {
    const one = openTestStore(inMemory);
    const two = openTestStore(inMemory);
    await one.inbox.admit(delivery("a"));
    expect((await two.inbox.counts()).pending).toBe(0);
  });

  test("a home serves one server at a time and tells the second who holds it", () => {
    const home = newHome();
    openTestStore(home);
    expect(messageOf(() => openTestStore(home))).toContain(
      `in use by process ${process.pid}, running since 2026`,
    );
  });

  test("a damaged lock is named instead of the index, since moving the index away would not help", () => {
    const home = newHome();
    mkdirSync(home, { recursive: true });
    const lock = `${databaseIn(home)}.lock`;
    writeFileSync(lock, "no database ".repeat(1000));
    expect(messageOf(() => openStore(home))).toBe(
      `The lock ${lock} is damaged. Delete it: it holds nothing but who is running.`,
    );
  });

  test("a home that another process holds is refused", () => {
    const home = newHome();
    openTestStore(home);
    const { stdout } = spawnSync(process.execPath, [opener, home], { encoding: "utf8" });
    expect(stdout).toContain(`in use by process ${process.pid}`);
  });

  test("a home can be opened again after its server closed it or died without closing it", async () => {
    const home = newHome();
    openTestStore(home).close();
    const { stdout, signal } = spawnSync(process.execPath, [opener, home], { encoding: "utf8" });
    expect([stdout, signal]).toEqual(["opened\n", "SIGKILL"]);
    expect((await openTestStore(home).inbox.counts()).pending).toBe(0);
  });

  test("a home written by a newer release is refused and its lock released", async () => {
    const home = newHome();
    openTestStore(home).close();
    const database = new DatabaseSync(databaseIn(home));
    database.exec("PRAGMA user_version = 99");
    const refusal = "written by a newer release of signalbox (schema 99";
    expect(messageOf(() => openStore(home))).toContain(refusal);
    expect(messageOf(() => openFollowedBoard(home))).toContain(refusal);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.close();
    expect((await openTestStore(home).inbox.counts()).pending).toBe(0);
  });
});

describe("an index of an earlier release", () => {
  test("H03 an index of an earlier release shows our presence by our first comment of any kind", async () => {
    const home = newHome();
    leaveEarlierIndex(
      home,
      steps.findIndex((step) => step.includes("trace_at")),
    );
    const database = new DatabaseSync(databaseIn(home));
    const notice = { id: "IC_1", key: "wake:I_1@5", text: "", createdAt: start, isMinimized: false };
    const change = database.prepare(
      "UPDATE issue SET status_at = NULL, record = json_set(record, '$.seen.own', json(?)) RETURNING repository_id AS id",
    );
    const { id } = change.get(JSON.stringify([notice])) ?? {};
    database.close();
    expect(openTestStore(home).index.traces(String(id)).ownSince).toBe(start);
  });
});

describe("a board next to a running server", () => {
  test("S2.12 a board sees what the server writes and notices each change", async () => {
    const home = newHome();
    const { index } = openTestStore(home);
    const { board, close } = openFollowedBoard(home);
    const before = await board.version();
    await fill(index, task(12));
    expect(await board.version()).not.toBe(before);
    expect((await board.card("acme", "demo", 12))?.title).toBe("Task 12");
    close();
  });

  test("a board without an index says how to get one", () => {
    expect(messageOf(() => openFollowedBoard(newHome()))).toContain("Start the server once (npm start)");
  });

  test("a board asks for the server when an earlier release left the index", () => {
    const home = newHome();
    openTestStore(home).close();
    const database = new DatabaseSync(databaseIn(home));
    database.exec("PRAGMA user_version = 0");
    database.close();
    expect(messageOf(() => openFollowedBoard(home))).toContain(
      `has schema 0, this release reads ${steps.length}`,
    );
  });
});

describe("pruning", () => {
  test("pruning deletes old processed deliveries, but no waiting ones, dead letters or the newest", async () => {
    const { inbox, index, prune } = openTestStore(newHome());
    for (const guid of ["old", "waiting", "dead", "young", "newest"])
      await inbox.admit(delivery(guid, { receivedAt: guid === "young" ? start : start - 1 }));
    await index.commit(cycle({ settled: ["old", "young", "newest"] }));
    await inbox.postpone(["dead"], start, "poison", 1);
    expect(await prune(start)).toBe(1);
    expect(await inbox.missing(["old", "waiting", "dead", "young", "newest"])).toEqual(["old"]);
    expect(await inbox.newestReceivedAt()).toBe(start - 1);
    expect((await deliveriesDue(inbox, demo.id, start, 10)).map(({ guid }) => guid)).toEqual(["waiting"]);
  });

  test("pruning continues until nothing old is left", async () => {
    const { inbox, index, prune } = openTestStore(newHome());
    const guids = Array.from({ length: 2_501 }, (_, number) => `guid ${number}`);
    await Promise.all(guids.map((guid) => inbox.admit(delivery(guid))));
    await index.commit(cycle({ settled: guids }));
    expect(await prune(start + 1)).toBe(2_500);
    expect(await inbox.missing(guids)).toHaveLength(2_500);
  });

  test("pruning deletes old ledger rows in steps and keeps recent ones", async () => {
    const { index, pruneLedger } = openTestStore(newHome());
    const line = {
      repositoryId: demo.id,
      issueId: "I_12",
      kind: "done",
      rule: "r",
      because: "b",
      delivery: undefined,
      actor: undefined,
    };
    const old = Array.from({ length: 1_500 }, (_, n) => ({ ...line, at: start - 1, what: `old ${n}` }));
    await index.note([...old, { ...line, at: start, what: "young" }]);
    expect(await pruneLedger(start)).toBe(1_500);
    expect((await ledgerIn(index, "I_12", 10)).map(({ what }) => what)).toEqual(["young"]);
    expect(await pruneLedger(start)).toBe(0);
  });

  test("pruning deletes old orders, and their ids count as new again", async () => {
    const { orders, pruneOrders } = openTestStore(newHome());
    const order = { repositoryId: demo.id, agent: "ada", issue: 12, track: undefined, text: "/claim" };
    const placing = (now: number) => ({ now, until: now + 1, limit: { max: 9, withinMs: 1 } });
    await orders.place({ ...order, id: "old" }, placing(start - 1));
    await orders.place({ ...order, id: "young" }, placing(start));
    expect(await pruneOrders(start)).toBe(1);
    expect(await orders.place({ ...order, id: "young", issue: 13 }, placing(start))).toEqual({
      type: "other order",
    });
    expect(await orders.place({ ...order, id: "old", issue: 13 }, placing(start))).toEqual({
      type: "waiting",
    });
  });
});
