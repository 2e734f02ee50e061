/** One database for several processes: who may open it, what the store of one installation sees, and who is notified of what. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { InstallationId } from "../../../src/engine/model/fact.ts";
import type { PlannedNote } from "../../../src/engine/model/note.ts";
import type { WakeUps } from "../../../src/store/postgres/database/connection.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { openSharedDatabase, type SharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { cycle, decide, delivery, effect, fill, other, recordOf } from "../../contracts/store/samples.ts";
import { demo, issue, links, start, task } from "../../support/issues.ts";
import { change, newDatabase, newIndex, noPostgres, rowsOf } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

const note = statement("INSERT INTO cursor (repository_id, at) VALUES (:id, 1) ON CONFLICT DO NOTHING");

async function shared(url: string, wakeUps?: WakeUps): Promise<SharedDatabase> {
  const database = await openSharedDatabase(url, { clock: fixedClock, ...(wakeUps && { wakeUps }) });
  onTestFinished(database.close);
  return database;
}

function ownerOf(
  { storeFor }: SharedDatabase,
  id: InstallationId,
  requireOwnership = async () => {},
): Promise<Store> {
  return storeFor({ type: "installation", id, requireOwnership });
}

async function alone(url: string): Promise<Store> {
  const store = await openPostgresStore(url, { clock: fixedClock });
  onTestFinished(async () => store.close());
  return store;
}

/** What was woken: in transactions, whether they were committed or not, and after them. */
function heardWakeUps() {
  const heard: (readonly InstallationId[])[] = [];
  const written: (readonly InstallationId[])[] = [];
  const wakeUps: WakeUps = {
    inTransaction: async (queries, installations) => {
      await queries.run(note, { id: "R_woken" });
      heard.push(installations);
    },
    afterCommit: (installations) => void written.push(installations),
  };
  return { heard, written, wakeUps };
}

function order(id: string, repositoryId: string) {
  return { id, repositoryId, agent: "ada", issue: 12, track: undefined, text: "/claim" };
}
const placing = { now: start, until: start + 10_000, limit: { max: 9, withinMs: 1_000 } };
const look = (repositoryId: string, number: number) => ({
  repositoryId,
  target: { number },
  dueAt: start,
  because: "a test",
});

