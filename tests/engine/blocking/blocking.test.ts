import { describe, expect, it } from "vitest";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  added,
  answer,
  bob,
  closed,
  completed,
  decided,
  duplicate,
  effectsOn,
  links,
  maria,
  notPlanned,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";

const later = start + 60_000;

const ownComment = (key: string) => ({
  id: `IC_${key}`,
  key,
  text: "",
  persisted: undefined,
  createdAt: later,
  isMinimized: false,
});

describe("a question and its task", () => {
  it("a question blocks its task by a dependency before GitHub shows it", () => {
    const decision = decided([task(12), question(40, "#12")]);
    expect(effectsOn(decision, 40).get("edge I_12")).toEqual({
      type: "AddBlockedBy",
      blockedId: "I_12",
      blockerId: "I_40",
    });
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    expect([...effectsOn(decision, 12).keys()]).toEqual(["labels"]);
  });

  it("a question is answered, labelled and closed as completed by the earliest eligible answer", () => {
    const first = answer(41, "#40", { decision: "Use SQLite." });
    const second = answer(42, "#40", { decision: "Use files.", author: maria });
    const decision = decided([task(12), question(40, "#12"), second, first]);
    expect(added(decision, 40)).toContain("answered");
    expect(effectsOn(decision, 40).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(effectsOn(decision, 41).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(effectsOn(decision, 42).has("close")).toBe(false);
    expect(decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.decision).toBe(
      "Use SQLite.",
    );
  });

  it("a question is not answered by its asker", () => {
    const own = answer(41, "#40", { author: question(40, "#12").author });
    const decision = decided([task(12), question(40, "#12"), own]);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
  });

  it("a task is unblocked when its question is closed with an accepted answer, and one notice is posted", () => {
    const asked = question(40, "#12");
    const settled = decided([task(12), asked, answer(41, "#40")]).records.find(
      ({ seen }) => seen.number === 40,
    );
    const done = closed(asked, completed, later, bob);
    const held = task(12, { blockedBy: links(done), labels: ["kind:task", "status:blocked"] });
    const records = new Map(settled === undefined ? [] : [[settled.seen.id, settled]]);
    const decision = decided([held, { ...done, labels: ["kind:question", "answered"] }], { records });
    expect(added(decision, 12)).toEqual(["status:ready"]);
    const wake = effectsOn(decision, 12).get("wake");
    expect(wake).toMatchObject({ type: "AddComment", marker: `wake:I_40@${later}` });
    const own = [ownComment(`wake:I_40@${later}`)];
    expect(effectsOn(decided([{ ...held, own }, done], { records }), 12).has("wake")).toBe(false);
  });

  it("an issue that was closed before the task was opened causes no notice, unless it blocked the task all the same", () => {
    const done = closed(task(11), completed, start + 11_500);
    const waiting = task(12, { blockedBy: links(done), labels: ["kind:task", "status:ready"] });
    expect(waiting.createdAt).toBeGreaterThan(start + 11_500);
    expect([...effectsOn(decided([waiting, done]), 12).keys()]).toEqual([]);
    const own = [{ ...ownComment("status"), persisted: { ...emptyPersistedState, heldBy: ["I_11"] } }];
    expect(effectsOn(decided([{ ...waiting, own }, done]), 12).get("wake")).toMatchObject({
      marker: `wake:I_11@${start + 11_500}`,
    });
  });

  it("an unblock notice contains everything that ended since the last one, withdrawn questions included, and nothing twice", () => {
    const told = closed(task(30), completed, later);
    const done = closed(task(31), completed, later + 5_000);
    const withdrawn = closed(question(40, "#12"), notPlanned, later + 9_000);
    const own = [ownComment(`wake:I_30@${later}`)];
    const freed = task(12, { blockedBy: links(told, done), labels: ["kind:task", "status:blocked"], own });
    const decision = decided([freed, told, done, withdrawn]);
    const wake = effectsOn(decision, 12).get("wake");
    expect(wake).toMatchObject({ type: "AddComment", marker: `wake:I_40@${later + 9_000}` });
    const { text } = wake?.type === "AddComment" ? wake : { text: "{}" };
    expect(JSON.parse(text).data).toMatchObject({
      settled: [{ name: "#31", title: "Task 31" }],
      withdrawn: ["#40"],
    });
  });
});

describe("a task", () => {
  it("a task is ready from the start when nothing blocks it, and gets no comment", () => {
    const decision = decided([task(1)]);
    expect(added(decision, 1)).toEqual(["status:ready"]);
    expect([...effectsOn(decision, 1).keys()]).toEqual(["labels"]);
  });

  it("a task's status is the same in whatever order its dependencies were created", () => {
    const status = (...blockers: readonly ReturnType<typeof task>[]) =>
      effectsOn(decided([task(1, { blockedByText: "#99", blockedBy: links(...blockers) })]), 1).get("status");
    expect(status(task(10), task(9))).toMatchObject({ type: "ShowStatus" });
    expect(status(task(10), task(9))).toEqual(status(task(9), task(10)));
  });

  it("a task that was closed before the first read gets no comment", () => {
    const done = closed(task(2), completed, later);
    const decision = decided([closed(task(1, { blockedBy: links(done) }), completed, later + 1_000)]);
    expect([...effectsOn(decision, 1).keys()]).toEqual([]);
  });

  it.each([
    ["an issue that does not exist", "#99"],
    ["a repository that nobody serves", "nobody/nowhere#5"],
    ["itself", "#1"],
    ["no issue at all", "the login page"],
  ])("a task is blocked while its text names %s, and no dependency is created for it", (_, blockedByText) => {
    const decision = decided([task(1, { blockedByText })]);
    expect(added(decision, 1)).toEqual(expect.arrayContaining(["status:blocked", "needs-fix"]));
    expect([...effectsOn(decision, 1).keys()].filter((slot) => slot.startsWith("edge"))).toEqual([]);
  });

  it("a task's status is written once its dependencies are created, and not before", () => {
    const decision = decided([task(1, { blockedByText: "#2, #99" }), task(2)]);
    expect(effectsOn(decision, 1).has("edge I_2")).toBe(true);
    expect(effectsOn(decision, 1).has("status")).toBe(false);
    const made = decided([task(1, { blockedByText: "#2, #99", blockedBy: links(task(2)) }), task(2)]);
    expect(effectsOn(made, 1).has("status")).toBe(true);
  });

  it("a closed task is not asked for fixes", () => {
    const decision = decided([closed(task(1, { body: "### Goal\n\n_No response_" }), completed, later)]);
    expect(added(decision, 1)).not.toContain("needs-fix");
  });

  it("a task waits for its own fresh read before a blocker counts as closed", () => {
    const done = closed(task(2), completed, later);
    const known = decided([done]).records.find(({ seen }) => seen.number === 2);
    if (known === undefined) throw new Error("The blocker was not decided.");
    const records = new Map([["I_2", { ...known, readAt: start + 9_000_000 }]]);
    expect(added(decided([task(1, { blockedBy: links(task(2)) })], { records }), 1)).toEqual([
      "status:blocked",
    ]);
  });

  it("E01 a task stays blocked while one of two blockers is open", () => {
    const done = closed(task(2), completed, later);
    expect(added(decided([task(1, { blockedBy: links(done, task(3)) })]), 1)).toEqual(["status:blocked"]);
  });

  it("E06 a task stays blocked while not every page of its blockers was read", () => {
    const blockedBy = { ...links(closed(task(2), completed, later)), complete: false };
    expect(added(decided([task(1, { blockedBy })]), 1)).toEqual(["status:blocked"]);
  });

  it("E12 a task stays blocked while a blocker is unreadable", () => {
    expect(added(decided([task(1, { blockedBy: { ...links(), unreadable: 1 } })]), 1)).toEqual([
      "status:blocked",
    ]);
  });

  it.each([
    ["not planned", notPlanned],
    ["a duplicate", duplicate],
  ])("D11 a task stays blocked by a blocker closed as %s", (_, issueState) => {
    expect(added(decided([task(1, { blockedBy: links(closed(task(2), issueState, later)) })]), 1)).toEqual([
      "status:blocked",
    ]);
  });

  it("a task stays blocked by a question closed as completed without an accepted answer", () => {
    const asked = closed(question(40, "#1"), completed, later);
    expect(added(decided([task(1, { blockedBy: links(asked) }), asked]), 1)).toEqual(["status:blocked"]);
  });

  it("D12 a task is blocked again when a blocker is reopened before the task was started", () => {
    const decision = decided([
      task(1, {
        labels: ["kind:task", "status:ready"],
        blockedBy: links({ ...task(2), issueState: reopened }),
      }),
    ]);
    expect(effectsOn(decision, 1).get("labels")).toEqual({
      type: "SetLabels",
      add: ["status:blocked"],
      remove: ["status:ready"],
    });
  });

  it("D12 a task keeps its status and warns when a blocker is reopened after the task was started", () => {
    const labels = ["kind:task", "status:in-progress"];
    const decision = decided([task(1, { labels, blockedBy: links({ ...task(2), issueState: reopened }) })]);
    expect(effectsOn(decision, 1).has("labels")).toBe(false);
    expect(effectsOn(decision, 1).has("status")).toBe(true);
  });

  it.each([
    ["an earlier linked pull request keeps its status and warns when a blocker is reopened", -1_000, true],
    ["a pull request linked after a blocker was reopened is blocked again", 1_000, false],
  ])("D12 a task with %s", (_, after, isWarned) => {
    const blocker = { ...task(2), issueState: reopened, reopenedAt: later };
    const linkedPulls = [{ number: 7, createdAt: later + after }];
    const labels = ["kind:task", "status:ready"];
    const decision = decided([task(1, { labels, linkedPulls, blockedBy: links(blocker) }), blocker]);
    expect(added(decision, 1)).toEqual(isWarned ? [] : ["status:blocked"]);
    const status = effectsOn(decision, 1).get("status");
    expect(status?.type === "ShowStatus" && JSON.parse(status.text).data.warned).toBe(isWarned);
  });

  it("D12 a task is blocked by a new blocker, whatever pull request is linked", () => {
    const labels = ["kind:task", "status:ready"];
    const linkedPulls = [{ number: 7, createdAt: start }];
    expect(added(decided([task(1, { labels, linkedPulls, blockedBy: links(task(2)) })]), 1)).toEqual([
      "status:blocked",
    ]);
  });

  it("E04 a task names the members of its dependency cycle, and no member is ready", () => {
    const a = task(1);
    const b = task(2, { blockedBy: links(a) });
    const decision = decided([task(1, { blockedBy: links(b) }), b, task(3)]);
    expect(added(decision, 1)).toEqual(["status:blocked"]);
    expect(added(decision, 3)).toEqual(["status:ready"]);
    const status = effectsOn(decision, 1).get("status");
    expect(status?.type === "ShowStatus" && status.text).toContain("#2");
  });

  it("a task is unblocked when the asker withdraws the question", () => {
    const asked = question(40, "#1", { blocking: links(task(1)) });
    const withdrawn = { ...closed(asked, notPlanned, later), closedBy: asked.author };
    const decision = decided([
      task(1, { blockedBy: links(withdrawn), labels: ["kind:task", "status:blocked"] }),
      withdrawn,
    ]);
    expect(added(decision, 1)).toEqual(["status:ready"]);
    expect(effectsOn(decision, 40).get("edge I_1")).toEqual({
      type: "RemoveBlockedBy",
      blockedId: "I_1",
      blockerId: "I_40",
    });
  });
});
