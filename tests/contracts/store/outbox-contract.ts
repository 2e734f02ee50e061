/** What every Outbox promises, and how a reconcile pass's commit fills it. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { CreationCharges, StoredBackoff } from "../../../src/dispatcher/ports/account.ts";
import { createBudget } from "../../../src/github/transport/budget.ts";
import { fakeClock } from "../../github/world.ts";
import { alice, demo, mallory, start, task } from "../../support/issues.ts";
import { ledgerIn, recordIn, refreshesDue } from "../../support/store-questions.ts";
import { type Adapter, cycle, decide, effect, fill, other, type Ports, recordOf } from "./samples.ts";

const keysDue = async ({ outbox }: Ports, now = start): Promise<readonly string[]> =>
  (await outbox.due(demo.installationId, now, 100)).map(({ key }) => key);
const idsDue = async ({ outbox }: Ports, now = start): Promise<readonly number[]> =>
  (await outbox.due(demo.installationId, now, 100)).map(({ id }) => id);

/** Marks what is due as sending. */
const sendAll = async (ports: Ports, at = start): Promise<readonly number[]> =>
  ports.outbox.sending(await idsDue(ports, at), at);

const firstOf = (ids: readonly number[]): number => {
  const [first] = ids;
  if (first === undefined) throw new Error("Nothing was due.");
  return first;
};