describe.skipIf(noPostgres)("a database that processes share", () => {
  test("processes share it, and a server that serves everything is refused until they have ended", async () => {
    const url = await newIndex();
    const first = await shared(url);
    const second = await shared(url);
    await expect(alone(url)).rejects.toThrow(
      new RegExp(
        `in use by signalbox on .*, process ${process.pid}, since .*, and by 1 more: web or worker processes, which share it\\. Stop them first, or start this process as one of them, with --role web or --role worker\\.`,
      ),
    );
    await first.close();
    await second.close();
    await alone(url);
  });

  test("while one server serves everything, a process that would share is refused", async () => {
    const url = await newIndex();
    const store = await alone(url);
    await expect(shared(url)).rejects.toThrow(
      /in use by signalbox on .*: a server that serves everything itself\. Stop it first, then start web and worker processes/,
    );
    await store.close();
    await shared(url);
  });

  test("a database without an index is not migrated by those who share it", async () => {
    const url = await newDatabase();
    await expect(shared(url)).rejects.toThrow(
      "has no signalbox index. To create it, run `signalbox migrate`.",
    );
    expect(rowsOf(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  test("a write of an installation begins with its turn, and is undone without one", async () => {
    const url = await newIndex();
    const database = await shared(url);
    const store = await ownerOf(database, 1, async () => {
      throw new Error("the turn is lost");
    }).catch((thrown: unknown) => thrown);
    expect(store).toEqual(new Error("the turn is lost"));
    let isLost = false;
    const { index } = await ownerOf(database, 1, async () => {
      if (isLost) throw new Error("the turn is lost");
    });
    isLost = true;
    await expect(index.saveRepositories([demo], [])).rejects.toThrow("the turn is lost");
    expect(rowsOf(url, "SELECT id FROM repository")).toEqual([]);
  });

  test("a store that is closed leaves the connections to the others", async () => {
    const database = await shared(await newIndex());
    const one = await ownerOf(database, 1);
    const two = await ownerOf(database, 2);
    await one.close();
    await two.index.saveRepositories([other], []);
    expect(two.index.repositories()).toEqual([other]);
  });
});

describe.skipIf(noPostgres)("the work of one installation", () => {
  async function opened(): Promise<{ readonly mine: Store; readonly theirs: Store; readonly url: string }> {
    const url = await newIndex();
    const database = await shared(url);
    const filling = await ownerOf(database, 1);
    await filling.index.saveRepositories([demo, other], []);
    return { url, mine: await ownerOf(database, 1), theirs: await ownerOf(database, 2) };
  }

  test("a delivery belongs to the installation that has its repository, else to the payload's, else to none", async () => {
    const { mine, url } = await opened();
    await mine.inbox.admit(delivery("known", { repositoryId: other.id, installationId: 1 }));
    await mine.inbox.admit(delivery("new", { repositoryId: "R_new", installationId: 3 }));
    await mine.inbox.admit(delivery("none", { repositoryId: undefined, installationId: undefined }));
    expect(rowsOf(url, "SELECT guid, owner FROM delivery ORDER BY seq")).toEqual([
      { guid: "known", owner: 2 },
      { guid: "new", owner: 3 },
      { guid: "none", owner: 0 },
    ]);
  });

  test("deliveries are due where they belong, those without a repository among them", async () => {
    const { mine, theirs } = await opened();
    const bare = { repositoryId: undefined };
    await mine.inbox.admit(delivery("a", bare));
    await mine.inbox.admit(delivery("b", { ...bare, installationId: 2 }));
    await mine.inbox.admit(
      delivery("c", { repositoryId: other.id, installationId: 2, receivedAt: start - 9 }),
    );
    expect(await mine.inbox.dueRepositories(start, 9)).toEqual([""]);
    expect(await theirs.inbox.dueRepositories(start, 9)).toEqual([other.id, ""]);
    expect(await mine.inbox.nextDueAt()).toBe(start);
    expect(await theirs.inbox.nextDueAt()).toBe(start - 9);
    const limits = { deliveries: 9, refreshes: 9, inAll: 9 };
    const { deliveries } = await mine.inbox.take("", start, limits);
    expect(deliveries.map(({ guid }) => guid)).toEqual(["a"]);
  });

  test("refresh requests and orders are due where their repository is, else with installation 0", async () => {
    const { mine, theirs, url } = await opened();
    const nobodys = await ownerOf(await shared(url), 0);
    for (const [id, repository] of [
      ["1", demo.id],
      ["2", other.id],
      ["3", "R_gone"],
    ] as const) {
      await mine.index.requestRefreshes([look(repository, 5)]);
      await mine.orders.place(order(id, repository), placing);
    }
    for (const [store, repository] of [
      [mine, demo.id],
      [theirs, other.id],
      [nobodys, "R_gone"],
    ] as const) {
      expect(await store.inbox.dueRepositories(start, 9)).toEqual([repository]);
      expect(await store.inbox.nextDueAt()).toBe(start);
      expect(await store.orders.dueRepositories(start)).toEqual([repository]);
      expect(await store.orders.nextDueAt(start)).toBe(start);
    }
    await theirs.orders.end("2", start + 10_000);
    expect(await theirs.orders.nextDueAt(start)).toBeUndefined();
  });

  test("effects are due where they belong, and only those are recovered when their owner begins", async () => {
    const { mine, theirs, url } = await opened();
    await fill(mine.index, task(12));
    await decide(mine.index, [effect(12, "labels", "blocked")]);
    expect(await mine.outbox.dueInstallations(start)).toEqual([1]);
    expect(await theirs.outbox.dueInstallations(start)).toEqual([]);
    expect(await mine.outbox.nextDueAt()).toBe(start);
    expect(await theirs.outbox.nextDueAt()).toBeUndefined();
    const [due] = await mine.outbox.due(1, start, 9);
    await mine.outbox.sending([due?.id ?? 0], start);
    const database = await shared(url);
    await ownerOf(database, 2);
    expect(await mine.outbox.counts()).toMatchObject({ sending: 1, pending: 0 });
    const next = await ownerOf(database, 1);
    expect(await next.outbox.due(1, start, 9)).toMatchObject([{ sentAt: start }]);
  });

  test("what an owner before may have created is repeated only once GitHub would show it", async () => {
    const { mine, url } = await opened();
    await fill(mine.index, task(12));
    const created = {
      ...effect(12, "status", "first"),
      effect: { type: "AddComment", marker: "m", text: "Hello" },
    } as const;
    await decide(mine.index, [created]);
    const [due] = await mine.outbox.due(1, start, 9);
    await mine.outbox.sending([due?.id ?? 0], start - 5_000);
    const next = await ownerOf(await shared(url), 1);
    expect(await next.outbox.dueInstallations(start)).toEqual([]);
    expect(await next.outbox.nextDueAt()).toBe(start + 20_000);
    expect(await next.outbox.due(1, start + 20_000, 9)).toMatchObject([{ sentAt: start - 5_000 }]);
  });

  test("a process of one installation caches only its repositories", async () => {
    const { mine, theirs, url } = await opened();
    await mine.index.saveLabels(demo.id, { ready: { id: "L1", name: "ready" } });
    await mine.index.commit(cycle({ cursor: { repositoryId: demo.id, at: 7 } }));
    expect(theirs.index.repositories()).toEqual([other]);
    const again = await ownerOf(await shared(url), 1);
    expect(again.index.repositories()).toEqual([demo]);
    expect(again.index.labels(demo.id)).toEqual({ ready: { id: "L1", name: "ready" } });
    expect(again.index.cursor(demo.id)).toBe(7);
  });
});

describe.skipIf(noPostgres)("what an issue has to do with another installation", () => {
  test("brings that one's repository, by a link or by name, in any case", async () => {
    const database = await shared(await newIndex());
    const mine = await ownerOf(database, 1);
    const theirs = await ownerOf(database, 2);
    await mine.index.saveRepositories([demo], []);
    await theirs.index.saveRepositories([other], []);
    const linked = task(12, { blockedBy: links(issue(7, { id: "I_theirs", repositoryId: other.id })) });
    await fill(mine.index, linked, task(13));
    const around = async (id: string) => [...(await mine.index.around([id])).repositories.values()];
    expect((await around(linked.id)).toSorted(byId)).toEqual([demo, other]);
    expect(await around(task(13).id)).toEqual([demo]);
    const naming = recordOf(task(14, { blockedByText: `${other.owner.toUpperCase()}/${other.name}#404` }));
    const named = await mine.index.repositoriesAbout([naming], []);
    expect([...named.values()].toSorted(byId)).toEqual([demo, other]);
    expect(mine.index.repositories()).toEqual([demo]);
  });
});

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

describe.skipIf(noPostgres)("a repository that passes to another installation", () => {
  test("brings what is known of it to the owner that has begun before", async () => {
    const url = await newIndex();
    const database = await shared(url);
    const elsewhere = demo.installationId + 1;
    const before = await ownerOf(database, demo.installationId);
    const after = await ownerOf(database, elsewhere);
    await before.index.saveRepositories([demo], []);
    await before.index.saveLabels(demo.id, { ready: { id: "L1", name: "ready" } });
    await before.index.commit(cycle({ cursor: { repositoryId: demo.id, at: 7 } }));
    await before.index.requestRefreshes([look(demo.id, 1)]);
    await after.index.saveRepositories([{ ...demo, installationId: elsewhere }], []);
    expect(after.index.cursor(demo.id)).toBe(7);
    expect(after.index.labels(demo.id)).toEqual({ ready: { id: "L1", name: "ready" } });
    expect(after.index.isBehind(demo.id, start)).toBe(true);
  });

  test("its notes move with it, and later passes can change them", async () => {
    const { after, index, board } = await reinstalled();
    const { head, notes } = await board.notes(restricted);
    expect(notes.map(({ text, installation }) => [text, installation])).toEqual([["Look.", elsewhere]]);
    expect((await board.notes({ ...restricted, after: head })).notes).toEqual([]);
    await noting(after, [{ ...told, text: "Look again." }]);
    expect((await board.notes(restricted)).notes).toMatchObject([{ text: "Look again." }]);
    await noting(after, []);
    expect((await board.notes(restricted)).notes).toEqual([]);
    await noting(after, [told]);
    await index.commit(cycle({ gone: [told.issueId] }));
    expect((await board.notes(restricted)).notes).toEqual([]);
  });

  test("its notes are new to a reader who has read newer ones of its new installation", async () => {
    const { board, head } = await reinstalled();
    const { notes } = await board.notes({ ...restricted, among: [demo.id, other.id], after: head });
    expect(notes.map(({ text }) => text)).toEqual(["Look."]);
  });

  test("a pass can change notes that an earlier release left with the old installation", async () => {
    const { after, url } = await reinstalled();
    change(url, `UPDATE note SET installation_id = ${demo.installationId} WHERE text = 'Look.'`);
    await noting(after, [{ ...told, text: "Look again." }]);
    await noting(after, []);
    expect(rowsOf(url, "SELECT text FROM note WHERE dropped_at IS NULL")).toEqual([{ text: "Newer." }]);
  });

  test("a reader of its changes learns of issues that were removed before it moved", async () => {
    const database = await shared(await newIndex());
    const before = await ownerOf(database, demo.installationId);
    const after = await ownerOf(database, elsewhere);
    await fill(before.index, task(12), task(13));
    const place = await before.board.changesEnd();
    const repository = { owner: demo.owner, repo: demo.name };
    await before.index.commit(cycle({ gone: ["I_12"] }));
    await after.index.saveRepositories([{ ...demo, installationId: elsewhere }], []);
    const { gone, cards } = await after.board.changes({ after: place, repository, limit: 9 });
    expect([gone, cards].map((list) => list.map(({ id }) => id))).toEqual([["I_12"], ["I_13"]]);
  });
});

const elsewhere = other.installationId;
const told: PlannedNote = {
  issueId: "I_12",
  repositoryId: demo.id,
  kind: "told",
  to: "ada",
  key: "k",
  priority: "soon",
  at: start,
  text: "Look.",
};
const restricted = { agent: "ada", which: "unread", now: start, limit: 9, among: [demo.id] } as const;

const noting = ({ index }: Store, notes: readonly PlannedNote[]): Promise<void> =>
  index.commit(cycle({ decided: notes.map(({ issueId }) => issueId).concat(told.issueId), notes }));

/** The App was uninstalled and installed again: a repository with a note belongs to an installation that has a newer one. */
async function reinstalled() {
  const url = await newIndex();
  const database = await shared(url);
  const before = await ownerOf(database, demo.installationId);
  const after = await ownerOf(database, elsewhere);
  await fill(before.index, task(12));
  await noting(before, [told]);
  const newer = issue(7, { id: "I_theirs", repositoryId: other.id });
  await after.index.commit(cycle({ repositories: [other], records: [recordOf(newer)] }));
  const late = { ...told, issueId: newer.id, repositoryId: other.id, text: "Newer." };
  await after.index.commit(cycle({ decided: [newer.id], notes: [late] }));
  const { head } = await after.board.notes({ ...restricted, among: [other.id] });
  await before.index.saveRepositories([], [demo.id]);
  await after.index.saveRepositories([{ ...demo, installationId: elsewhere }], []);
  return { url, after, index: after.index, board: after.board, head };
}

describe.skipIf(noPostgres)("a web process", () => {
  test("learns what owners have stored since it began", async () => {
    const url = await newIndex();
    let now = start;
    const clock = { ...fixedClock, now: () => now };
    const database = await openSharedDatabase(url, { clock });
    onTestFinished(database.close);
    const web = await database.storeFor({ type: "nothing" });
    const owner = await ownerOf(await shared(url), 1);
    await owner.index.saveRepositories([demo], []);
    await owner.index.saveLabels(demo.id, { ready: { id: "L1", name: "ready" } });
    expect(web.index.repositories()).toEqual([]);
    now += 2_000;
    await expect.poll(() => web.index.repositories()).toEqual([demo]);
    expect(web.index.labels(demo.id)).toEqual({ ready: { id: "L1", name: "ready" } });
  });
});

describe.skipIf(noPostgres)("wake-ups", () => {
  test("owners are told of each new delivery, in its transaction and after it", async () => {
    const url = await newIndex();
    const { heard, written, wakeUps } = heardWakeUps();
    const { inbox } = await (await shared(url, wakeUps)).storeFor({ type: "nothing" });
    await Promise.all(
      ["a", "b"].map((guid) => inbox.admit(delivery(guid, { installationId: guid === "a" ? 2 : 1 }))),
    );
    expect(heard.flat().toSorted()).toEqual([1, 2]);
    expect(written).toEqual(heard);
    await inbox.admit(delivery("a", { installationId: 2 }));
    expect(written.flat()).toHaveLength(2);
  });

  test("a web process tells the owners of what it asks for, an owner only the others", async () => {
    const url = await newIndex();
    const { heard, written, wakeUps } = heardWakeUps();
    const database = await shared(url, wakeUps);
    const web = await database.storeFor({ type: "nothing" });
    const mine = await ownerOf(database, 1);
    await mine.index.saveRepositories([demo, other], []);
    expect(written.splice(0)).toEqual([[2]]);
    await mine.index.requestRefreshes([look(other.id, 1), look(demo.id, 1)]);
    expect(written.splice(0)).toEqual([[2]]);
    await mine.index.requestRefreshes([look(demo.id, 2)]);
    expect(written).toEqual([]);
    await web.index.requestRefreshes([look(other.id, 3), look(demo.id, 3), look("R_gone", 3)]);
    expect(written.splice(0)).toEqual([[0, 1, 2]]);
    await web.orders.place(order("1", other.id), placing);
    expect(written.splice(0)).toEqual([[2]]);
    expect(heard).toHaveLength(4);
  });

  test("a commit that is undone wakes no installation", async () => {
    const url = await newIndex();
    const { heard, written, wakeUps } = heardWakeUps();
    let isFull = true;
    const failing: WakeUps = {
      ...wakeUps,
      inTransaction: async (...asked) => {
        await wakeUps.inTransaction(...asked);
        if (isFull) throw new Error("the disk is full");
      },
    };
    const web = await (await shared(url, failing)).storeFor({ type: "nothing" });
    await expect(web.inbox.admit(delivery("a"))).rejects.toThrow("the disk is full");
    await expect(web.orders.place(order("1", demo.id), placing)).rejects.toThrow("the disk is full");
    expect([heard.length, written.length]).toEqual([2, 0]);
    expect(rowsOf(url, "SELECT repository_id FROM cursor")).toEqual([]);
    isFull = false;
    expect(await web.inbox.admit(delivery("a"))).toBe("new");
    expect(written).toEqual([[1]]);
  });

  test("a repository that passed to another installation is not deleted by the owner that had it", async () => {
    const url = await newIndex();
    const database = await shared(url);
    const third = { ...demo, id: "R_third", name: "third" };
    const elsewhere = demo.installationId + 1;
    const before = await ownerOf(database, demo.installationId);
    await before.index.saveRepositories([demo, third], []);
    const after = await ownerOf(database, elsewhere);
    await after.index.saveRepositories([{ ...demo, installationId: elsewhere }], []);
    await before.index.saveRepositories([], [demo.id, third.id]);
    expect(before.index.repositories()).toEqual([]);
    expect(rowsOf(url, "SELECT id, installation_id FROM repository")).toEqual([
      { id: demo.id, installation_id: elsewhere },
    ]);
  });
});

describe.skipIf(noPostgres)("data of removed repositories", () => {
  const theirs = Array.from({ length: 450 }, (_, n) =>
    issue(n + 1, { id: `I_o${n + 1}`, repositoryId: other.id }),
  );

  test("is deleted by two processes at once, and reported by one of them", async () => {
    const url = await newIndex();
    const owner = await ownerOf(await shared(url), 2);
    await fill(owner.index, ...theirs);
    await owner.index.saveRepositories([], [other.id]);
    const workers = await Promise.all(
      [1, 2].map(async () => (await shared(url)).storeFor({ type: "nothing" })),
    );
    const deleted = await Promise.all(workers.map((each) => each.pruneRemoved(start)));
    expect(deleted.flat()).toEqual([{ id: other.id, name: "Acme/Other", issues: theirs.length }]);
    expect(rowsOf(url, "SELECT id FROM issue UNION ALL SELECT id FROM issue_order")).toEqual([]);
  });

  test("wakes the owners of the issues that they were linked to", async () => {
    const url = await newIndex();
    const { heard, wakeUps } = heardWakeUps();
    const mine = await ownerOf(await shared(url), demo.installationId);
    const blocker = issue(1, { id: "I_o1", repositoryId: other.id });
    const waiting = task(12, { blockedBy: links(blocker) });
    await fill(mine.index, waiting, { ...blocker, blocking: links(waiting) });
    await (await ownerOf(await shared(url), 2)).index.saveRepositories([], [other.id]);
    const worker = await (await shared(url, wakeUps)).storeFor({ type: "nothing" });
    await worker.pruneRemoved(start);
    expect(heard.flat()).toEqual([demo.installationId]);
    const limits = { deliveries: 9, refreshes: 9, inAll: 9 };
    const { refreshes } = await mine.inbox.take(demo.id, start, limits);
    expect(refreshes.map(({ target }) => target)).toEqual([{ id: "I_12" }]);
  });

  test("is no longer cached by an owner that knew it", async () => {
    const url = await newIndex();
    const owner = await ownerOf(await shared(url), 2);
    await owner.index.saveRepositories([other], []);
    await owner.index.commit(cycle({ cursor: { repositoryId: other.id, at: 7 } }));
    await owner.index.saveRepositories([], [other.id]);
    await (await (await shared(url)).storeFor({ type: "nothing" })).pruneRemoved(start);
    await owner.index.saveRepositories([other], []);
    expect(owner.index.cursor(other.id)).toBeUndefined();
  });
});
