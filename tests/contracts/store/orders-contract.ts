/** What every store of orders promises, and how a reconcile pass's commit answers them. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { Order, OrderAnswer, PlaceOptions } from "../../../src/dispatcher/ports/agents/orders.ts";
import { demo, start } from "../../support/issues.ts";
import { type Adapter, cycle, other, type Ports } from "./samples.ts";

const seconds = 1_000;

function order(place: number, changes: Partial<Order> = {}): Order {
  return {
    id: `01JDB3Z5M7Q8R9S0T1V2W3${String(place).padStart(4, "0")}`,
    repositoryId: demo.id,
    agent: "ada",
    issue: 12,
    track: undefined,
    text: "/claim as ada",
    ...changes,
  };
}

function placing(changes: Partial<PlaceOptions> = {}): PlaceOptions {
  const limit = { max: 60, withinMs: 60 * seconds };
  return { now: start, until: start + 10 * seconds, limit, ...changes };
}

const held: OrderAnswer = { type: "done", issue: 12, lease: { token: 1_763_728_800_123, since: start } };
const taken: OrderAnswer = { type: "refused", issue: 12, reason: "held by bob", isMistake: false };

const idsDue = async ({ orders }: Ports, now = start): Promise<readonly string[]> =>
  (await orders.take(demo.id, now, 100)).map(({ id }) => id);

export function ordersContract(adapter: Adapter): void {
  describe(`orders in ${adapter.name}`, () => {
    test("an order is taken as it was sent", async () => {
      const { orders } = await adapter.open();
      const next = order(1, { issue: undefined, track: "api", text: "/claim as ada for 2h" });
      expect(await orders.place(next, placing())).toEqual({ type: "waiting" });
      expect(await orders.take(demo.id, start, 10)).toEqual([
        { ...next, arrivedAt: start, until: start + 10 * seconds, tried: [] },
      ]);
    });

    test("an order is durable when it counts as placed", async () => {
      const { orders } = await adapter.open();
      await orders.place(order(1), placing());
      expect(await idsDue(await adapter.restart())).toEqual([order(1).id]);
    });

    test("orders are due by repository, in order of arrival", async () => {
      const ports = await adapter.open();
      const { orders } = ports;
      await orders.place(order(3), placing());
      await orders.place(order(2, { repositoryId: other.id }), placing());
      await orders.place(order(1), placing());
      expect(await orders.dueRepositories(start)).toEqual([demo.id, other.id]);
      expect(await idsDue(ports)).toEqual([order(3).id, order(1).id]);
      expect(await orders.take(demo.id, start, 1)).toHaveLength(1);
      expect(await orders.nextDueAt(start)).toBe(start);
    });

    test("AG12 the same order is stored once, and has the answer of the commit that carried it out", async () => {
      const ports = await adapter.open();
      const { orders, index } = ports;
      await orders.place(order(1), placing());
      expect(await orders.place(order(1), placing())).toEqual({ type: "waiting" });
      expect(await idsDue(ports)).toEqual([order(1).id]);
      await index.commit(cycle({ orders: [{ id: order(1).id, answer: held }] }));
      expect(await idsDue(ports)).toEqual([]);
      expect(await orders.nextDueAt(start)).toBeUndefined();
      expect(await orders.answerTo(order(1).id)).toEqual(held);
      expect(await orders.answerTo("unknown")).toBeUndefined();
      const later = await adapter.restart();
      expect(await later.orders.place(order(1), placing())).toEqual({ type: "answered", answer: held });
    });

    test("the first answer stays", async () => {
      const { orders, index } = await adapter.open();
      await orders.place(order(1), placing());
      await index.commit(cycle({ orders: [{ id: order(1).id, answer: held }] }));
      await index.commit(cycle({ orders: [{ id: order(1).id, answer: taken }] }));
      expect(await orders.place(order(1), placing())).toEqual({ type: "answered", answer: held });
    });

    test.each([
      ["another agent", { agent: "bob" }],
      ["another issue", { issue: 13 }],
      ["another repository", { repositoryId: other.id }],
      ["another command", { text: "/release" }],
      ["another track", { track: "api" }],
    ])("the same id for %s is another order", async (_, changes) => {
      const ports = await adapter.open();
      await ports.orders.place(order(1), placing());
      expect(await ports.orders.place(order(1, changes), placing())).toEqual({ type: "other order" });
      expect(await idsDue(ports)).toEqual([order(1).id]);
    });

    test("an order that nobody waits for any longer is not carried out until it is sent again", async () => {
      const ports = await adapter.open();
      const { orders } = ports;
      const { id } = order(1);
      await orders.place(order(1), placing());
      const late = start + 10 * seconds;
      expect(await orders.awaited([id, "unknown"], late - 1)).toEqual(new Set([id]));
      expect(await orders.awaited([id], late)).toEqual(new Set());
      expect(await idsDue(ports, late)).toEqual([]);
      expect(await orders.dueRepositories(late)).toEqual([]);
      expect(await orders.nextDueAt(late)).toBeUndefined();
      await orders.place(order(1), placing({ now: late, until: late + 10 * seconds }));
      expect(await idsDue(ports, late)).toEqual([id]);
    });

    test("AG12 an order that was ended is over whatever the clock says, until it is sent again", async () => {
      const ports = await adapter.open();
      const { orders } = ports;
      const { id } = order(1);
      const first = placing();
      await orders.place(order(1), first);
      await orders.end(id, first.until);
      expect(await idsDue(ports)).toEqual([]);
      expect(await idsDue(await adapter.restart())).toEqual([]);
    });

    test("AG12 an order that was sent again is not ended by who gave up first", async () => {
      const ports = await adapter.open();
      const { orders } = ports;
      const first = placing();
      await orders.place(order(1), first);
      await orders.place(order(1), placing({ until: first.until + 1 }));
      await orders.end(order(1).id, first.until);
      expect(await idsDue(ports)).toEqual([order(1).id]);
      await orders.end(order(1).id, first.until + 1);
      expect(await idsDue(ports)).toEqual([]);
      await orders.place(order(1), placing());
      expect(await idsDue(ports)).toEqual([order(1).id]);
    });

    test("an answered order does not stand", async () => {
      const { orders, index } = await adapter.open();
      await orders.place(order(1), placing());
      await index.commit(cycle({ orders: [{ id: order(1).id, answer: taken }] }));
      expect(await orders.awaited([order(1).id], start)).toEqual(new Set());
    });

    test("an undecided order is due later, and keeps which tasks were tried for it", async () => {
      const ports = await adapter.open();
      const { orders, index } = ports;
      const dueAt = start + seconds;
      const id = order(1).id;
      await orders.place(order(1, { issue: undefined }), placing());
      await index.commit(cycle({ orders: [{ id, dueAt, tried: [12, 13] }] }));
      expect(await idsDue(ports)).toEqual([]);
      expect(await orders.nextDueAt(start)).toBe(dueAt);
      expect(await orders.take(demo.id, dueAt, 10)).toMatchObject([{ id, tried: [12, 13] }]);
      await orders.postpone([id], dueAt + 1);
      expect(await idsDue(ports, dueAt)).toEqual([]);
      expect(await orders.take(demo.id, dueAt + 1, 10)).toMatchObject([{ id, tried: [12, 13] }]);
    });

    test("an agent has a limit within a time; another agent and the same order again are not counted", async () => {
      const { orders } = await adapter.open();
      const few = (now: number) => placing({ now, limit: { max: 2, withinMs: 60 * seconds } });
      await orders.place(order(1), few(start));
      await orders.place(order(2), few(start + seconds));
      expect(await orders.place(order(3), few(start + seconds))).toEqual({ type: "too many" });
      expect(await orders.place(order(2), few(start + seconds))).toEqual({ type: "waiting" });
      const bobs = await orders.place(order(4, { agent: "bob" }), few(start + seconds));
      expect(bobs).toEqual({ type: "waiting" });
      expect(await orders.place(order(3), few(start + 60 * seconds))).toEqual({ type: "waiting" });
    });
  });
}
