/** When reconcile passes list a repository's changes, and what a lost delivery can then not do. */
import { afterEach, describe, expect, test } from "vitest";
import { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { answer, bob, completed, maria, question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const comment = { id: "C_1", author: maria, text: "/answer Use the other one." };

async function deliver(...ids: readonly string[]): Promise<void> {
  await desk.deliver(ids);
  await desk.settled();
}

function labels(id: string): readonly string[] {
  return desk.github.issues.get(id)?.labels ?? [];
}

describe("lists of changes", () => {
  test("in a busy repository there is one list a minute", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    for (let n = 0; n < 20; n++) {
      await deliver("I_1");
      await desk.later(5_900);
    }
    expect(desk.github.lists).toHaveLength(2);
  });

  test("a start's sweep counts as a list", async () => {
    desk = await openDesk({ isNew: true });
    await desk.dispatch.sweeper(() => desk.dispatcher.wake()).start();
    const before = desk.github.lists.length;
    desk.github.put(task(1));
    await deliver("I_1");
    expect(labels("I_1")).toContain("status:ready");
    expect(desk.github.lists.length).toBe(before);
  });

  test("after an outage the next pass lists, and finds what was lost meanwhile", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    await deliver("I_1");
    await desk.later(5_000);
    desk.github.put(task(2, { createdAt: desk.clock.now(), updatedAt: desk.clock.now() }));
    desk.github.readFaults.push(
      new RequestFailed({ type: "wait", scope: "request", retryAt: 0, message: "HTTP 502" }),
    );
    await deliver("I_1");
    await desk.later(2_000);
    expect(labels("I_2")).toContain("status:ready");
  });

  test("after a delivery was turned away the next pass lists", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    await deliver("I_1");
    await desk.later(5_000);
    desk.github.put(task(2, { createdAt: desk.clock.now(), updatedAt: desk.clock.now() }));
    await deliver("I_1");
    expect(labels("I_2")).not.toContain("status:ready");
    desk.dispatch.repositories.listings.suspect(undefined);
    await deliver("I_1");
    expect(labels("I_2")).toContain("status:ready");
  });
});

describe("what cannot be undone", () => {
  async function askedQuestion(): Promise<void> {
    desk = await openDesk();
    desk.github.put(task(12));
    await deliver("I_12");
    desk.github.put(question(40, "#12"));
    await deliver("I_40");
    await desk.later(3_000);
  }

  test.each([
    ["an answer issue", ["I_42"]],
    ["a comment on the question", ["I_40"]],
  ])(
    "B02 the earlier of two answers is accepted though its delivery was lost and %s came later",
    async (_, ids) => {
      await askedQuestion();
      const early = desk.github.second();
      desk.github.put(answer(41, "#40", { author: bob, createdAt: early, updatedAt: early }));
      desk.clock.advance(2_000);
      const late = desk.github.second();
      if (ids.includes("I_42"))
        desk.github.put(answer(42, "#40", { author: maria, createdAt: late, updatedAt: late }));
      else desk.github.change("I_40", { comments: [{ ...comment, createdAt: late }], updatedAt: late });
      await deliver(...ids);
      await desk.later(3_000);
      expect((await desk.store.index.records(["I_40"])).get("I_40")?.persisted.accepted).toMatchObject({
        word: "I_41",
      });
    },
  );

  test("E03 a task is not announced as free while a question whose delivery was lost holds it", async () => {
    await askedQuestion();
    const at = desk.github.second();
    desk.github.put(question(43, "#12", { createdAt: at, updatedAt: at }));
    desk.github.close("I_40", completed);
    desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
    await deliver("I_40", "I_41");
    await desk.later(3_000);
    expect(labels("I_12")).toContain("status:blocked");
    const keys = desk.github.issues.get("I_12")?.own.map(({ key }) => key) ?? [];
    expect(keys.filter((key) => key.startsWith("wake:"))).toEqual([]);
  });
});