export function outboxContract(adapter: Adapter): void {
  describe(`the effects of a reconcile pass in ${adapter.name}`, () => {
    test("an effect is returned as it was decided", async () => {
      const ports = await adapter.open();
      const wish = effect(12, "labels", "blocked");
      await decide(ports.index, [wish]);
      expect(await ports.outbox.due(demo.installationId, start, 10)).toEqual([
        { ...wish, id: expect.any(Number), attempts: 0, sentAt: undefined },
      ]);
    });

    test("a proposed effect replaces the one that waits in its slot", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "blocked"), effect(12, "edge I_1", "edge I_1 added")]);
      await decide(ports.index, [effect(12, "labels", "ready"), effect(12, "edge I_1", "edge I_1 added")]);
      expect(await keysDue(ports)).toEqual(["edge I_1 added", "ready"]);
    });

    test("C19 an effect that a person waits for goes out before one that only displays, whatever came first", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "blocked"), effect(12, "status", "shown")]);
      await decide(ports.index, [effect(13, "wake", "woken")]);
      await decide(ports.index, [effect(14, "reply:IC_1", "answered")]);
      expect(await keysDue(ports)).toEqual(["woken", "answered", "blocked", "shown"]);
    });

    test("a proposed effect that is no longer decided is dropped", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "blocked"), effect(13, "labels", "blocked")]);
      await decide(ports.index, [], ["I_12"]);
      expect((await ports.outbox.due(1, start, 10)).map(({ issueId }) => issueId)).toEqual(["I_13"]);
    });

    test("the same effect keeps its place, its attempts and its time, with its newest text", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "k")]);
      const [id] = await sendAll(ports);
      if (id === undefined) throw new Error("Nothing was due.");
      const outcome = { type: "retry", id, at: start + 60, error: "502", uncertain: false } as const;
      await ports.outbox.receipt([outcome], [], [], []);
      const fresh = {
        ...effect(12, "labels", "k"),
        effect: { type: "CloseIssue", reason: "completed" },
      } as const;
      await decide(ports.index, [fresh]);
      expect(await keysDue(ports)).toEqual([]);
      expect(await ports.outbox.due(1, start + 60, 10)).toMatchObject([
        { id, attempts: 1, effect: fresh.effect },
      ]);
    });

    test("an effect in progress is not queued again, and cancels one that was to follow it", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "ready")]);
      const ids = await sendAll(ports);
      await decide(ports.index, [effect(12, "labels", "blocked")]);
      await decide(ports.index, [effect(12, "labels", "ready")]);
      expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 1, refused: 0 });
      await ports.outbox.receipt([{ type: "done", id: firstOf(ids) }], [], [], []);
      expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 0 });
    });

    test("a refused effect is shown, and not retried until another was proposed", async () => {
      const ports = await adapter.open();
      await fill(ports.index, task(12));
      await decide(ports.index, [effect(12, "labels", "k")]);
      const id = firstOf(await sendAll(ports));
      await ports.outbox.receipt([{ type: "refused", id, error: "403 forbidden" }], [], [], []);
      await decide(ports.index, [effect(12, "labels", "k")]);
      await decide(ports.index, [], ["I_12"]);
      expect((await ports.index.around(["I_12"])).refusals).toEqual(
        new Map([["I_12", [{ slot: { type: "labels" }, key: "k", message: "403 forbidden" }]]]),
      );
      expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 1 });
      await decide(ports.index, [effect(12, "labels", "other")]);
      await decide(ports.index, [effect(12, "labels", "k")]);
      expect(await keysDue(ports)).toEqual(["k"]);
      expect((await ports.index.around(["I_12"])).refusals).toEqual(new Map());
    });

    test("a refusal says how often the effect was tried, and for how long", async () => {
      const ports = await adapter.open();
      await fill(ports.index, task(12));
      await decide(ports.index, [effect(12, "labels", "k")]);
      const id = firstOf(await sendAll(ports));
      const again = { type: "retry", id, at: start + 7_000, error: "405", uncertain: true } as const;
      await ports.outbox.receipt([again], [], [], []);
      await sendAll(ports, start + 7_000);
      await ports.outbox.receipt([{ type: "refused", id, error: "405" }], [], [], []);
      const refusal = { slot: { type: "labels" }, key: "k", message: "405" };
      expect((await ports.index.around(["I_12"])).refusals).toEqual(
        new Map([["I_12", [{ ...refusal, tried: { times: 2, forMs: 7_000 } }]]]),
      );
    });

    test("a deleted issue has no effects", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "k")]);
      await ports.index.commit(cycle({ gone: ["I_12"] }));
      expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 0 });
    });

    test("effects go to the installation of their repository, also when it becomes known later or changes", async () => {
      const { index, outbox } = await adapter.open();
      await index.commit(cycle({ decided: ["I_12"], effects: [effect(12, "labels", "k")] }));
      expect(await outbox.dueInstallations(start)).toEqual([]);
      await index.saveRepositories([demo, other], []);
      expect(await outbox.dueInstallations(start)).toEqual([1]);
      await index.saveRepositories([{ ...demo, installationId: 7 }], []);
      expect(await outbox.dueInstallations(start)).toEqual([7]);
      expect(await outbox.due(7, start, 10)).toHaveLength(1);
    });
  });

  describe(`the outbox of ${adapter.name}`, () => {
    test("issues come oldest first, and the limit never splits an issue's order", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(2, "labels", "2 labels"), effect(2, "edge I_1", "2 edge")]);
      await decide(ports.index, [effect(1, "labels", "1 labels")]);
      expect(await keysDue(ports)).toEqual(["2 edge", "2 labels", "1 labels"]);
      expect((await ports.outbox.due(1, start, 1)).map(({ key }) => key)).toEqual(["2 edge"]);
    });

    test("C19 what people wait for goes first, then what others act on, then what only shows, however many there are", async () => {
      const ports = await adapter.open();
      const slots = ["status", "check", "labels", "edge I_1", "wake"];
      for (const issue of [1, 2, 3])
        await decide(
          ports.index,
          slots.map((slot) => effect(issue, slot, `${issue} ${slot}`)),
        );
      const notices = ["1 wake", "2 wake", "3 wake"];
      const labels = [1, 2, 3].flatMap((issue) => [`${issue} edge I_1`, `${issue} labels`]);
      const checks = ["1 check", "2 check", "3 check"];
      // The statuses follow once the notices are known to be there.
      expect(await keysDue(ports)).toEqual([...notices, ...labels, ...checks]);
      const some = await ports.outbox.due(demo.installationId, start, 4);
      expect(some.map(({ key }) => key)).toEqual([...notices, "1 edge I_1"]);
    });

    test("a closing takes the status before it along, ahead of what only shows", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(1, "status", "1 status"), effect(1, "minimize C_1", "1 minimize")]);
      await decide(ports.index, [effect(2, "status", "2 status"), effect(2, "close", "2 close")]);
      await decide(ports.index, [effect(3, "labels", "3 labels")]);
      const inOrder = ["2 status", "2 close", "3 labels", "1 minimize", "1 status"];
      expect(await keysDue(ports)).toEqual(inOrder);
      const ids = await idsDue(ports);
      expect(await ports.outbox.sending(ids, start)).toEqual(ids);
    });

    test("the notice goes before the status, and the status before the close", async () => {
      const ports = await adapter.open();
      const slots = ["close", "status", "reply:C_1", "wake", "labels", "edge I_1"];
      await decide(
        ports.index,
        slots.map((slot) => effect(12, slot, slot)),
      );
      expect(await keysDue(ports)).toEqual(["wake", "reply:C_1", "edge I_1", "labels"]);
      const ids = await sendAll(ports);
      expect(await keysDue(ports)).toEqual([]);
      await ports.outbox.receipt(
        ids.map((id) => ({ type: "done", id })),
        ...[[], [], []],
      );
      expect(await keysDue(ports)).toEqual(["status", "close"]);
    });

    test("a postponed notice defers status and close, but not labels", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "wake", "wake"), effect(12, "status", "status")]);
      const id = firstOf(await sendAll(ports));
      const outcome = {
        type: "retry",
        id,
        at: start + 60,
        error: "403 slow down",
        uncertain: false,
      } as const;
      await ports.outbox.receipt([outcome], [], [], []);
      const wishes = ["wake", "status", "labels"].map((slot) => effect(12, slot, slot));
      await decide(ports.index, wishes);
      expect(await keysDue(ports)).toEqual(["labels"]);
      expect(await keysDue(ports, start + 60)).toEqual(["wake", "labels"]);
    });

    test("a status cannot be marked while the notice before it is not", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "status", "status"), effect(12, "close", "close")]);
      const ids = await idsDue(ports);
      await decide(
        ports.index,
        ["wake", "status", "close"].map((slot) => effect(12, slot, slot)),
      );
      expect(await ports.outbox.sending(ids, start)).toEqual([]);
      expect(await keysDue(ports)).toEqual(["wake"]);
    });

    test("a close whose status was left out of the batch is dropped", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "status", "status"), effect(12, "close", "close")]);
      const [status, close] = await idsDue(ports);
      if (status === undefined || close === undefined) throw new Error("Both should be due.");
      expect(await ports.outbox.sending([close], start)).toEqual([]);
      expect(await ports.outbox.sending([status, close], start)).toEqual([status, close]);
    });

    test("an issue with an effect in progress yields nothing else", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "blocked"), effect(13, "labels", "blocked 13")]);
      const id = firstOf(await idsDue(ports));
      await ports.outbox.sending([id], start);
      await decide(ports.index, [effect(12, "labels", "ready"), effect(12, "status", "status")]);
      expect(await keysDue(ports)).toEqual(["blocked 13"]);
      await ports.outbox.receipt([{ type: "done", id }], [], [], []);
      expect(await keysDue(ports)).toEqual(["blocked 13", "ready", "status"]);
    });

    test("only effects that still exist are marked as sending", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "blocked"), effect(13, "labels", "blocked 13")]);
      const [replaced, queued] = await idsDue(ports);
      if (replaced === undefined || queued === undefined) throw new Error("Both should be due.");
      await decide(ports.index, [effect(12, "labels", "ready")]);
      expect(await ports.outbox.sending([replaced, queued], start)).toEqual([queued]);
      expect(await ports.outbox.sending([queued], start)).toEqual([]);
      expect(await keysDue(ports)).toEqual(["ready"]);
    });

    test("the time of the first sending is kept while its outcome is unknown, and attempts are counted", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "k")]);
      const id = firstOf(await sendAll(ports));
      const retry = { type: "retry", id, at: start + 1, error: "cut off" } as const;
      await ports.outbox.receipt([{ ...retry, uncertain: true }], [], [], []);
      expect(await ports.outbox.due(1, start + 1, 1)).toMatchObject([{ attempts: 1, sentAt: start }]);
      await sendAll(ports, start + 1);
      await ports.outbox.receipt([{ ...retry, uncertain: true }], [], [], []);
      expect(await ports.outbox.due(1, start + 1, 1)).toMatchObject([{ attempts: 2, sentAt: start }]);
      await sendAll(ports, start + 2);
      await ports.outbox.receipt([{ ...retry, uncertain: false }], [], [], []);
      expect(await ports.outbox.due(1, start + 1, 1)).toMatchObject([{ attempts: 3, sentAt: undefined }]);
    });

    test("the time of the last sending counts for a create that is repeated, and for the effect that replaces it", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "status", "old")]);
      const id = firstOf(await sendAll(ports));
      const retry = { type: "retry", id, at: start + 1, error: "cut off", uncertain: true } as const;
      await ports.outbox.receipt([retry], [], [], []);
      await ports.outbox.sending([id], start + 20_000, undefined, [id]);
      await ports.outbox.receipt([retry], [], [], []);
      expect(await ports.outbox.due(1, start + 1, 1)).toMatchObject([
        { attempts: 2, sentAt: start + 20_000 },
      ]);
      await ports.outbox.sending([id], start + 40_000, undefined, [id]);
      await decide(ports.index, [effect(12, "status", "new")]);
      await ports.outbox.receipt([retry], [], [], []);
      expect(await ports.outbox.due(1, start + 1, 1)).toMatchObject([
        { key: "new", attempts: 0, sentAt: start + 40_000 },
      ]);
    });

    test("effects in progress during a crash wait again, to be looked up before they are repeated", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "wake", "wake"), effect(13, "labels", "never sent")]);
      await ports.outbox.sending([firstOf(await idsDue(ports))], start + 5);
      const { outbox } = await adapter.restart();
      expect(await outbox.counts()).toEqual({ pending: 2, held: 0, sending: 0, refused: 0 });
      expect(await outbox.due(1, start + 5, 10)).toMatchObject([
        { key: "wake", attempts: 1, sentAt: start + 5 },
        { key: "never sent", attempts: 0, sentAt: undefined },
      ]);
    });

    test("an effect newer than a failed one replaces it, and is looked up as well if the outcome is unknown", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "status", "old")]);
      const id = firstOf(await sendAll(ports));
      await decide(ports.index, [effect(12, "status", "new")]);
      const outcome = { type: "retry", id, at: start + 60, error: "cut off", uncertain: true } as const;
      await ports.outbox.receipt([outcome], [], [], []);
      expect(await ports.outbox.due(1, start, 10)).toMatchObject([
        { key: "new", attempts: 0, sentAt: start },
      ]);
      await decide(ports.index, [effect(12, "status", "newest")]);
      expect(await ports.outbox.due(1, start, 10)).toMatchObject([{ key: "newest", sentAt: start }]);
    });

    test("a failed effect is not repeated once it is no longer proposed", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "ready")]);
      const id = firstOf(await sendAll(ports));
      await decide(ports.index, [], ["I_12"]);
      const failed = { type: "retry", id, at: start, error: "502", uncertain: true } as const;
      await ports.outbox.receipt([failed], [], [], []);
      expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 0 });
    });

    test("a failed effect is repeated when it is proposed again in the meantime", async () => {
      const ports = await adapter.open();
      await decide(ports.index, [effect(12, "labels", "ready")]);
      const id = firstOf(await sendAll(ports));
      await decide(ports.index, [], ["I_12"]);
      await decide(ports.index, [effect(12, "labels", "ready")]);
      const failed = { type: "retry", id, at: start, error: "502", uncertain: true } as const;
      await ports.outbox.receipt([failed], [], [], []);
      expect(await keysDue(ports)).toEqual(["ready"]);
    });

    test("a receipt stores records, refresh requests and ledger rows with the outcomes", async () => {
      const heard: string[] = [];
      const { inbox, index, outbox } = await adapter.open((step) => heard.push(step));
      await decide(index, [effect(12, "labels", "k")]);
      const ids = await outbox.sending(
        (await outbox.due(1, start, 1)).map(({ id }) => id),
        start,
      );
      const look = { repositoryId: demo.id, target: { id: "I_13" }, dueAt: start, because: "12 is free" };
      const row = {
        at: start,
        repositoryId: demo.id,
        issueId: "I_12",
        kind: "done",
        rule: "r",
        because: "b",
      };
      const ledger = [{ ...row, what: "k done", delivery: undefined, actor: undefined }];
      const outcomes = ids.map((id) => ({ type: "done", id }) as const);
      await outbox.receipt(outcomes, [recordOf(task(12))], [look], ledger);
      expect(await recordIn(index, "I_12")).toEqual(recordOf(task(12)));
      expect(await refreshesDue(inbox, demo.id, start, 10)).toMatchObject([look]);
      expect((await ledgerIn(index, "I_12", 10)).map(({ what }) => what)).toEqual([
        expect.any(String),
        "k done",
      ]);
      expect(heard).toEqual(["cycle committed", "effects marked as sending", "receipt saved"]);
    });

    test("a receipt for an effect that no longer exists is not an error", async () => {
      const { outbox } = await adapter.open();
      await outbox.receipt([{ type: "done", id: 4711 }], [], [], []);
      expect(await outbox.counts()).toEqual({ pending: 0, held: 0, sending: 0, refused: 0 });
    });

    test("the outbox tells when something can be sent next, which is never while the issue is busy", async () => {
      const ports = await adapter.open();
      expect(await ports.outbox.nextDueAt()).toBeUndefined();
      await decide(ports.index, [effect(12, "wake", "wake"), effect(12, "status", "status")]);
      expect(await ports.outbox.nextDueAt()).toBe(start);
      const id = firstOf(await sendAll(ports));
      expect([await ports.outbox.nextDueAt(), await ports.outbox.dueInstallations(start)]).toEqual([
        undefined,
        [],
      ]);
      await ports.outbox.receipt(
        [{ type: "retry", id, at: start + 60, error: "", uncertain: false }],
        [],
        [],
        [],
      );
      expect(await ports.outbox.nextDueAt()).toBe(start + 60);
      expect(await ports.outbox.dueInstallations(start)).toEqual([]);
      expect(await ports.outbox.dueInstallations(start + 60)).toEqual([1]);
    });

    test.each([[[demo.id]], ["everything"]] as const)(
      "a paused effect (%j) is neither due nor sent",
      async (paused) => {
        const ports = await adapter.open();
        await decide(ports.index, [effect(12, "labels", "ready")]);
        const ids = await idsDue(ports);
        ports.outbox.pause(paused);
        expect(await keysDue(ports)).toEqual([]);
        expect(await ports.outbox.sending(ids, start)).toEqual([]);
        expect([await ports.outbox.nextDueAt(), await ports.outbox.dueInstallations(start)]).toEqual([
          undefined,
          [],
        ]);
        expect(await ports.outbox.counts()).toEqual({ pending: 0, held: 1, sending: 0, refused: 0 });
        await decide(ports.index, [effect(12, "labels", "blocked")]);
        ports.outbox.pause([other.id]);
        expect(await keysDue(ports)).toEqual(["blocked"]);
        expect(await ports.outbox.sending(await idsDue(ports), start)).toHaveLength(1);
      },
    );
  });

  describe(`the account of an installation in ${adapter.name}`, () => {
    const limits = { awaited: { perMinute: 3, perHour: 5 }, others: { perMinute: 2, perHour: 4 } };
    const holder = { author: alice.id, isStranger: false };
    const charges = (ids: readonly number[], isAwaited = false): CreationCharges => ({
      installationId: demo.installationId,
      charges: ids.map((effectId) => ({ effectId, isAwaited, holder })),
      limits,
    });
    const statuses = (...issues: readonly number[]) =>
      issues.map((issue) => effect(issue, "status", `${issue}`));
    const taken = async ({ outbox }: Ports): Promise<readonly number[]> =>
      (await outbox.sharesTaken(demo.installationId, start - 3_600_000)).map(({ at }) => at);

    test("C19 only as many are marked as there is room for, and the rest is due when there is room again", async () => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1, 2, 3));
      await taken(ports);
      const ids = await idsDue(ports);
      expect(await ports.outbox.sending(ids, start, charges(ids))).toEqual(ids.slice(0, 2));
      expect(await ports.outbox.nextDueAt()).toBe(start + 60_000);
      expect(await keysDue(ports, start + 59_999)).toEqual([]);
      const [third] = await idsDue(ports, start + 60_000);
      if (third === undefined) throw new Error("The third should be due.");
      expect(await ports.outbox.sending([third], start + 60_000, charges([third]))).toEqual([third]);
      expect(await taken(ports)).toEqual([start, start, start + 60_000]);
    });

    test("C19 what people wait for has room where the rest has none", async () => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1, 2));
      await taken(ports);
      const ids = await idsDue(ports);
      await ports.outbox.sending(ids, start, charges(ids));
      await decide(ports.index, [effect(3, "wake", "3"), effect(4, "wake", "4")]);
      const awaited = await idsDue(ports);
      expect(await ports.outbox.sending(awaited, start, charges(awaited, true))).toEqual(awaited.slice(0, 1));
    });

    test("C19 a closing waits with the status that has no room", async () => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1, 2));
      await taken(ports);
      const ids = await idsDue(ports);
      await ports.outbox.sending(ids, start, charges(ids));
      await decide(ports.index, [effect(3, "status", "3 status"), effect(3, "close", "3 close")]);
      const [status, close] = await idsDue(ports);
      if (status === undefined || close === undefined) throw new Error("Both should be due.");
      expect(await ports.outbox.sending([status, close], start, charges([status]))).toEqual([]);
      expect(await keysDue(ports)).toEqual([]);
      expect(await keysDue(ports, start + 60_000)).toEqual(["3 status", "3 close"]);
    });

    test.each([
      ["refused", { type: "refused", error: "422" }, 0],
      ["never arrived", { type: "retry", at: start, error: "403", uncertain: false }, 0],
      ["may have been done", { type: "retry", at: start, error: "502", uncertain: true }, 1],
      ["was done", { type: "done" }, 1],
    ] as const)("C19 a create that %s is counted accordingly, and twice never", async (_, outcome, count) => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1));
      await taken(ports);
      const [id = 0] = await idsDue(ports);
      await ports.outbox.sending([id], start, charges([id]));
      await ports.outbox.receipt([{ ...outcome, id }], [], [], []);
      expect(await taken(ports)).toHaveLength(count);
      if (outcome.type !== "retry") return;
      await ports.outbox.sending([id], start + 1, charges([id]));
      expect(await taken(ports)).toEqual([start + 1]);
    });

    test("C19 a kill between sending and receipt leaves the count as it was", async () => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1, 2, 3));
      await taken(ports);
      const ids = await idsDue(ports);
      await ports.outbox.sending(ids, start, charges(ids));
      const next = await adapter.restart();
      expect(await taken(next)).toEqual([start, start]);
      const again = await idsDue(next, start + 1);
      await next.outbox.sending(again, start + 1, charges(again));
      expect(await taken(next)).toEqual([start, start]);
    });

    test("G19 an account opens with the comments of the last hour that the records show, once", async () => {
      const ports = await adapter.open();
      const own = (createdAt: number) => ({
        id: `IC_${createdAt}`,
        key: "status",
        text: "",
        persisted: undefined,
        createdAt,
        isMinimized: false,
      });
      await fill(
        ports.index,
        task(12, { own: [own(start - 3_600_001), own(start - 10)] }),
        task(13, { own: [own(start - 5)], author: mallory }),
      );
      const shown = [
        { repositoryId: demo.id, at: start - 10, author: alice.id, isStranger: true },
        { repositoryId: demo.id, at: start - 5, author: mallory.id, isStranger: true },
      ];
      expect(await ports.outbox.sharesTaken(demo.installationId, start - 3_600_000)).toEqual(shown);
      await fill(ports.index, task(14, { own: [own(start - 1)] }));
      expect(await ports.outbox.sharesTaken(demo.installationId, start - 3_600_000)).toEqual(shown);
      expect(await ports.outbox.sharesTaken(other.installationId, start - 3_600_000)).toEqual([]);
    });

    test("B15 after the clock was set back, nothing counts for longer than an hour", async () => {
      const ports = await adapter.open();
      await decide(ports.index, statuses(1, 2, 3));
      await taken(ports);
      const [first = 0, second = 0] = await idsDue(ports);
      const later = start + 7_200_000;
      await ports.outbox.sending([first], later, charges([first]));
      await ports.outbox.sending([second], start, charges([second]));
      expect(await taken(ports)).toEqual([start, start]);
    });

    test("C03 that GitHub asked us to wait survives a restart", async () => {
      const { outbox } = await adapter.open();
      const backoff = { installationId: 1, since: start, forMs: 60_000, count: 1 };
      await outbox.saveBackoff(backoff);
      await outbox.saveBackoff({ ...backoff, since: start + 60_000, forMs: 120_000, count: 2 });
      expect(await (await adapter.restart()).outbox.storedBackoffs()).toEqual([
        { installationId: 1, since: start + 60_000, forMs: 120_000, count: 2 },
      ]);
    });

    const hourMs = 3_600_000;
    test.each([
      ["right all the time", 0, 0, 120_000],
      ["set back by an hour while the server was down", 0, -hourMs, 120_000],
      ["an hour ahead when GitHub asked, and right at the restart", hourMs, -hourMs, 120_000],
      // By then nobody can know: the first request asks GitHub, who says how long to wait.
      ["an hour ahead from the restart on", 0, hourMs, undefined],
    ])("C03 a wait of two minutes, with a clock that is %s", async (_, before, jump, leftMs) => {
      const ports = await adapter.open();
      const clock = fakeClock(start + before);
      const saved: Promise<void>[] = [];
      const keep = (backoff: StoredBackoff) => void saved.push(ports.outbox.saveBackoff(backoff));
      createBudget(clock, "github", { known: [], keep }).hold(1, clock.now() + 120_000);
      await Promise.all(saved);
      clock.jump(jump);
      const { outbox } = await adapter.restart();
      const budget = createBudget(clock, "github", {
        known: await outbox.storedBackoffs(),
        keep: () => {},
      });
      const until = leftMs === undefined ? undefined : clock.now() + leftMs;
      expect(budget.heldUntil(1)).toBe(until);
      clock.jump(120_000);
      expect(budget.heldUntil(1)).toBeUndefined();
    });

    test("C03 a wait that was corrected when the clock was set back is stored so: a restart begins it no second time", async () => {
      const ports = await adapter.open();
      const clock = fakeClock(start + 10 * hourMs);
      const saved: Promise<void>[] = [];
      const keep = (backoff: StoredBackoff) => void saved.push(ports.outbox.saveBackoff(backoff));
      const first = createBudget(clock, "github", { known: [], keep });
      first.hold(1, clock.now() + 120_000);
      clock.jump(-10 * hourMs);
      const end = clock.now() + 120_000;
      expect(first.heldUntil(1)).toBe(end);
      await Promise.all(saved);
      clock.jump(60_000);
      const known = await (await adapter.restart()).outbox.storedBackoffs();
      expect(createBudget(clock, "github", { known, keep: () => {} }).heldUntil(1)).toBe(end);
    });
  });
}
