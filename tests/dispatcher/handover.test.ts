/**
 * Handovers through the dispatcher: evidence is read when a delivery concerns the work, and acted on once.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import type { Evidence } from "../../src/handover/evidence.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../support/evidence.ts";
import { completed, handover, mallory, task } from "../support/issues.ts";
import { recordIn } from "../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });
const unproven = { ...good, checkRuns: [] };

/** Task 13 waits for task 12, which handover 60 completes with this evidence. */
async function handedOver(found: Evidence = unproven): Promise<void> {
  desk = await openDesk();
  for (const number of [12, 13]) desk.github.put(task(number));
  desk.github.block("I_13", "I_12");
  await desk.deliver(["I_12", "I_13"]);
  await desk.settled();
  desk.github.evidence.set("I_60", found);
  desk.github.put(handover(60, "#12"));
  await desk.deliver(["I_60"]);
  await desk.settled();
}

const labels = (id: string) =>
  desk.github.issues.get(id)?.labels.filter((label) => label.startsWith("status:"));

describe("a handover", () => {
  test("K07 a handover is accepted when the check that it claims succeeds on its head commit, and unblocks the tasks that wait", async () => {
    await handedOver();
    expect(labels("I_12")).toEqual(["status:in-review"]);
    expect(labels("I_13")).toEqual(["status:blocked"]);
    expect(desk.github.checks.get(head)?.conclusion).toBe("action_required");
    desk.github.evidence.set("I_60", good);
    await desk.deliver([`commit:${head}`], { event: "check_run" });
    await desk.settled();
    expect(desk.github.issues.get("I_60")?.issueState).toEqual(completed);
    expect(desk.github.issues.get("I_12")?.issueState).toEqual(completed);
    expect(labels("I_12")).toEqual([]);
    expect(labels("I_13")).toEqual(["status:ready"]);
    expect(desk.github.checks.get(head)?.conclusion).toBe("success");
  });

  test("its evidence is read once until it is accepted, and not again for our own writes", async () => {
    await handedOver(good);
    expect(desk.github.issues.get("I_12")?.issueState).toEqual(completed);
    expect(desk.github.evidenceReads).toHaveLength(1);
    desk.github.put({ ...(desk.github.issues.get("I_60") ?? handover(60, "#12")), title: "Renamed" });
    await desk.deliver(["I_60"]);
    await desk.settled();
    expect(desk.github.evidenceReads).toHaveLength(1);
  });

  test("what was accepted is read again for news of its work, and once the evidence is a minute old", async () => {
    await handedOver(good);
    await desk.deliver([`commit:${head}`], { event: "check_run" });
    await desk.settled();
    expect(desk.github.evidenceReads).toHaveLength(2);
    expect(desk.github.evidenceReads.at(-1)).toMatchObject({ accepted: { pullRequest: { headSha: head } } });
    await desk.later(61_000);
    await desk.deliver(["I_60"]);
    await desk.settled();
    expect(desk.github.evidenceReads).toHaveLength(3);
  });

  test("what is not accepted is read with each read of the handover", async () => {
    await handedOver(unproven);
    const before = desk.github.evidenceReads.length;
    await desk.deliver(["I_60"]);
    await desk.settled();
    expect(desk.github.evidenceReads.length).toBe(before + 1);
    expect(desk.github.evidenceReads.at(-1)?.accepted).toBeUndefined();
  });

  test("K03 a push after success is checked on the new commit, and the old check stays unchanged", async () => {
    await handedOver(good);
    expect(desk.github.checks.get(head)?.conclusion).toBe("success");
    const pushed = pullRequest({ files: [changed("src/a.ts")], headSha: nextHead });
    desk.github.evidence.set("I_60", { ...good, pullRequest: pushed });
    await desk.deliver(["pull:34"], { event: "pull_request" });
    await desk.settled();
    expect(desk.github.checks.get(nextHead)?.conclusion).toBe("action_required");
    expect(desk.github.checks.get(head)?.conclusion).toBe("success");
  });

  test("K05 a handover that names a pull request of another repository gets no other one in its place", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.evidence.set("I_60", good);
    desk.github.put(handover(60, "#12", { says: { "Pull request": "acme/other#34" } }));
    await desk.deliver(["I_12", "I_60"]);
    await desk.settled();
    expect(desk.github.issues.get("I_60")?.issueState.state).toBe("open");
    expect(desk.github.checks.size).toBe(0);
  });

  test("K05 a decision from the index about one handover does not forget another of the same pull request", async () => {
    await handedOver();
    desk.github.put(task(14));
    desk.github.evidence.set("I_61", good);
    desk.github.put(handover(61, "#14"));
    await desk.deliver(["I_14", "I_61"]);
    await desk.settled();
    // The memory's `around` returns everything; a store only what is beside the issues, not I_60.
    const { around } = desk.store.index;
    const partly = vi.spyOn(desk.store.index, "around").mockImplementation(async (ids) => {
      const { records, ...rest } = await around(ids);
      return { ...rest, records: new Map([...records].filter(([id]) => id !== "I_60" || ids.includes(id))) };
    });
    const shown = desk.github.checks.get(head);
    const written = desk.github.writes.length;
    expect(shown?.conclusion).toBe("action_required");
    const request = { repositoryId: "R_demo", target: { id: "I_61" }, dueAt: 0, because: "a test" };
    await desk.store.index.requestRefreshes([{ ...request, unlessFresh: true }]);
    await desk.settled();
    expect(desk.github.checks.get(head)).toEqual(shown);
    expect(desk.github.writes.length).toBe(written);
    partly.mockRestore();
  });

  test("a handover finds its pull request when that is opened later", async () => {
    await handedOver(evidence({ pullRequest: undefined, checkRuns: [] }));
    expect(labels("I_12")).toEqual(["status:in-review"]);
    desk.github.evidence.set("I_60", good);
    await desk.deliver(["pull:34"], { event: "pull_request" });
    await desk.settled();
    expect(desk.github.issues.get("I_12")?.issueState).toEqual(completed);
  });

  test("a handover is not affected by news of other work", async () => {
    await handedOver();
    await desk.later(60_000);
    await desk.deliver(["I_60"]);
    await desk.settled();
    const written = desk.github.writes.length;
    desk.github.evidence.set("I_60", good);
    await desk.deliver(["pull:35", `commit:${nextHead}`], { event: "pull_request" });
    await desk.settled();
    expect(desk.github.writes.length).toBe(written);
  });

  test("a handover requests nothing more once its state is as it should be", async () => {
    await handedOver(good);
    const written = desk.github.writes.length;
    await desk.deliver(["I_12", "I_60", "pull:34"]);
    await desk.settled();
    expect(desk.github.writes.length).toBe(written);
    expect(desk.store.refreshes()).toEqual([]);
  });

  test("S3.51 a handover is refreshed by a sweep if a delivery was lost", async () => {
    await handedOver();
    desk.github.evidence.set("I_60", good);
    const refreshes = await desk.store.index.oldestRead("R_demo", Number.MAX_SAFE_INTEGER, 10);
    await desk.store.index.requestRefreshes(
      refreshes.map((id) => ({ repositoryId: "R_demo", target: { id }, dueAt: 0, because: "a sweep" })),
    );
    await desk.settled();
    expect(desk.github.issues.get("I_12")?.issueState).toEqual(completed);
  });

  test("C15 a handover whose work GitHub refuses to show stays unread, and everything else continues", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(handover(60, "#12"));
    desk.github.evidenceFault = new RequestFailed({ type: "refused", message: "No permission." });
    await desk.deliver(["I_12", "I_60"]);
    await desk.settled();
    expect(labels("I_12")).toEqual(["status:in-review"]);
    expect(desk.github.issues.get("I_60")?.issueState.state).toBe("open");
  });

  test("C18 a handover whose work cannot be read for now is read again", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(handover(60, "#12"));
    desk.github.evidence.set("I_60", good);
    desk.github.evidenceFault = new RequestFailed({ type: "unknown", message: "A bad gateway." });
    await desk.deliver(["I_12", "I_60"]);
    await desk.settled();
    expect(desk.github.issues.get("I_12")?.issueState.state).toBe("open");
    desk.github.evidenceFault = undefined;
    await desk.later(60_000);
    expect(desk.github.issues.get("I_12")?.issueState).toEqual(completed);
  });

  test("C15 S3.55 a handover whose merge GitHub refuses is asked about once, and the merge is not sent again", async () => {
    desk = await openDesk();
    const text = "handovers: { merge: when accepted }";
    desk.github.settings.set("R_demo", { commit: "c", file: { type: "text", text } });
    await desk.deliver([], { event: "push" });
    await desk.settled();
    const failure = { type: "refused", message: "Resource not accessible by integration" } as const;
    desk.github.writeFaults.push({ failure, applied: false, on: "MergePullRequest" });
    desk.github.put(task(12));
    desk.github.put(handover(60, "#12"));
    desk.github.evidence.set("I_60", good);
    await desk.deliver(["I_12", "I_60"]);
    await desk.settled();
    const asked = () => [...desk.github.issues.values()].filter(({ opened }) => opened !== undefined);
    expect(asked()).toMatchObject([{ opened: { key: `open:I_60:unmerged@${head}` } }]);
    const written = desk.github.writes.length;
    for (let minute = 0; minute < 5; minute++) {
      await desk.deliver(["pull:34"], { event: "pull_request_review" });
      await desk.later(60_000);
    }
    expect(desk.github.writes.length).toBe(written);
    expect(asked()).toHaveLength(1);
  });

  test("S3.70 a handover that waits to be merged becomes a fix request as soon as a push to its base conflicts with it", async () => {
    desk = await openDesk();
    const text = "handovers: { merge: when accepted }";
    desk.github.settings.set("R_demo", { commit: "c", file: { type: "text", text } });
    await desk.deliver([], { event: "push" });
    await desk.settled();
    const pull = pullRequest({ files: [changed("src/a.ts")], mergeState: "blocked" });
    desk.github.evidence.set("I_60", { ...good, pullRequest: pull });
    desk.github.put(task(12));
    desk.github.put(handover(60, "#12"));
    await desk.deliver(["I_12", "I_60"]);
    await desk.settled();
    expect(desk.github.checks.get(head)?.conclusion).toBe("success");
    await desk.later(60_000);
    await desk.deliver(["I_60"]);
    await desk.settled();
    desk.github.evidence.set("I_60", { ...good, pullRequest: { ...pull, hasConflicts: true } });
    await desk.deliver(["base:next"], { event: "push" });
    await desk.settled();
    expect(desk.github.checks.get(head)?.conclusion).toBe("success");
    await desk.deliver(["base:main"], { event: "push" });
    await desk.settled();
    expect(desk.github.checks.get(head)?.conclusion).toBe("failure");
  });

  test("a handover by a user without write access requests no evidence", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(handover(60, "#12", { author: mallory }));
    desk.github.evidence.set("I_60", good);
    await desk.deliver(["I_60"]);
    await desk.settled();
    expect((await recordIn(desk.store.index, "I_60"))?.evidence).toBeUndefined();
    expect(desk.github.checks.size).toBe(0);
  });
});
