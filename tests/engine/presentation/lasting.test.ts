/** Reasons for a first status comment: news, and state that GitHub could not tell a rebuilt index. */
import { describe, expect, it } from "vitest";
import type { OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  closed,
  completed,
  context,
  decided,
  effectsOn,
  links,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";

const later = start + 60_000;
const own = (key: string, persisted?: Partial<PersistedState>): OwnComment => ({
  id: `IC_${key}`,
  key,
  text: "",
  createdAt: start,
  isMinimized: false,
  persisted: persisted && { ...emptyPersistedState, ...persisted },
});
type Decision = ReturnType<typeof decided>;
const hasStatus = (decision: Decision, number: number): boolean => effectsOn(decision, number).has("status");
const memoryOf = (decision: Decision, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;
/** The records after a decision, as the index would have them when the issues are read again. */
const kept = (decision: Decision) => ({
  records: new Map(decision.records.map((record) => [record.seen.id, record])),
});

describe("a dependency that text created", () => {
  const asked = question(40, "#12", { blocking: links(task(12)) });
  const held = task(12, { blockedBy: links(question(40, "#12")) });

  it("an existing dependency from a text is known to the index and to a rebuild, so no comment is written", () => {
    const decision = decided([held, asked]);
    expect(memoryOf(decision, 40)?.edges).toEqual(["I_12"]);
    expect(memoryOf(decision, 12)?.heldBy).toEqual(["I_40"]);
    expect([hasStatus(decision, 40), hasStatus(decision, 12)]).toEqual([false, false]);
  });

  it("a removed dependency from a text is persisted in a comment, and not created again", () => {
    const known = kept(decided([held, asked]));
    const cut = { ...asked, blocking: links(), updatedAt: later };
    const decision = decided([{ ...held, blockedBy: links(), updatedAt: later }, cut], known);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(false);
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ persisted: { edges: ["I_12"] } });
  });

  it("a dependency that the text no longer names is persisted in a comment, as it would count as a person's", () => {
    const known = kept(decided([held, asked]));
    const other = question(40, "#13", { blocking: links(task(12), task(13)), updatedAt: later });
    const decision = decided([held, task(13), other], known);
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ persisted: { edges: ["I_12", "I_13"] } });
  });

  it("a dependency from a text is persisted at once if no index outlives the run", () => {
    const decision = decided([held, asked], {}, { ...context, keepsIndex: false });
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ persisted: { edges: ["I_12"] } });
    expect(effectsOn(decision, 12).get("status")).toMatchObject({ persisted: { heldBy: ["I_40"] } });
  });
});

describe("a task that was unblocked", () => {
  const blocker = closed(task(2), completed, later);
  const free = task(1, { blockedBy: links(blocker), own: [own(`wake:I_2@${later}`)] });

  it("an unblocked task gets no status comment in addition to its unblock notice", () => {
    const decision = decided([free, blocker]);
    expect(memoryOf(decision, 1)?.woken).toEqual([`I_2@${later}`]);
    expect([...effectsOn(decision, 1).keys()]).toEqual(["labels"]);
  });

  it("a deleted unblock notice is persisted in a status comment, and no one is notified again", () => {
    const known = kept(decided([free, blocker]));
    const decision = decided([{ ...free, own: [], updatedAt: later + 60_000 }, blocker], known);
    expect(effectsOn(decision, 1).has("wake")).toBe(false);
    expect(effectsOn(decision, 1).get("status")).toMatchObject({ persisted: { woken: [`I_2@${later}`] } });
  });

  it("an unblocking by a removed dependency is counted by its notice, whatever an index lost", () => {
    const decision = decided([task(1, { own: [own("wake:unlinked-0"), own("wake:unlinked-2")] })]);
    expect(memoryOf(decision, 1)).toMatchObject({ unlinked: 3, heldBy: [] });
    expect([...effectsOn(decision, 1).keys()]).toEqual(["labels"]);
  });

  it("N16 an unblocking by a removed dependency without a recipient gets no comment, nor does a later assignee", () => {
    const unassigned = { assignees: [] };
    const known = kept(decided([task(1, { ...unassigned, blockedBy: links(task(2)) })]));
    const free = decided([task(1, { ...unassigned, updatedAt: later })], known);
    expect([...effectsOn(free, 1).keys()]).toEqual(["labels"]);
    expect(memoryOf(free, 1)).toMatchObject({ heldBy: [], unlinked: 0, unsaid: ["unlinked-0"] });
    const taken = task(1, { labels: ["kind:task", "status:ready"], updatedAt: later + 1_000 });
    expect([...effectsOn(decided([taken], kept(free)), 1).keys()]).toEqual([]);
  });
});

describe("a first comment is written for what GitHub's own page does not show", () => {
  const elsewhere = { ...task(9), repositoryId: "R_private" };
  it.each([
    [
      "a blocker that was closed as not planned",
      task(1, { blockedBy: links(closed(task(2), notPlanned, later)) }),
    ],
    ["a blocker that cannot be read", task(1, { blockedBy: { ...links(), unreadable: 1 } })],
    ["a blocker that not every reader may see", task(1, { blockedBy: links(elsewhere) })],
    ["blockers that only the texts name", task(1, { blockedByText: "#2", lacksEdges: true })],
    ["text to fix", task(1, { blockedByText: "#99" })],
  ])("a first comment is written for %s", (_, seen) => {
    expect(hasStatus(decided([seen, task(2)]), 1)).toBe(true);
  });

  it("no first comment is written for an open blocker, nor for one that was reopened before the work began", () => {
    const seen = task(1, {
      blockedBy: links(task(2), { ...task(3), issueState: { state: "open", reopened: true } }),
    });
    expect([...effectsOn(decided([seen, task(2)]), 1).keys()]).toEqual(["labels"]);
  });
});
