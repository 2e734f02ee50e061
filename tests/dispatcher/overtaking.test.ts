import { afterEach, describe, expect, test } from "vitest";
import type { Fact } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { question, task } from "../support/issues.ts";
import { recordIn } from "../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

/**
 * Delays the answer of the next read until released. GitHub has answered by then, so the answer is outdated.
 */
function holdNextRead(): { readonly isHeld: () => boolean; readonly letGo: () => void } {
  const { tracker } = desk.github;
  const { readIssues } = tracker;
  let letGo: (() => void) | undefined;
  Object.assign(tracker, {
    readIssues: async (...request: Parameters<typeof readIssues>): Promise<readonly Fact[]> => {
      Object.assign(tracker, { readIssues });
      const facts = await readIssues(...request);
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return facts;
    },
  });
  return { isHeld: () => letGo !== undefined, letGo: () => letGo?.() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe("a read overtaken by our own write", () => {
  test("C10 a read overtaken by our own write reverts nothing of it, and is repeated at once", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    await desk.dispatcher.pause();
    await desk.deliver(["I_12"]);
    const { sending } = desk.store.outbox;
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    Object.assign(desk.store.outbox, {
      sending: async (...args: Parameters<typeof sending>) => {
        await gate;
        return sending(...args);
      },
    });
    desk.dispatcher.resume();
    await until(() => desk.store.effects.size > 0);

    const read = holdNextRead();
    await desk.deliver(["I_12"]);
    await until(read.isHeld);
    open();
    await until(() => desk.store.effects.size === 0);
    const written = desk.github.writes.length;
    expect(written).toBeGreaterThan(0);
    read.letGo();
    await desk.settled();

    expect(desk.github.writes.length).toBe(written);
    expect(desk.github.issues.get("I_12")?.labels).toContain("status:ready");
    expect((await recordIn(desk.store.index, "I_12"))?.seen.labels).toContain("status:ready");
    expect(desk.store.refreshes()).toEqual([]);
  });

  test("a receipt and a reconcile pass at the same time revert nothing of each other", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    const { receipt } = desk.store.outbox;
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let isHeld = false;
    Object.assign(desk.store.outbox, {
      receipt: async (...args: Parameters<typeof receipt>) => {
        isHeld = true;
        await gate;
        return receipt(...args);
      },
    });
    await desk.deliver(["I_12"]);
    await until(() => isHeld);
    const reads = desk.github.reads.length;
    desk.github.change("I_12", { title: "A better title" });
    await desk.deliver(["I_12"]);
    await until(() => desk.github.reads.length > reads);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    open();
    await desk.settled();
    expect((await recordIn(desk.store.index, "I_12"))?.seen).toMatchObject({
      title: "A better title",
      labels: ["kind:task", "status:ready"],
    });
  });

  test("a status decided on while the first is being written edits it instead of writing a second comment", async () => {
    desk = await openDesk();
    desk.github.put(task(12, { blockedByText: "#99" }));
    const { write } = desk.github.writer;
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    Object.assign(desk.github.writer, {
      write: async (...args: Parameters<typeof write>) => {
        isHeld ||= args[1].some(({ issueId, slot }) => issueId === "I_12" && slot.type === "status");
        if (isHeld) await held.promise;
        return write(...args);
      },
    });
    await desk.deliver(["I_12"]);
    await until(() => isHeld);
    desk.github.put(question(41, "#12"));
    await desk.deliver(["I_41"]);
    const waitsForTwo = (): boolean =>
      [...desk.store.effects.values()].some(({ effect }) => JSON.stringify(effect).includes("#41"));
    await until(waitsForTwo);
    held.resolve();
    await desk.settled();
    const own = desk.github.issues.get("I_12")?.own ?? [];
    expect(own.map(({ key }) => key)).toEqual(["status"]);
    expect(own[0]?.text).toContain("#41");
  });

  test("a refresh requested while the issue is being read is not lost", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    const read = holdNextRead();
    const look = {
      repositoryId: "R_demo",
      target: { id: "I_12" },
      dueAt: desk.clock.peek(),
      because: "test",
    };
    await desk.store.index.requestRefreshes([look]);
    desk.dispatcher.wake();
    await until(read.isHeld);
    desk.github.change("I_12", { labels: ["kind:task", "status:in-progress"] });
    await desk.store.index.requestRefreshes([look]);
    const reads = desk.github.reads.length;
    read.letGo();
    await desk.settled();
    expect(desk.github.reads.length).toBeGreaterThan(reads);
    expect((await recordIn(desk.store.index, "I_12"))?.seen.labels).toContain("status:in-progress");
  });
});
