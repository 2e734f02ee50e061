/** Edges that are added and removed while their task is being unblocked: it ends as GitHub's edges say. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { completed, open, reopened, task } from "../support/issues.ts";

let desk: PassContext;
beforeEach(async () => {
  desk = await openDesk();
  for (const number of [1, 2, 3]) desk.github.put(task(number));
  desk.github.block("I_1", "I_2");
  await desk.deliver(["I_1", "I_2", "I_3"]);
  await desk.settled();
  expect(labels()).toEqual(["kind:task", "status:blocked"]);
});
afterEach(() => desk.stop());

const labels = (): readonly string[] => (desk.github.issues.get("I_1")?.labels ?? []).toSorted();

/** Runs `act` at the very moment at which the task's label `ready` is being written. */
function whileFreed(act: () => void): void {
  let isDone = false;
  desk.github.duringWrite = ({ issueId, effect }) => {
    if (isDone || issueId !== "I_1" || effect.type !== "SetLabels") return;
    isDone = true;
    act();
  };
}

describe("while a task is being unblocked", () => {
  test.each([
    ["an edge to an open issue is added", () => desk.github.block("I_1", "I_3")],
    [
      "its blocker is reopened",
      () => desk.github.change("I_2", { issueState: reopened, closedAt: undefined }),
    ],
    [
      "its edge is replaced by one to an open issue",
      () => {
        desk.github.blockers.get("I_1")?.delete("I_2");
        desk.github.block("I_1", "I_3");
      },
    ],
  ])("E11 a task ends blocked if, while it is being unblocked, %s", async (_, act) => {
    whileFreed(() => {
      act();
      desk.github.change("I_1", {});
    });
    desk.github.close("I_2", completed);
    await desk.deliver(["I_2"]);
    await desk.settled();
    await desk.deliver(["I_1", "I_2"]);
    await desk.settled();
    expect(labels()).toEqual(["kind:task", "status:blocked"]);
  });

  test("E11 a task whose edge is removed before the label is sent becomes ready once and is announced once", async () => {
    whileFreed(() => desk.github.blockers.get("I_1")?.delete("I_2"));
    desk.github.close("I_2", completed);
    await desk.deliver(["I_2"]);
    await desk.settled();
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels()).toEqual(["kind:task", "status:ready"]);
    const wakes = desk.github.writes.filter(({ effect }) => effect.type === "AddComment");
    expect(wakes).toHaveLength(1);
  });

  test("E11 a read from before an edge was added does not make its task ready", async () => {
    desk.github.block("I_1", "I_3");
    await desk.deliver(["I_1", "I_3"]);
    await desk.settled();
    const old = desk.github.show("I_1");
    if (old === undefined) throw new Error("The task is there.");
    desk.github.close("I_2", completed);
    desk.github.change("I_1", { issueState: open });
    await desk.deliver(["I_1", "I_2"]);
    await desk.settled();
    desk.github.staleReads.push({
      ...old,
      updatedAt: old.updatedAt - 1_000,
      blockedBy: { ...old.blockedBy, issues: [] },
    });
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels()).toEqual(["kind:task", "status:blocked"]);
  });
});
