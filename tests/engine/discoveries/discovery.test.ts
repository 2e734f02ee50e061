import { describe, expect, it, test } from "vitest";
import type { Actor } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  added,
  alice,
  bob,
  closed,
  completed,
  decided,
  demo,
  discovery,
  effectsOn,
  handover,
  mallory,
  start,
  task,
  us,
} from "../../support/issues.ts";

const onTrack = (number: number, track: string) => task(number, { labels: ["kind:task", `track:${track}`] });
const statusOf = (decision: ReturnType<typeof decided>, number: number): string => {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const told = {
  id: "IC_9",
  key: "tell:I_50",
  text: "x",
  persisted: undefined,
  createdAt: start,
  isMinimized: false,
};

describe("a discovery", () => {
  it("a discovery is shown by the tasks that it names and those of its tracks, and by no other", () => {
    const decision = decided([
      task(11),
      onTrack(12, "API"),
      task(13),
      discovery(50, "#11, api", { action: "none" }),
    ]);
    expect(statusOf(decision, 11)).toContain('"name":"#50"');
    expect(statusOf(decision, 12)).toContain('"name":"#50"');
    expect(statusOf(decision, 13)).toBe("");
    expect(statusOf(decision, 50)).toContain('"shownIn":["#11","#12"]');
  });

  it("a discovery that calls for no action notifies no one", () => {
    const decision = decided([task(11), discovery(50, "#11", { action: "none" })]);
    expect(effectsOn(decision, 11).has("tell I_50")).toBe(false);
  });

  it.each(["fix", "investigate", "discuss"])("a discovery that asks to %s is announced", (action) => {
    const decision = decided([task(11), discovery(50, "#11", { action })]);
    expect(effectsOn(decision, 11).get("tell I_50")).toMatchObject({ marker: "tell:I_50" });
  });

  it("a discovery that calls for action is announced once to the people who work on the task", () => {
    const first = decided([
      task(11, { assignees: [alice] }),
      discovery(50, "#11", { action: "investigate" }),
    ]);
    expect(effectsOn(first, 11).get("tell I_50")).toMatchObject({ type: "AddComment", marker: "tell:I_50" });
    expect(effectsOn(first, 11).has("status")).toBe(false);
    const second = decided([task(11, { own: [told] }), discovery(50, "#11")]);
    expect(effectsOn(second, 11).has("tell I_50")).toBe(false);
    expect(effectsOn(second, 11).get("status")).toMatchObject({ persisted: { told: ["I_50"] } });
  });

  it("a discovery is not announced again when its comment was deleted", () => {
    const persisted = { ...emptyPersistedState, told: ["I_50"] };
    const status = { ...told, id: "IC_1", key: "status", persisted: persisted };
    const decision = decided([task(11, { own: [status] }), discovery(50, "#11")]);
    expect(effectsOn(decision, 11).has("tell I_50")).toBe(false);
  });

  it("a discovery is announced neither to its finder nor to our bot", () => {
    const told = (assignee: Actor) =>
      effectsOn(decided([task(11, { assignees: [assignee] }), discovery(50, "#11")]), 11).has("tell I_50");
    expect([alice, bob, us].map(told)).toEqual([true, false, false]);
  });

  it("N16 a discovery on a task without assignees is not announced, and not announced later to a new assignee", () => {
    const unassigned = task(11, { assignees: [] });
    const first = decided([unassigned, discovery(50, "#11")]);
    expect([...effectsOn(first, 11).keys()]).toEqual(["labels"]);
    const records = new Map(first.records.map((record) => [record.seen.id, record]));
    const taken = task(11, { updatedAt: start + 90_000 });
    const later = decided([taken, discovery(50, "#11")], { records });
    expect(effectsOn(later, 11).has("tell I_50")).toBe(false);
    expect(statusOf(later, 11)).toContain('"name":"#50"');
    const next = decided([taken, discovery(50, "#11"), discovery(51, "#11")], { records });
    expect(effectsOn(next, 11).has("tell I_51")).toBe(true);
  });

  it("a closed discovery is not announced, nor is one on a closed task", () => {
    const over = decided([task(11), closed(discovery(50, "#11"), completed, start)]);
    expect([...effectsOn(over, 11).keys()]).toEqual(["labels"]);
    const done = decided([closed(task(11), completed, start), discovery(50, "#11")]);
    expect(effectsOn(done, 11).has("tell I_50")).toBe(false);
  });

  it("G01 a discovery by a user without write access reaches no task", () => {
    const decision = decided([task(11), discovery(50, "#11", { author: mallory })]);
    expect(added(decision, 50)).toEqual(["needs-approval"]);
    expect([...effectsOn(decision, 11).keys()]).toEqual(["labels"]);
  });

  it("a discovery in a private repository is not announced in a public one", () => {
    const hidden = { ...demo, id: "R_hidden", name: "hidden", isPrivate: true };
    const repositories = new Map([demo, hidden].map((each) => [each.id, each]));
    const roles = new Map(
      [demo, hidden].flatMap(({ id }) => [bob, alice].map((a) => [`${id} ${a.id}`, "write"])),
    );
    const found = discovery(50, "acme/demo#11", { repositoryId: hidden.id });
    const decision = decided([task(11), found], { repositories, roles });
    expect([...effectsOn(decision, 11).keys()]).toEqual(["labels"]);
    expect(statusOf(decision, 50)).toBe("");
  });
});

test("N18 a list of tasks has one order, whatever order they were read in", () => {
  const tasks = [onTrack(13, "api"), onTrack(11, "api"), onTrack(12, "api")];
  const found = discovery(50, "api");
  for (const issues of [tasks, tasks.toReversed()])
    expect(statusOf(decided([...issues, found]), 50)).toContain('"shownIn":["#11","#12","#13"]');
});

describe("a discovery that calls for no action", () => {
  const persisted = { ...emptyPersistedState, told: ["I_11"] };
  const shown = { ...told, id: "IC_1", key: "status", persisted: persisted };
  const informs = (changes = {}) => discovery(50, "#11, api", { action: "none", own: [shown], ...changes });
  const done = closed(task(11), completed, start);
  const closing = (issues: Parameters<typeof decided>[0]) => effectsOn(decided(issues), 50).get("close");

  it("S3.41 a discovery that calls for no action is closed as completed with the last task that showed it", () => {
    expect(closing([task(11), informs()])).toBeUndefined();
    expect(closing([done, onTrack(12, "api"), informs()])).toBeUndefined();
    expect(closing([done, informs()])).toEqual({ type: "CloseIssue", reason: "completed" });
  });

  it("a discovery records the first task that showed it, and stays open while none did", () => {
    const first = decided([task(11), discovery(50, "#11", { action: "none" })]);
    expect(effectsOn(first, 50).get("status")).toMatchObject({ persisted: { told: ["I_11"] } });
    expect(statusOf(first, 50)).toContain('"endsByItself":true');
    expect(closing([done, informs({ own: [] })])).toBeUndefined();
  });

  it("a reopened discovery stays open", () => {
    const reopened = { issueState: { state: "open", reopened: true } };
    expect(closing([done, informs(reopened)])).toBeUndefined();
    expect(statusOf(decided([task(11), informs(reopened)]), 50)).toContain('"endsByItself":false');
  });

  it("a discovery stays open if it calls for action or discussion, or a user without write access wrote it", () => {
    for (const action of ["investigate", "fix", "discuss"])
      expect(closing([done, informs({ action })])).toBeUndefined();
    expect(closing([done, informs({ author: mallory })])).toBeUndefined();
  });

  it("a discovery is shown as done if we closed it, and just as closed if a person did", () => {
    const over = closed(informs(), completed, start);
    expect(statusOf(decided([done, { ...over, closedBy: us }]), 50)).toContain('"status":"announced"');
    expect(statusOf(decided([done, { ...over, closedBy: bob }]), 50)).toContain('"status":"closed"');
  });
});

describe("a handover", () => {
  it("a handover without problems gets no comment", () => {
    const decision = decided([task(11), handover(60, "#11")]);
    expect(added(decision, 60)).toEqual([]);
    expect([...effectsOn(decision, 60).keys()]).toEqual([]);
  });

  it("S3.105 a handover without its sections is labelled and its status says what it lacks", () => {
    const decision = decided([handover(60, "#11", { body: "Done with track 3. Check the code." })]);
    expect(added(decision, 60)).toEqual(["needs-fix"]);
    for (const label of ["Completes", "Changes", "Verified", "Context", "Next steps"])
      expect(statusOf(decision, 60)).toContain(`${label} is missing or empty.`);
  });

  it("a handover of something that is not a task is told so", () => {
    const decision = decided([discovery(50, "#11"), handover(60, "#50"), task(11)]);
    expect(statusOf(decision, 60)).toContain("`#50` is not a task.");
  });
});
