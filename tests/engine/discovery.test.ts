import { describe, expect, it, test } from "vitest";
import type { Actor } from "../../src/engine/model/fact.ts";
import { blankMemory } from "../../src/engine/model/memory.ts";
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
} from "../support/issues.ts";

const onTrack = (number: number, track: string) => task(number, { labels: ["kind:task", `track:${track}`] });
const statusOf = (decision: ReturnType<typeof decided>, number: number): string => {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const told = {
  id: "IC_9",
  key: "tell:I_50",
  text: "x",
  memory: undefined,
  createdAt: start,
  isMinimized: false,
};

describe("a discovery", () => {
  it("is shown by the tasks it names and those of its tracks, and by no other", () => {
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

  it("wakes nobody where nothing has to be done", () => {
    const decision = decided([task(11), discovery(50, "#11", { action: "none" })]);
    expect(effectsOn(decision, 11).has("tell I_50")).toBe(false);
  });

  it.each(["fix", "investigate", "discuss"])("is told where it asks to %s", (action) => {
    const decision = decided([task(11), discovery(50, "#11", { action })]);
    expect(effectsOn(decision, 11).get("tell I_50")).toMatchObject({ marker: "tell:I_50" });
  });

  it("tells whoever works on the task once where something has to be done", () => {
    const first = decided([
      task(11, { assignees: [alice] }),
      discovery(50, "#11", { action: "investigate" }),
    ]);
    expect(effectsOn(first, 11).get("tell I_50")).toMatchObject({ type: "AddComment", marker: "tell:I_50" });
    expect(effectsOn(first, 11).has("status")).toBe(false);
    const second = decided([task(11, { own: [told] }), discovery(50, "#11")]);
    expect(effectsOn(second, 11).has("tell I_50")).toBe(false);
    expect(effectsOn(second, 11).get("status")).toMatchObject({ memory: { told: ["I_50"] } });
  });

  it("is not told again when its comment was deleted", () => {
    const memory = { ...blankMemory, told: ["I_50"] };
    const status = { ...told, id: "IC_1", key: "status", memory };
    const decision = decided([task(11, { own: [status] }), discovery(50, "#11")]);
    expect(effectsOn(decision, 11).has("tell I_50")).toBe(false);
  });

  it("does not tell who found it, nor us", () => {
    const told = (assignee: Actor) =>
      effectsOn(decided([task(11, { assignees: [assignee] }), discovery(50, "#11")]), 11).has("tell I_50");
    expect([alice, bob, us].map(told)).toEqual([true, false, false]);
  });

  it("N16 is told to nobody by a task without assignees, and not in a comment to who is assigned later", () => {
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

  it("is silent once it is closed, and for a task that is", () => {
    const over = decided([task(11), closed(discovery(50, "#11"), completed, start)]);
    expect([...effectsOn(over, 11).keys()]).toEqual(["labels"]);
    const done = decided([closed(task(11), completed, start), discovery(50, "#11")]);
    expect(effectsOn(done, 11).has("tell I_50")).toBe(false);
  });

  it("G01 of a stranger reaches nobody", () => {
    const decision = decided([task(11), discovery(50, "#11", { author: mallory })]);
    expect(added(decision, 50)).toEqual(["needs-approval"]);
    expect([...effectsOn(decision, 11).keys()]).toEqual(["labels"]);
  });

  it("of a private repository is not told in a public one", () => {
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

describe("a discovery that asks for nothing", () => {
  const memory = { ...blankMemory, told: ["I_11"] };
  const shown = { ...told, id: "IC_1", key: "status", memory };
  const informs = (changes = {}) => discovery(50, "#11, api", { action: "none", own: [shown], ...changes });
  const done = closed(task(11), completed, start);
  const closing = (issues: Parameters<typeof decided>[0]) => effectsOn(decided(issues), 50).get("close");

  it("S3.41 is closed as completed with the last task that showed it", () => {
    expect(closing([task(11), informs()])).toBeUndefined();
    expect(closing([done, onTrack(12, "api"), informs()])).toBeUndefined();
    expect(closing([done, informs()])).toEqual({ type: "CloseIssue", reason: "completed" });
  });

  it("remembers the first task that showed it, and stays while none ever did", () => {
    const first = decided([task(11), discovery(50, "#11", { action: "none" })]);
    expect(effectsOn(first, 50).get("status")).toMatchObject({ memory: { told: ["I_11"] } });
    expect(statusOf(first, 50)).toContain('"endsByItself":true');
    expect(closing([done, informs({ own: [] })])).toBeUndefined();
  });

  it("stays once somebody reopened it", () => {
    const reopened = { standing: { state: "open", reopened: true } };
    expect(closing([done, informs(reopened)])).toBeUndefined();
    expect(statusOf(decided([task(11), informs(reopened)]), 50)).toContain('"endsByItself":false');
  });

  it("stays where something has to be done or talked about, or a stranger wrote it", () => {
    for (const action of ["investigate", "fix", "discuss"])
      expect(closing([done, informs({ action })])).toBeUndefined();
    expect(closing([done, informs({ author: mallory })])).toBeUndefined();
  });

  it("says that it is done where we closed it, and no more than that it is closed where a person did", () => {
    const over = closed(informs(), completed, start);
    expect(statusOf(decided([done, { ...over, closedBy: us }]), 50)).toContain('"standing":"told"');
    expect(statusOf(decided([done, { ...over, closedBy: bob }]), 50)).toContain('"standing":"closed"');
  });
});

describe("a handover", () => {
  it("is quiet while nothing is wrong with it", () => {
    const decision = decided([task(11), handover(60, "#11")]);
    expect(added(decision, 60)).toEqual([]);
    expect([...effectsOn(decision, 60).keys()]).toEqual([]);
  });

  it("S3.105 without its sections is marked and told what it lacks", () => {
    const decision = decided([handover(60, "#11", { body: "Done with track 3. Check the code." })]);
    expect(added(decision, 60)).toEqual(["needs-fix"]);
    for (const label of ["Completes", "Changes", "Verified", "Context", "Next steps"])
      expect(statusOf(decision, 60)).toContain(`${label} is missing or empty.`);
  });

  it("of something that is no task is told so", () => {
    const decision = decided([discovery(50, "#11"), handover(60, "#50"), task(11)]);
    expect(statusOf(decision, 60)).toContain("`#50` is not a task.");
  });
});
