/**
 * What every Index promises of records, refresh requests, repositories and the ledger. Run against each
 * adapter.
 */
import { describe, expect, test } from "vitest";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { evidence, head, nextHead, pullRequest } from "../../support/evidence.ts";
import { closed, completed, demo, handover, issue, start, task } from "../../support/issues.ts";
import { idIn, ledgerIn, recordIn, refreshesDue } from "../../support/store-questions.ts";
import { type Adapter, cycle, delivery, effect, fill, other, recordOf } from "./samples.ts";

export function indexContract(adapter: Adapter): void {
  describe(`the index of ${adapter.name}`, () => {
    test("a record is returned as it was stored, before and after a crash", async () => {
      const { index } = await adapter.open();
      const record = recordOf(task(12, { blockedByText: "#40" }), { edgeMadeAt: { I_40: start } });
      await index.commit(cycle({ repositories: [demo], records: [record] }));
      expect(await recordIn(index, "I_12")).toEqual(record);
      expect(await recordIn((await adapter.restart()).index, "I_12")).toEqual(record);
    });

    test("a newer record replaces an older one", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12));
      expect((await recordIn(index, "I_12"))?.seen.title).toBe("Task 12");
      await fill(index, task(12, { title: "Renamed" }));
      expect((await recordIn(index, "I_12"))?.seen.title).toBe("Renamed");
      expect(await index.issueIds(demo.id)).toEqual(["I_12"]);
    });

    test("a read that brought nothing counts as the last one, before and after a crash", async () => {
      const { index } = await adapter.open();
      const first = recordOf(task(12), { edgeMadeAt: { I_40: start } });
      const again = { ...first, readAt: start + 5 };
      await index.commit(cycle({ repositories: [demo], records: [first] }));
      await index.commit(cycle({ records: [again] }));
      expect(await recordIn(index, "I_12")).toEqual(again);
      expect(await index.oldestRead(demo.id, start + 5, 9)).toEqual([]);
      const { index: restarted } = await adapter.restart();
      expect(await recordIn(restarted, "I_12")).toEqual(again);
      expect(await restarted.oldestRead(demo.id, start + 6, 9)).toEqual(["I_12"]);
    });

    test("H03 our presence starts with our first comment of any kind, or the first issue that we opened", async () => {
      const { index } = await adapter.open();
      const ownSince = () => index.traces(demo.id).ownSince;
      expect(ownSince()).toBeUndefined();
      const wake = { id: "IC_1", key: "wake:I_1@5", text: "", persisted: undefined };
      await fill(index, task(12, { own: [{ ...wake, createdAt: start, isMinimized: false }] }));
      expect(ownSince()).toBe(start);
      const opened = { opened: { key: "open:I_1:x" }, createdAt: start - 5 };
      await fill(index, task(13, opened), task(14, { createdAt: start - 9 }));
      expect(ownSince()).toBe(start - 5);
      expect((await adapter.restart()).index.traces(demo.id).ownSince).toBe(start - 5);
    });

    test("a deleted issue has no record", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12), task(13));
      await index.commit(cycle({ gone: ["I_12"] }));
      expect(await recordIn(index, "I_12")).toBeUndefined();
      expect(await idIn(index, demo.id, 12)).toBeUndefined();
      expect(await index.issueIds(demo.id)).toEqual(["I_13"]);
    });

    test("issues are found by number and by name, case-insensitively", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12));
      expect(await idIn(index, demo.id, 12)).toBe("I_12");
      expect(await idIn(index, other.id, 12)).toBeUndefined();
      expect(await index.resolve("ACME", "Demo", 12)).toEqual({ repositoryId: demo.id, id: "I_12" });
      expect(await index.resolve("acme", "demo", 13)).toEqual({ repositoryId: demo.id, id: undefined });
      expect(await index.resolve("acme", "unknown", 12)).toBeUndefined();
      expect(index.repositoryNamed("ACME", "Demo")).toEqual(demo);
      expect(index.repositoryNamed("acme", "unknown")).toBeUndefined();
    });

    test("many issues are asked for at once, and those without a record are left out", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12), task(13));
      expect([...(await index.records(["I_13", "I_404", "I_12", "I_13"])).keys()]).toEqual(["I_13", "I_12"]);
      expect(await index.idsOf(demo.id, [13, 404])).toEqual(new Map([[13, "I_13"]]));
    });

    test("another process sees what was committed, while the first goes on writing", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12));
      const { board } = await adapter.openBeside();
      const seen = async () => (await board.repositories()).map(({ id }) => id);
      expect(await seen()).toEqual([demo.id, other.id]);
      await index.saveRepositories([], [demo.id]);
      expect(await seen()).toEqual([other.id]);
    });

    test("a name that changed hands means the repository last seen with it", async () => {
      const { index } = await adapter.open();
      await index.saveRepositories([demo, other], []);
      await index.saveRepositories([{ ...other, owner: demo.owner, name: demo.name }], []);
      expect((await index.resolve("acme", "demo", 1))?.repositoryId).toBe(other.id);
    });

    test("repositories are stored as last seen, and deleted when gone", async () => {
      const { index } = await adapter.open();
      await index.saveRepositories([demo, other], []);
      await index.saveRepositories([{ ...demo, isArchived: true }], [other.id]);
      expect(index.repositories()).toEqual([{ ...demo, isArchived: true }]);
      expect(index.repository(demo.id)?.isArchived).toBe(true);
      expect(index.repository(other.id)).toBeUndefined();
    });

    test("an installation's read-only access is stored, too", async () => {
      const { index } = await adapter.open();
      await index.saveRepositories([{ ...demo, lacksPermission: true }], []);
      expect(index.repository(demo.id)).toEqual({ ...demo, lacksPermission: true });
      await index.saveRepositories([{ ...demo, lacksContents: true }], []);
      expect(index.repository(demo.id)).toEqual({ ...demo, lacksContents: true });
      await index.saveRepositories([{ ...demo, lacksWorkflows: true }], []);
      expect(index.repository(demo.id)).toEqual({ ...demo, lacksWorkflows: true });
      await index.saveRepositories([demo], []);
      expect(index.repository(demo.id)).toEqual(demo);
    });

    test("our labels are stored by repository, as last found", async () => {
      const { index } = await adapter.open();
      expect(index.labels(demo.id)).toEqual({});
      await index.saveLabels(demo.id, { answered: { id: "LA_1", name: "answered" } });
      const renamed = {
        answered: { id: "LA_1", name: "done" },
        escalated: { id: "LA_2", name: "escalated" },
      };
      await index.saveLabels(demo.id, renamed);
      expect([index.labels(demo.id), index.labels(other.id)]).toEqual([renamed, {}]);
    });

    test("a cursor is stored by repository", async () => {
      const { index } = await adapter.open();
      expect(index.cursor(demo.id)).toBeUndefined();
      await index.commit(cycle({ cursor: { repositoryId: demo.id, at: start } }));
      await index.commit(cycle({ cursor: { repositoryId: demo.id, at: start + 1 } }));
      expect([index.cursor(demo.id), index.cursor(other.id)]).toEqual([start + 1, undefined]);
    });

    test("open issues of a kind are listed, the longest unread first", async () => {
      const { index } = await adapter.open();
      const records = [
        recordOf(task(1), { readAt: start + 3 }),
        recordOf(task(2), { readAt: start + 1 }),
        recordOf(task(3), { readAt: start + 9 }),
        recordOf(issue(4), { readAt: start }),
        recordOf(closed(task(5), completed, start), { readAt: start }),
        recordOf(task(6, { repositoryId: other.id }), { readAt: start }),
      ];
      await index.commit(cycle({ repositories: [demo, other], records }));
      expect(await index.oldestRead(demo.id, start + 9, 10)).toEqual(["I_2", "I_1"]);
      expect(await index.oldestRead(demo.id, start + 9, 1)).toEqual(["I_2"]);
    });

    test("open issues are counted by repository, whatever they are", async () => {
      const { index } = await adapter.open();
      const records = [
        recordOf(task(1)),
        recordOf(issue(4)),
        recordOf(closed(task(5), completed, start)),
        recordOf(task(6, { repositoryId: other.id })),
      ];
      await index.commit(cycle({ repositories: [demo, other], records }));
      expect(await Promise.all([demo.id, other.id, "R_none"].map(index.openIssues.bind(index)))).toEqual([
        2, 1, 0,
      ]);
    });

    test("a closed handover is read again while its pull request is open", async () => {
      const { index } = await adapter.open();
      const done = (number: number, found: ReturnType<typeof evidence>) =>
        recordOf(closed(handover(number, "#12"), completed, start), { evidence: found });
      const merged = evidence({ pullRequest: pullRequest({ state: "merged" }) });
      const records = [done(60, evidence()), done(61, merged), recordOf(closed(task(12), completed, start))];
      await index.commit(cycle({ repositories: [demo], records }));
      expect(await index.oldestRead(demo.id, Number.MAX_SAFE_INTEGER, 10)).toEqual(["I_60"]);
    });

    test("handovers are found by the work that they report, and while that is not yet known", async () => {
      const { index } = await adapter.open();
      const elsewhere = evidence({ pullRequest: pullRequest({ number: 35, headSha: nextHead }) });
      const records = [
        recordOf(handover(60, "#12"), { evidence: evidence() }),
        recordOf(closed(handover(61, "#12"), completed, start), { evidence: elsewhere }),
        recordOf(handover(62, "#12")),
        recordOf(closed(handover(63, "#12"), completed, start)),
        recordOf(handover(64, "#12", { repositoryId: other.id }), { evidence: evidence() }),
        recordOf(handover(65, "#12"), {
          evidence: evidence({ pullRequest: pullRequest({ number: 36, headSha: head }) }),
          persisted: {
            ...emptyPersistedState,
            settled: {
              version: { title: "", hash: "a" },
              commit: head,
              since: 0,
              how: "evidence",
              at: start,
            },
          },
        }),
        recordOf(task(12)),
      ];
      await index.commit(cycle({ repositories: [demo, other], records }));
      const about = async (...work: Parameters<typeof index.handoversAbout>[1]) =>
        (await index.handoversAbout(demo.id, work)).toSorted();
      expect(await about({ pullRequest: 34 })).toEqual(["I_60", "I_62"]);
      expect(await about({ commit: nextHead })).toEqual(["I_61", "I_62"]);
      expect(await about({ commit: head }, { pullRequest: 35 })).toEqual(["I_60", "I_61", "I_62", "I_65"]);
      expect(await about({ pullRequest: 37 })).toEqual(["I_62"]);
      expect(await about({ base: "main" })).toEqual(["I_65"]);
      expect(await about({ base: "next" })).toEqual([]);
    });

    test("a reconcile pass is stored completely or not at all", async () => {
      const { index, inbox } = await adapter.open();
      await inbox.admit(delivery("a"));
      const unkeepable = { ...recordOf(task(13)), readAt: Number.NaN };
      const result = cycle({
        settled: ["a"],
        repositories: [demo],
        records: [recordOf(task(12)), unkeepable],
        decided: ["I_12"],
        effects: [effect(12, "labels", "k")],
      });
      await expect(index.commit(result)).rejects.toThrow();
      expect(await recordIn(index, "I_12")).toBeUndefined();
      expect(index.repository(demo.id)).toBeUndefined();
      expect((await inbox.counts()).pending).toBe(1);
    });

    test("a reconcile pass that fails does not fail its neighbours", async () => {
      const { index } = await adapter.open();
      const bad = index.commit(cycle({ records: [{ ...recordOf(task(13)), readAt: Number.NaN }] }));
      const good = index.commit(cycle({ repositories: [demo], records: [recordOf(task(12))] }));
      await expect(bad).rejects.toThrow();
      await good;
      expect((await recordIn(index, "I_12"))?.seen.number).toBe(12);
      expect(index.repository(demo.id)).toEqual(demo);
    });

    test("the step is called when a reconcile pass is durable", async () => {
      const heard: string[] = [];
      const { index } = await adapter.open((step) => heard.push(step));
      await index.commit(cycle({})).then(() => heard.push("heard"));
      expect(heard).toEqual(["cycle committed", "heard"]);
    });
  });

  describe(`the refresh requests of ${adapter.name}`, () => {
    const look = (number: number, dueAt: number) => ({
      repositoryId: demo.id,
      target: { number },
      dueAt,
      because: `due at ${dueAt - start}`,
    });

    test("refresh requests are returned when they are due, the earliest first", async () => {
      const { index, inbox } = await adapter.open();
      await index.requestRefreshes([look(1, start + 2), look(2, start + 1), look(3, start + 9)]);
      expect((await refreshesDue(inbox, demo.id, start + 2, 10)).map(({ target }) => target)).toEqual([
        { number: 2 },
        { number: 1 },
      ]);
      expect(await refreshesDue(inbox, demo.id, start + 2, 1)).toHaveLength(1);
      expect(await refreshesDue(inbox, other.id, start + 2, 10)).toEqual([]);
      expect(await inbox.nextDueAt()).toBe(start + 1);
    });

    test("requests for one target become one, with the earliest time and its reason", async () => {
      const { index, inbox } = await adapter.open();
      await index.requestRefreshes([look(1, start + 5), look(1, start + 2), look(1, start + 7)]);
      const refreshes = await refreshesDue(inbox, demo.id, start + 9, 10);
      expect(refreshes).toMatchObject([{ dueAt: start + 2, because: "due at 2" }]);
    });

    test("a request that may decide from the index and one that reads wait for their own times", async () => {
      const { index, inbox } = await adapter.open();
      const decides = { ...look(1, start), unlessFresh: true } as const;
      await index.requestRefreshes([look(1, start + 5), decides, { ...decides, dueAt: start + 7 }]);
      const first = await refreshesDue(inbox, demo.id, start + 4, 10);
      expect(first).toMatchObject([{ dueAt: start, unlessFresh: true }]);
      await index.commit(cycle({ refreshed: first.map(({ id }) => id) }));
      const rest = await refreshesDue(inbox, demo.id, start + 9, 10);
      expect(rest).toMatchObject([{ dueAt: start + 5 }]);
      expect(rest[0]?.unlessFresh).toBeUndefined();
    });

    test("a comparison and a request to read are two", async () => {
      const { index, inbox } = await adapter.open();
      const compares = { ...look(1, start), unlessUnchanged: true } as const;
      await index.requestRefreshes([look(1, start + 5), compares]);
      const first = await refreshesDue(inbox, demo.id, start + 4, 10);
      expect(first).toMatchObject([{ dueAt: start, unlessUnchanged: true }]);
      await index.commit(cycle({ refreshed: first.map(({ id }) => id) }));
      const rest = await refreshesDue(inbox, demo.id, start + 9, 10);
      expect(rest).toMatchObject([{ dueAt: start + 5 }]);
      expect(rest[0]?.unlessUnchanged).toBeUndefined();
    });

    test("a look at an open issue and a request to read it whatever its state are two", async () => {
      const { index, inbox } = await adapter.open();
      const looks = { ...look(1, start), unlessClosed: true } as const;
      await index.requestRefreshes([look(1, start + 5), looks, { ...looks, dueAt: start + 7 }]);
      const first = await refreshesDue(inbox, demo.id, start + 4, 10);
      expect(first).toMatchObject([{ dueAt: start, unlessClosed: true }]);
      await index.commit(cycle({ refreshed: first.map(({ id }) => id) }));
      const rest = await refreshesDue(inbox, demo.id, start + 9, 10);
      expect(rest).toMatchObject([{ dueAt: start + 5 }]);
      expect(rest[0]?.unlessClosed).toBeUndefined();
    });

    test("a number and the id that it belongs to are one target", async () => {
      const { index, inbox } = await adapter.open();
      await fill(index, task(12));
      await index.requestRefreshes([look(12, start + 5), { ...look(0, start + 2), target: { id: "I_12" } }]);
      expect(await refreshesDue(inbox, demo.id, start + 9, 10)).toMatchObject([
        { target: { id: "I_12" }, dueAt: start + 2 },
      ]);
    });

    test("completing a refresh request does not swallow one that came after it was read", async () => {
      const { index, inbox } = await adapter.open();
      await index.requestRefreshes([look(1, start)]);
      const refreshed = (await refreshesDue(inbox, demo.id, start, 10)).map(({ id }) => id);
      await index.requestRefreshes([look(1, start + 1)]);
      await index.commit(cycle({ refreshed }));
      expect(await refreshesDue(inbox, demo.id, start, 10)).toHaveLength(1);
      await index.commit(
        cycle({ refreshed: (await refreshesDue(inbox, demo.id, start, 10)).map(({ id }) => id) }),
      );
      expect(await refreshesDue(inbox, demo.id, start + 9, 10)).toEqual([]);
    });

    test("while a page of a repository's issues is due, its refresh requests wait", async () => {
      const { index, inbox } = await adapter.open();
      const all = { deliveries: 10, refreshes: 10, inAll: 20 };
      const page = { repositoryId: demo.id, after: undefined, dueAt: start };
      await index.commit(cycle({ refreshes: [look(1, start)], page }));
      const first = await inbox.take(demo.id, start, all);
      expect(first).toMatchObject({ refreshes: [], page });
      const next = { ...page, after: "Y3Vyc29yOjEwMA==", dueAt: start + 60 };
      await index.commit(cycle({ refreshed: [first.page?.id ?? 0], page: next }));
      const meanwhile = await inbox.take(demo.id, start, all);
      expect(meanwhile).toMatchObject({ refreshes: [{ target: { number: 1 } }], page: undefined });
      await index.commit(cycle({ refreshed: meanwhile.refreshes.map(({ id }) => id) }));
      expect(index.isBehind(demo.id, start)).toBe(true);
      expect(await inbox.nextDueAt()).toBe(start + 60);
      expect(await inbox.dueRepositories(start + 60, 10)).toEqual([demo.id]);
      const last = await inbox.take(demo.id, start + 60, all);
      expect(last).toMatchObject({ refreshes: [], page: next });
      expect((await inbox.take(other.id, start + 60, all)).page).toBeUndefined();
      await index.commit(cycle({ refreshed: [last.page?.id ?? 0], refreshes: [look(1, start + 90)] }));
      expect(await inbox.nextDueAt()).toBe(start + 90);
      expect(index.isBehind(demo.id, start + 89)).toBe(false);
      expect(index.isBehind(demo.id, start + 90)).toBe(true);
      expect(index.isBehind(other.id, start + 90)).toBe(false);
    });

    test("counts what has to be read before the index has all leases: pages, and requests that say so", async () => {
      const { index, inbox } = await adapter.open();
      const page = { repositoryId: demo.id, after: undefined, dueAt: start };
      expect(index.toAdopt(demo.id)).toBe(0);
      await index.commit(cycle({ page, refreshes: [look(1, start + 5)] }));
      expect(index.toAdopt(demo.id)).toBe(1);
      const read = await inbox.take(demo.id, start, { deliveries: 10, refreshes: 10, inAll: 20 });
      const adopts = { ...look(1, start + 50), adopts: true } as const;
      const refreshes = [adopts, { ...adopts, target: { number: 2 }, unlessFresh: true }] as const;
      await index.commit(cycle({ refreshed: [read.page?.id ?? 0], refreshes }));
      expect([index.toAdopt(demo.id), index.toAdopt(other.id)]).toEqual([2, 0]);
      const due = await refreshesDue(inbox, demo.id, start + 50, 10);
      expect(due).toMatchObject([look(1, start + 5), ...refreshes]);
      expect(due.map(({ adopts }) => adopts)).toEqual([undefined, true, true]);
      await index.commit(cycle({ refreshed: due.slice(0, 2).map(({ id }) => id) }));
      expect(index.toAdopt(demo.id)).toBe(1);
      await index.commit(cycle({ refreshed: due.slice(2).map(({ id }) => id) }));
      expect(index.toAdopt(demo.id)).toBe(0);
    });

    test("a reconcile pass may postpone the refresh request that it completes", async () => {
      const { index, inbox } = await adapter.open();
      await index.requestRefreshes([look(1, start)]);
      const refreshed = (await refreshesDue(inbox, demo.id, start, 10)).map(({ id }) => id);
      await index.commit(cycle({ refreshed, refreshes: [look(1, start + 60)] }));
      expect(await refreshesDue(inbox, demo.id, start, 10)).toEqual([]);
      expect(await refreshesDue(inbox, demo.id, start + 60, 10)).toHaveLength(1);
    });
  });

  describe(`the ledger of ${adapter.name}`, () => {
    const entry = (what: string) => ({
      at: start,
      repositoryId: demo.id,
      issueId: "I_12",
      kind: "done",
      rule: "some-rule",
      because: "So it is.",
      what,
      delivery: undefined,
      actor: { id: "U_maria", login: "maria", role: "admin" },
    });

    test("the newest lines about an issue come oldest first", async () => {
      const { index, board } = await adapter.open();
      await index.note([entry("one"), entry("two"), { ...entry("elsewhere"), issueId: "I_13" }]);
      await index.commit(cycle({ ledger: [entry("three")] }));
      const { kind } = entry("two");
      const line = { at: start, kind, rule: "some-rule", because: "So it is.", askedBy: "maria (admin)" };
      expect(await ledgerIn(index, "I_12", 2)).toEqual([
        { ...line, what: "two" },
        { ...line, what: "three" },
      ]);
      expect((await board.ledgerOf("I_12", 10)).map(({ what }) => what)).toEqual(["one", "two", "three"]);
    });

    test("a proposed effect is recorded when it is new, not each time it is decided", async () => {
      const { index } = await adapter.open();
      const wish = effect(12, "labels", "blocked");
      for (let i = 0; i < 3; i++) await index.commit(cycle({ decided: ["I_12"], effects: [wish] }));
      expect(await ledgerIn(index, "I_12", 10)).toEqual([
        {
          at: start,
          kind: "decided",
          rule: "test-rule",
          because: "blocked is wished.",
          askedBy: undefined,
          what: expect.stringContaining("blocked"),
        },
      ]);
      await index.commit(cycle({ decided: ["I_12"], effects: [effect(12, "labels", "ready")] }));
      expect((await ledgerIn(index, "I_12", 10)).map(({ what }) => what)).toEqual([
        expect.stringContaining("blocked"),
        expect.stringContaining("ready"),
      ]);
    });
  });
}
