/** What our own writes and repeated reports cost: nothing is read that the index shows. */
import { afterEach, describe, expect, test } from "vitest";
import type { AskedRefresh } from "../../src/dispatcher/ports/translation.ts";
import type { News } from "../../src/engine/fold/known-news.ts";
import type { NodeId } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { bob, demo, maria, open, question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

/** The issues of each request since `from`, in order. */
function reads(from = 0): readonly (readonly NodeId[])[] {
  return desk.github.reads
    .slice(from)
    .map((requests) => requests.map(({ target }) => ("id" in target ? target.id : `#${target.number}`)));
}

function report(id: NodeId, news: News): AskedRefresh {
  return { target: { id }, because: "issues", news };
}

function label(name: string, isThere: boolean): News {
  return { type: "label", name, isThere, updatedAt: desk.github.issues.get("I_12")?.updatedAt ?? 0 };
}

async function deliver(...about: Parameters<PassContext["deliver"]>[0]): Promise<void> {
  await desk.deliver(about);
  await desk.settled();
}

/** A ready task, with nothing left to do. */
async function readyTask(): Promise<void> {
  desk = await openDesk();
  desk.github.put(task(12));
  await deliver("I_12");
}

async function askedQuestion(): Promise<void> {
  await readyTask();
  desk.github.put(question(40, "#12"));
  await deliver("I_40");
}

describe("deliveries", () => {
  test("the echo of our own write asks nothing, decides nothing, and is settled", async () => {
    await readyTask();
    const read = desk.github.reads.length;
    const listed = desk.github.lists.length;
    const steps = desk.steps.length;
    await deliver(report("I_12", label("status:ready", true)));
    expect(reads(read)).toEqual([]);
    expect(desk.github.lists).toHaveLength(listed);
    expect(desk.steps.slice(steps)).not.toContain("cycle read");
    expect([...desk.store.letters.values()].map(({ state }) => state)).toEqual(["settled", "settled"]);
  });

  test("a label that is gone again is read", async () => {
    await readyTask();
    const read = desk.github.reads.length;
    desk.github.change("I_12", { labels: ["kind:task"] });
    await deliver(report("I_12", label("status:ready", false)));
    expect(reads(read)).toEqual([["I_12"]]);
    expect(desk.github.issues.get("I_12")?.labels).toContain("status:ready");
  });

  test("a report that is newer than the last read is read, even if it names nothing new", async () => {
    await readyTask();
    const read = desk.github.reads.length;
    desk.clock.advance(1_000);
    desk.github.change("I_12", { issueState: open });
    await deliver(report("I_12", label("status:ready", true)));
    expect(reads(read)).toEqual([["I_12"]]);
  });

  test("of what one batch reports, only what is not known is read", async () => {
    await askedQuestion();
    const read = desk.github.reads.length;
    desk.github.change("I_12", { labels: ["kind:task"] });
    desk.dispatcher.pause();
    await desk.deliver([report("I_40", { ...label("kind:question", true) }), "I_12"]);
    desk.dispatcher.resume();
    await desk.settled();
    expect(reads(read)[0]).toContain("I_12");
  });
});

describe("our own writes", () => {
  test("after a label nothing is read", async () => {
    await readyTask();
    expect(reads()).toEqual([["I_12"]]);
    expect(desk.store.refreshes()).toEqual([]);
  });

  test("after an edge that the answer shows nothing is read, and both ends have it", async () => {
    await askedQuestion();
    const asked = reads().findIndex((ids) => ids.includes("I_40"));
    expect(
      reads()
        .slice(asked + 1)
        .flat(),
    ).toEqual(["I_12"]);
    const records = await desk.store.index.records(["I_12", "I_40"]);
    expect(records.get("I_12")?.seen.blockedBy.issues.map(({ id }) => id)).toEqual(["I_40"]);
    expect(records.get("I_40")?.seen.blocking.issues.map(({ id }) => id)).toEqual(["I_12"]);
    expect(desk.github.issues.get("I_12")?.labels).toContain("status:blocked");
  });

  test("after an edge that an older host does not show both ends are read", async () => {
    await readyTask();
    desk.github.showsEdges = false;
    const read = desk.github.reads.length;
    desk.github.put(question(40, "#12"));
    await deliver("I_40");
    const after = reads(read).slice(2).flat();
    expect(new Set(after)).toEqual(new Set(["I_12", "I_40"]));
    expect(desk.github.issues.get("I_12")?.labels).toContain("status:blocked");
  });
});

describe("requests to decide from the index", () => {
  const decide = (dueAt: number) =>
    ({ repositoryId: demo.id, target: { id: "I_12" }, dueAt, because: "a test", unlessFresh: true }) as const;

  test("a decision reads an issue that was read more than a minute ago", async () => {
    await readyTask();
    const read = desk.github.reads.length;
    await desk.store.index.requestRefreshes([decide(desk.clock.now())]);
    await desk.settled();
    expect(reads(read)).toEqual([]);
    desk.clock.advance(61_000);
    await desk.store.index.requestRefreshes([decide(desk.clock.now())]);
    await desk.settled();
    expect(reads(read)).toEqual([["I_12"]]);
  });

  test("an answer is accepted only once a read shows that there is no earlier one", async () => {
    await askedQuestion();
    desk.github.roles.set("bob", "unknown");
    const later = { id: "IC_9", author: bob, text: "/answer Later.", createdAt: desk.clock.now() };
    desk.github.change("I_40", { comments: [later] });
    await deliver("I_40");
    expect(desk.github.issues.get("I_40")?.issueState).toEqual(open);
    desk.github.roles.set("bob", "write");
    const lost = { id: "IC_8", author: maria, text: "/answer Earlier.", createdAt: later.createdAt - 1_000 };
    desk.github.change("I_40", { comments: [lost, later] });
    const read = desk.github.reads.length;
    await desk.store.index.requestRefreshes([{ ...decide(desk.clock.now()), target: { id: "I_40" } }]);
    await desk.settled();
    expect(reads(read)[0]).toContain("I_40");
    const record = (await desk.store.index.records(["I_40"])).get("I_40");
    expect(record?.persisted.accepted?.decision).toBe("Earlier.");
    expect(desk.github.issues.get("I_40")?.labels).toContain("answered");
  });

  test("a decision without a read raises a question neither early nor late", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    await deliver("I_12");
    desk.github.put(question(40, "#12", { createdAt: desk.clock.now(), updatedAt: desk.clock.now() }));
    await deliver("I_40");
    const opened = (): number =>
      desk.github.writes.filter(({ effect }) => effect.type === "OpenIssue").length;
    await desk.later(9 * 60_000);
    await deliver("I_40");
    const request = { ...decide(desk.clock.now()), target: { id: "I_40" } };
    await desk.store.index.requestRefreshes([request]);
    await desk.settled();
    expect(opened()).toBe(0);
    await desk.later(59_000);
    await desk.store.index.requestRefreshes([{ ...request, dueAt: desk.clock.now() }]);
    await desk.settled();
    expect(opened()).toBe(0);
    await desk.later(2_000);
    await desk.store.index.requestRefreshes([{ ...request, dueAt: desk.clock.now() }]);
    await desk.settled();
    expect(opened()).toBe(1);
  });
});
