/** An index that was lost: agents get no more tasks than their limits allow while their leases are adopted one by one. */
import { afterEach, describe, expect, test } from "vitest";
import type { PassContext } from "../support/dispatch-desk.ts";
import { demo, issue, task } from "../support/issues.ts";
import { ada, bea, held, lostIndex, meetRepository, reopen, says } from "../support/lost-index.ts";
import { claimOf } from "../support/orders.ts";

let desk: PassContext;
let unanswered: Set<string>;
afterEach(() => desk.stop());

async function loseIndex(...given: Parameters<typeof lostIndex>): Promise<void> {
  ({ desk, unanswered } = await lostIndex(...given));
}

/** `ada 1 3`. */
async function holdings(): Promise<readonly string[]> {
  const all = await desk.store.index.holdings(demo.id);
  return ["ada", "bea"].map((name) =>
    [
      name,
      ...all
        .filter(({ agent }) => agent === name)
        .map(({ number }) => number)
        .toSorted(),
    ].join(" "),
  );
}

const one = "leases: { parallel: 1 }\n";

describe("K01 AG27 after the index was lost, an agent gets no task beyond its limit", () => {
  test("by a claim, while the lease that it has is not adopted yet", async () => {
    const comments = [says(ada, "/claim"), says(bea, "/claim", 2)];
    await loseIndex(
      [task(1, { assignees: [], comments }), held(2, ada, "src", { comments: [says(bea, "Hello.", 3)] })],
      {},
      one,
    );
    unanswered.add("I_2");
    await meetRepository(desk);
    expect(await holdings()).toEqual(["ada", "bea"]);
    expect(desk.github.writes.map(({ effect }) => effect.type)).not.toContain("AddReaction");
    unanswered.delete("I_2");
    await desk.later(60_000);
    await desk.later(60_000);
    expect(await holdings()).toEqual(["ada 2", "bea 1"]);
  });

  test("by an order, which says why nobody gets a task", async () => {
    await loseIndex([task(1, { assignees: [] }), held(2, ada, "src", { comments: [says(bea, "Hello.")] })]);
    unanswered.add("I_2");
    await meetRepository(desk);
    const answer = desk.dispatch.placeOrder(claimOf(1, "ada", 1, { waitMs: 3_000 }));
    await desk.settled();
    await desk.later(3_000);
    expect(await answer).toEqual({
      type: "undecided",
      why: "the issues of the repository are still being read, and until then no agent gets a task or files",
    });
    unanswered.delete("I_2");
    await desk.later(60_000);
    const second = desk.dispatch.placeOrder(claimOf(1, "ada", 2));
    await desk.settled();
    await desk.later(2_000);
    expect(await second).toMatchObject({ type: "done", issue: 1 });
  });

  test("and keeps those that it was given under a higher one", async () => {
    await loseIndex([held(1, ada, "src"), issue(2), held(3, ada, "docs")], {}, one);
    await meetRepository(desk);
    expect(await holdings()).toEqual(["ada 1 3", "bea"]);
  });
});

/** The index as a backup had it, and what happened since: ada got task 1, and now asks for task 2. */
async function restoreIndex(forgets: boolean): Promise<void> {
  await loseIndex([task(1, { assignees: [] }), task(2, { assignees: [] })], {}, one);
  await meetRepository(desk);
  const { github, store, clock } = desk;
  await desk.stop();
  clock.advance(60_000);
  github.change("I_1", { ...held(1, ada, "src"), comments: [says(bea, "Hello.")], updatedAt: clock.now() });
  github.change("I_2", { comments: [says(ada, "/claim")], updatedAt: clock.now() });
  if (forgets) store.forgetCursors();
  desk = await reopen({ github, store, clock }, unanswered);
  unanswered.add("I_1");
  await meetRepository(desk);
  await desk.dispatch.sweeper(() => desk.dispatcher.wake()).sweep();
  await desk.settled();
}

describe("K01 an index restored from a backup", () => {
  test("knows no lease since then, so that an agent may get a task beyond its limit", async () => {
    await restoreIndex(false);
    expect(await holdings()).toEqual(["ada 2", "bea"]);
  });

  test("without its cursors is compared as a whole, before an agent gets a task", async () => {
    await restoreIndex(true);
    expect(await holdings()).toEqual(["ada", "bea"]);
    unanswered.delete("I_1");
    await desk.later(60_000);
    await desk.later(60_000);
    expect(await holdings()).toEqual(["ada 1", "bea"]);
  });
});
