/** What a first status comment is written for: news, and what GitHub could not tell an index made from nothing. */
import { describe, expect, it } from "vitest";
import type { OwnComment } from "../../src/engine/model/fact.ts";
import { blankMemory, type Memory } from "../../src/engine/model/memory.ts";
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
} from "../support/issues.ts";

const later = start + 60_000;
const own = (key: string, memory?: Partial<Memory>): OwnComment => ({
  ...{ id: `IC_${key}`, key, text: "", createdAt: start, isMinimized: false },
  memory: memory && { ...blankMemory, ...memory },
});
type Decision = ReturnType<typeof decided>;
const hasStatus = (decision: Decision, number: number): boolean => effectsOn(decision, number).has("status");
const memoryOf = (decision: Decision, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.memory;
/** The records that a decision left, as the index would have them when the issues are read again. */
const kept = (decision: Decision) => ({
  records: new Map(decision.records.map((record) => [record.seen.id, record])),
});

describe("an edge that text made", () => {
  const asked = question(40, "#12", { blocking: links(task(12)) });
  const held = task(12, { blockedBy: links(question(40, "#12")) });

  it("and that stands is known to the index and to whoever looks from nothing, so that no comment is written", () => {
    const decision = decided([held, asked]);
    expect(memoryOf(decision, 40)?.edges).toEqual(["I_12"]);
    expect(memoryOf(decision, 12)?.heldBy).toEqual(["I_40"]);
    expect([hasStatus(decision, 40), hasStatus(decision, 12)]).toEqual([false, false]);
  });

  it("and that somebody removed is written down then, and not made again", () => {
    const known = kept(decided([held, asked]));
    const cut = { ...asked, blocking: links(), updatedAt: later };
    const decision = decided([{ ...held, blockedBy: links(), updatedAt: later }, cut], known);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(false);
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ memory: { edges: ["I_12"] } });
  });

  it("and that the text names no more is written down too, as it would count as a person's", () => {
    const known = kept(decided([held, asked]));
    const other = question(40, "#13", { blocking: links(task(12), task(13)), updatedAt: later });
    const decision = decided([held, task(13), other], known);
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ memory: { edges: ["I_12", "I_13"] } });
  });

  it("is written down at once where no index outlives the run", () => {
    const decision = decided([held, asked], {}, { ...context, keepsIndex: false });
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ memory: { edges: ["I_12"] } });
    expect(effectsOn(decision, 12).get("status")).toMatchObject({ memory: { heldBy: ["I_40"] } });
  });
});

describe("a task that was freed", () => {
  const blocker = closed(task(2), completed, later);
  const free = task(1, { blockedBy: links(blocker), own: [own(`wake:I_2@${later}`)] });

  it("gets no status comment beside the one that woke somebody", () => {
    const decision = decided([free, blocker]);
    expect(memoryOf(decision, 1)?.woken).toEqual([`I_2@${later}`]);
    expect([...effectsOn(decision, 1).keys()]).toEqual(["labels"]);
  });

  it("remembers in a status comment that it was woken once somebody deleted that comment, and wakes nobody", () => {
    const known = kept(decided([free, blocker]));
    const decision = decided([{ ...free, own: [], updatedAt: later + 60_000 }, blocker], known);
    expect(effectsOn(decision, 1).has("wake")).toBe(false);
    expect(effectsOn(decision, 1).get("status")).toMatchObject({ memory: { woken: [`I_2@${later}`] } });
  });

  it("by a removed edge counts that removal by the comment that told of it, whatever an index lost", () => {
    const decision = decided([task(1, { own: [own("wake:unlinked-0"), own("wake:unlinked-2")] })]);
    expect(memoryOf(decision, 1)).toMatchObject({ unlinked: 3, heldBy: [] });
    expect([...effectsOn(decision, 1).keys()]).toEqual(["labels"]);
  });

  it("N16 by a removed edge, with nobody to tell, gets no comment, nor does who is assigned later", () => {
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
    ["a blocker that is given up", task(1, { blockedBy: links(closed(task(2), notPlanned, later)) })],
    ["a blocker that cannot be read", task(1, { blockedBy: { ...links(), unreadable: 1 } })],
    ["a blocker that not everybody may see", task(1, { blockedBy: links(elsewhere) })],
    ["blockers that texts alone carry", task(1, { blockedByText: "#2", lacksEdges: true })],
    ["text to mend", task(1, { blockedByText: "#99" })],
  ])("%s", (_, seen) => {
    expect(hasStatus(decided([seen, task(2)]), 1)).toBe(true);
  });

  it("and not for an open blocker, nor for one that was reopened before the work began", () => {
    const seen = task(1, {
      blockedBy: links(task(2), { ...task(3), standing: { state: "open", reopened: true } }),
    });
    expect([...effectsOn(decided([seen, task(2)]), 1).keys()]).toEqual(["labels"]);
  });
});
