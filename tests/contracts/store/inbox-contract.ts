/** What every Inbox promises. Run against each adapter. */
import { describe, expect, test } from "vitest";
import { demo, start } from "../../support/issues.ts";
import { deliveriesDue } from "../../support/store-questions.ts";
import { type Adapter, cycle, delivery } from "./samples.ts";

export function inboxContract(adapter: Adapter): void {
  describe(`the inbox of ${adapter.name}`, () => {
    test("A07 a delivery is admitted once, however often its GUID comes", async () => {
      const { inbox } = await adapter.open();
      const answers = await Promise.all([inbox.admit(delivery("a")), inbox.admit(delivery("a"))]);
      expect([...answers, await inbox.admit(delivery("a"))]).toEqual(["new", "duplicate", "duplicate"]);
      expect(await inbox.counts()).toEqual({ pending: 1, dead: 0 });
    });

    test("A08 a body under a new GUID is a suspected replay, and is stored all the same", async () => {
      const { inbox, index } = await adapter.open();
      await inbox.admit(delivery("a", { bodyHash: "same" }));
      await index.commit(cycle({ settled: ["a"] }));
      expect(await inbox.admit(delivery("b", { bodyHash: "same" }))).toBe("suspected replay");
      expect((await deliveriesDue(inbox, demo.id, start, 10)).map(({ guid }) => guid)).toEqual(["b"]);
    });

    test("a delivery is returned as it was stored", async () => {
      const { inbox } = await adapter.open();
      const whole = delivery("a", { payload: Buffer.from([0, 255, 10, 0]), source: "delivery log" });
      const bare = delivery("b", { action: undefined, repositoryId: undefined, installationId: undefined });
      await Promise.all([inbox.admit(whole), inbox.admit(bare)]);
      expect(await deliveriesDue(inbox, demo.id, start, 10)).toEqual([whole]);
      expect(await deliveriesDue(inbox, "", start, 10)).toEqual([bare]);
    });

    test("an admitted delivery is still there after a crash", async () => {
      const { inbox } = await adapter.open();
      await inbox.admit(delivery("a"));
      expect(await deliveriesDue((await adapter.restart()).inbox, demo.id, start, 10)).toEqual([
        delivery("a"),
      ]);
    });

    test("the inbox tells which GUIDs it never saw, counting processed ones as seen", async () => {
      const { inbox, index } = await adapter.open();
      await inbox.admit(delivery("a"));
      await index.commit(cycle({ settled: ["a"] }));
      expect(await inbox.missing(["c", "a", "b"])).toEqual(["c", "b"]);
    });

    test("the step is called once a delivery, before its caller is told", async () => {
      const heard: string[] = [];
      const { inbox } = await adapter.open((step) => heard.push(step));
      await Promise.all(["a", "b"].map((guid) => inbox.admit(delivery(guid)).then(() => heard.push(guid))));
      expect(heard.filter((each) => each === "delivery admitted")).toHaveLength(2);
      expect(heard[0]).toBe("delivery admitted");
    });

    test("repositories come in the order of their longest wait, which includes refresh requests", async () => {
      const { inbox, index } = await adapter.open();
      await inbox.admit(delivery("a", { repositoryId: "R_late", receivedAt: start + 3 }));
      await inbox.admit(delivery("b", { repositoryId: "R_early", receivedAt: start + 1 }));
      await inbox.admit(delivery("c", { repositoryId: "R_early", receivedAt: start + 9 }));
      await inbox.admit(delivery("d", { repositoryId: undefined, receivedAt: start + 4 }));
      const target = { number: 1 };
      await index.requestRefreshes([{ repositoryId: "R_look", target, dueAt: start + 2, because: "a test" }]);
      expect(await inbox.dueRepositories(start + 9, 10)).toEqual(["R_early", "R_look", "R_late", ""]);
      expect(await inbox.dueRepositories(start + 9, 2)).toEqual(["R_early", "R_look"]);
      expect(await inbox.dueRepositories(start + 2, 10)).toEqual(["R_early", "R_look"]);
      expect(await inbox.nextDueAt()).toBe(start + 1);
    });

    test("nothing is pending in an empty store", async () => {
      const { inbox } = await adapter.open();
      expect(await inbox.nextDueAt()).toBeUndefined();
      expect(await inbox.newestReceivedAt()).toBeUndefined();
      expect(await inbox.dueRepositories(start, 10)).toEqual([]);
    });

    test("deliveries of a repository come in order of arrival, and postponed ones when their time has come", async () => {
      const { inbox } = await adapter.open();
      for (const guid of ["a", "b", "c"]) await inbox.admit(delivery(guid));
      const guids = async (now: number) =>
        (await deliveriesDue(inbox, demo.id, now, 10)).map(({ guid }) => guid);
      expect(await inbox.postpone(["a"], start + 60, "GitHub is down", 3)).toEqual([]);
      expect(await guids(start)).toEqual(["b", "c"]);
      expect(await guids(start + 60)).toEqual(["a", "b", "c"]);
    });

    test("after this many failures a delivery is a dead letter: counted, stored, not due", async () => {
      const { inbox } = await adapter.open();
      for (const guid of ["a", "b"]) await inbox.admit(delivery(guid));
      expect(await inbox.postpone(["a"], start, "poison", 2)).toEqual([]);
      expect(await inbox.postpone(["a", "b"], start, "poison", 2)).toEqual(["a"]);
      expect((await deliveriesDue(inbox, demo.id, start, 10)).map(({ guid }) => guid)).toEqual(["b"]);
      expect(await inbox.counts()).toEqual({ pending: 1, dead: 1 });
      expect(await inbox.admit(delivery("a"))).toBe("duplicate");
    });

    test("an outage does not count as a failure of a delivery", async () => {
      const { inbox } = await adapter.open();
      await inbox.admit(delivery("a"));
      for (let i = 0; i < 5; i++)
        expect(await inbox.postpone(["a"], start, "GitHub is down", undefined)).toEqual([]);
      expect(await inbox.postpone(["a"], start, "poison", 2)).toEqual([]);
    });

    test("B15 what a clock that was ahead has put off for too long is due at once, and nothing else", async () => {
      const { inbox, index } = await adapter.open();
      for (const guid of ["a", "b"]) await inbox.admit(delivery(guid));
      await inbox.postpone(["a"], start + 60, "GitHub is down", undefined);
      await inbox.postpone(["b"], start + 5_000, "GitHub is down", undefined);
      const target = { number: 1 };
      await index.requestRefreshes([
        { repositoryId: "R_look", target, dueAt: start + 9_000, because: "a test" },
      ]);
      const late = { now: start + 1, after: start + 100 };
      expect(await inbox.bringForward({ ...late, refreshes: false })).toBe(1);
      expect((await deliveriesDue(inbox, demo.id, start + 1, 10)).map(({ guid }) => guid)).toEqual(["b"]);
      expect(await inbox.dueRepositories(start + 70, 10)).not.toContain("R_look");
      expect(await inbox.bringForward({ ...late, refreshes: true })).toBe(1);
      expect(await inbox.dueRepositories(start + 1, 10)).toContain("R_look");
    });

    test("the newest arrival is remembered when everything is processed", async () => {
      const { inbox, index } = await adapter.open();
      await inbox.admit(delivery("a", { receivedAt: start + 5 }));
      await inbox.admit(delivery("b", { receivedAt: start + 7 }));
      await index.commit(cycle({ settled: ["a", "b"] }));
      expect(await inbox.newestReceivedAt()).toBe(start + 7);
      expect(await inbox.counts()).toEqual({ pending: 0, dead: 0 });
    });
  });
}
