import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { IssueSeen, NodeId } from "../../src/engine/model/fact.ts";
import { deliveryOf, openDesk, type PassContext, poison } from "../support/dispatch-desk.ts";
import { alice, completed, demo, open, question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const shown = (
  id: NodeId,
): Pick<IssueSeen, "labels" | "issueState"> & { readonly own: readonly string[] } => {
  const issue = desk.github.issues.get(id);
  if (issue === undefined) throw new Error(`There is no ${id}.`);
  const own = issue.own.map(({ key, text }) => `${key} ${text}`);
  return { labels: issue.labels.toSorted(), issueState: issue.issueState, own };
};

describe("deliveries", () => {
  test("B01 a delivery that arrives five times at once has one effect", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    const delivery = deliveryOf("the same", ["I_12"], desk.clock.now());
    await Promise.all(Array.from({ length: 5 }, () => desk.store.inbox.admit(delivery)));
    await desk.settled();
    const keys = desk.github.writes.map(({ key }) => key);
    expect(keys).not.toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("B02 a story's deliveries end in the same state in any order and with any repetition", async () => {
    const final: IssueSeen = question(40, "#12", {
      issueState: open,
      labels: ["kind:question", "needs-fix"],
    });
    const run = async (deliveries: readonly NodeId[]) => {
      desk = await openDesk();
      desk.github.put(task(12));
      desk.github.put(final);
      for (const id of deliveries) await desk.deliver([id]);
      await desk.settled();
      await desk.stop();
      return ["I_12", "I_40"].map(shown);
    };
    const expected = await run(["I_12", "I_40"]);
    expect(expected[0]?.labels).toContain("status:blocked");
    const deliveries = fc.shuffledSubarray(["I_12", "I_40", "I_40", "I_12", "I_40"], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(deliveries, async (order) => {
        expect(await run(order)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test("B03 a blocker whose closing is delivered before its opening causes no error", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    desk.github.put(task(2, { issueState: completed, closedAt: desk.github.second(), closedBy: alice }));
    desk.github.block("I_1", "I_2");
    await desk.deliver(["I_2"], { action: "closed" });
    await desk.deliver(["I_1"], { action: "opened" });
    await desk.deliver(["I_2"], { action: "opened" });
    await desk.settled();
    expect(shown("I_1").labels).toContain("status:ready");
  });

  test("B17 a poison delivery is retried with growing delays, becomes a dead letter, and blocks no other", async () => {
    desk = await openDesk({ pace: { maxAttempts: 3 } });
    desk.github.put(task(12));
    const guid = await desk.deliver([], { payload: poison });
    await desk.deliver(["I_12"]);
    await desk.settled();
    expect(shown("I_12").labels).toContain("status:ready");
    expect(desk.store.letters.get(guid)).toMatchObject({ state: "waiting", attempts: 1 });
    await desk.later(500);
    expect(desk.store.letters.get(guid)).toMatchObject({ state: "waiting", attempts: 1 });
    for (const wait of [300, 2_000]) await desk.later(wait);
    expect(desk.store.letters.get(guid)).toMatchObject({ state: "dead", attempts: 3 });
    expect(desk.store.ledger).toContainEqual(
      expect.objectContaining({ kind: "dead-letter", delivery: guid }),
    );
  });

  test("B17 an issue that makes deciding fail is quarantined, and the others of its repository continue", async () => {
    desk = await openDesk({
      pace: { maxAttempts: 2 },
      ports: {
        render: (text) => {
          const said = JSON.stringify(text);
          if (said.includes("fatal")) throw new Error("A template broke.");
          return said;
        },
      },
    });
    for (const number of [1, 2, 3]) desk.github.put(task(number));
    desk.github.put(task(7, { title: "fatal" }));
    desk.github.put(task(8, { body: "### Goal\n\nWait.\n\n### Blocked by\n\n#7, #99\n" }));
    const bad = await desk.deliver(["I_8"]);
    for (const number of [1, 2, 3]) await desk.deliver([`I_${number}`]);
    await desk.settled();
    for (const number of [1, 2, 3]) expect(shown(`I_${number}`).labels).toContain("status:ready");
    await desk.later(10_000);
    expect(desk.store.letters.get(bad)?.state).toBe("dead");
  });

  test("B18 a flood of deliveries in one repository does not starve the others", async () => {
    const others = Array.from({ length: 6 }, (_, n) => ({ ...demo, id: `R_${n}`, name: `r${n}` }));
    const served: string[] = [];
    desk = await openDesk({
      repositories: [demo, ...others],
      pace: { repositoriesAtOnce: 1, deliveriesPerCycle: 10 },
    });
    await desk.dispatcher.pause();
    for (let n = 0; n < 500; n++) await desk.deliver(["I_1"]);
    for (const [n, { id }] of others.entries()) {
      desk.github.put(task(n, { id: `I_other${n}`, repositoryId: id }));
      await desk.deliver([`I_other${n}`], { repositoryId: id });
    }
    const commit = desk.store.index.commit;
    Object.assign(desk.store.index, {
      commit: (result: Parameters<typeof commit>[0]) => {
        served.push(
          ...result.settled.flatMap((guid) => desk.store.letters.get(guid)?.delivery.repositoryId ?? []),
        );
        return commit(result);
      },
    });
    desk.github.put(task(1));
    desk.dispatcher.resume();
    await desk.settled();
    const lastOther = Math.max(...others.map(({ id }) => served.indexOf(id)));
    expect(lastOther).toBeLessThan(20);
    expect(served.length).toBe(506);
  });

  test("a delivery that is not ours is processed with a row in the ledger and no refresh request", async () => {
    desk = await openDesk();
    const guid = await desk.deliver(["I_12"], { event: "unknown" });
    await desk.settled();
    expect(desk.store.letters.get(guid)?.state).toBe("settled");
    expect(desk.store.ledger).toEqual([
      expect.objectContaining({ kind: "dropped", because: "not ours", delivery: guid }),
    ]);
  });

  test("a deleted label is recreated", async () => {
    desk = await openDesk();
    await desk.deliver([], { event: "label", action: "deleted" });
    await desk.settled();
    expect(desk.github.labelled).toEqual([demo.id]);
  });

  test("a new repository gets labels and a first refresh of everything", async () => {
    desk = await openDesk();
    const fresh = { ...demo, id: "R_new", name: "new" };
    desk.github.repositoryList.push(fresh);
    desk.github.put(task(5, { id: "I_new5", repositoryId: fresh.id }));
    await desk.deliver([], { event: "installation", repositoryId: undefined });
    await desk.settled();
    expect(desk.github.labelled).toContain(fresh.id);
    expect(shown("I_new5").labels).toContain("status:ready");
  });

  test("work of a repository that we lost access to ends", async () => {
    desk = await openDesk();
    await desk.store.index.saveRepositories([], [demo.id]);
    desk.github.repositoryList.length = 0;
    await desk.store.index.requestRefreshes([
      { repositoryId: demo.id, target: { id: "I_1" }, dueAt: 0, because: "test" },
    ]);
    const guid = await desk.deliver(["I_1"]);
    await desk.settled();
    expect(desk.store.letters.get(guid)?.state).toBe("settled");
    expect(desk.store.refreshes()).toEqual([]);
  });
});
