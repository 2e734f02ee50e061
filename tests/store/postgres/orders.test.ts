/** Orders that one process ends while another carries them out. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { OrderEnded } from "../../../src/dispatcher/ports/agents/orders.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { hearing } from "../../server/requests/shared-database.ts";
import { demo, start } from "../../support/issues.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

const id = "01JD0000000000000000000001";
const order = { id, repositoryId: demo.id, agent: "ada", issue: 12, track: undefined, text: "/claim" };
const placing = { now: start, until: start + 10_000, limit: { max: 60, withinMs: 60_000 } };
const done = { type: "done", issue: 12 } as const;
const refused = { type: "refused", issue: 12, reason: "taken", isMistake: false } as const;

async function opened() {
  const url = await newIndex();
  const store = await openPostgresStore(url);
  onTestFinished(async () => store.close());
  await store.orders.place(order, placing);
  return { url, store };
}

describe.skipIf(noPostgres)("an order on PostgreSQL", () => {
  test("that was ended before the commit that carries it out is not carried out, and nothing of the commit is kept", async () => {
    const { store } = await opened();
    await store.orders.end(id, placing.until);
    const cursor = { repositoryId: demo.id, at: start };
    const commit = { ...nothingSettled, cursor, orders: [{ id, answer: done }] };
    await expect(store.index.commit(commit)).rejects.toThrow(OrderEnded);
    expect(store.index.cursor(demo.id)).toBeUndefined();
    expect(await store.orders.answerTo(id)).toBeUndefined();
    expect(store.faults()).toEqual([]);
    await store.index.commit({ ...commit, orders: [{ id, answer: refused }] });
    expect(await store.orders.answerTo(id)).toEqual(refused);
  });

  test("that was carried out is not ended any more, and others are told of its answer", async () => {
    const { url, store } = await opened();
    const told: string[] = [];
    await hearing(url, (ids) => told.push(...ids));
    await store.index.commit({ ...nothingSettled, orders: [{ id, answer: done }] });
    await vi.waitFor(() => expect(told).toEqual([id]), { timeout: 20_000 });
    await store.orders.end(id, placing.until);
    expect(await store.orders.answerTo(id)).toEqual(done);
  });
});
