/** A task that waits for a duplicate waits for its original. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  added,
  bob,
  closed,
  closedAsDuplicate,
  completed,
  decided,
  duplicate,
  effectsOn,
  issue,
  links,
  mallory,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";

type Decision = ReturnType<typeof decided>;

const add = (blockerId: string) => ({ type: "AddBlockedBy", blockedId: "I_12", blockerId });
const remove = (blockerId: string) => ({ type: "RemoveBlockedBy", blockedId: "I_12", blockerId });
const edgesOn = (decision: Decision, number = 12) =>
  [...effectsOn(decision, number)].flatMap(([slot, effect]) => (slot.startsWith("edge ") ? effect : []));
const openedOn = (decision: Decision, number = 12) =>
  [...effectsOn(decision, number).keys()].filter((slot) => slot.startsWith("open "));
const memoryOf = (decision: Decision, number = 12) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;
const remembering = (persisted: Partial<PersistedState>) => [
  {
    id: "IC_1",
    key: "status",
    text: "",
    persisted: { ...emptyPersistedState, ...persisted },
    createdAt: start,
    isMinimized: false,
  },
];
const statusOn = (decision: Decision, number = 12) => {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? JSON.parse(effect.text).data : undefined;
};

const original = task(7);
const copy = closedAsDuplicate(task(5), original);
const waiting = (...blockers: readonly IssueSeen[]) => task(12, { blockedBy: links(...blockers) });

describe("a task that waits for a duplicate", () => {
  it("D11 a task that waits for a duplicate waits for the original, without an escalation", () => {
    const decision = decided([waiting(copy), copy, original]);
    expect(edgesOn(decision)).toEqual([add("I_7")]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    expect(openedOn(decision)).toEqual([]);
    expect(statusOn(decision)).toBeUndefined();
  });

  it("D11 the dependency on the duplicate is removed only once the one on the original exists", () => {
    expect(edgesOn(decided([waiting(copy, original), copy, original]))).toEqual([remove("I_5")]);
    expect(edgesOn(decided([waiting(original), copy, original]))).toEqual([]);
  });

  it("D11 a task is unblocked when the original is completed, before any dependency has moved", () => {
    const done = closed(original, completed, start + 50_000);
    const later = closedAsDuplicate(task(5), done);
    const decision = decided([waiting(later), later, done]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
    expect(effectsOn(decision, 12).get("wake")).toMatchObject({ marker: `wake:I_7@${start + 50_000}` });
  });

  it("D11 a task gets one notice for the original, whether its dependency has moved or not", () => {
    const done = closed(original, completed, start + 50_000);
    const later = closedAsDuplicate(task(5), done);
    const held = { own: remembering({ heldBy: ["I_5"] }) };
    const before = decided([{ ...waiting(later), ...held }, later, done]);
    const after = decided([{ ...waiting(done), ...held }, later, done]);
    const marker = `wake:I_7@${start + 50_000}`;
    expect(effectsOn(before, 12).get("wake")).toMatchObject({ marker });
    expect(effectsOn(after, 12).get("wake")).toMatchObject({ marker });
  });

  it("D11 a chain of duplicates is followed to its end at once", () => {
    const second = closedAsDuplicate(task(8), original);
    const first = closedAsDuplicate(task(9), second);
    expect(edgesOn(decided([waiting(first), first, second, original]))).toEqual([add("I_7")]);
  });

  it.each<[string, IssueSeen, readonly IssueSeen[]]>([
    ["names no original", closed(task(5), duplicate, start + 60_000), []],
    [
      "is a duplicate of its own duplicate",
      closedAsDuplicate(task(5), task(8)),
      [closedAsDuplicate(task(8), task(5))],
    ],
    ["is a duplicate of the task itself", closedAsDuplicate(task(5), task(12)), []],
    [
      "is a duplicate of an issue in a repository that is not served",
      closedAsDuplicate(task(5), task(8, { repositoryId: "R_other" })),
      [],
    ],
    [
      "is a duplicate of a withdrawn question",
      closedAsDuplicate(task(5), question(8, "")),
      [closed(question(8, ""), notPlanned, start + 1_000)],
    ],
  ])("D11 a task stays blocked and a person is asked if the duplicate %s", (_, seen, others) => {
    const decision = decided([waiting(seen), seen, ...others]);
    expect(edgesOn(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    expect(openedOn(decision)).toEqual([`open dead-blocker@I_5:${start + 60_000}`]);
  });

  it("D11 a person is asked about the original once that is closed as not planned", () => {
    const dead = closed(original, notPlanned, start + 70_000, bob);
    const decision = decided([waiting(copy), copy, dead]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    expect(openedOn(decision)).toEqual([`open dead-blocker@I_7:${start + 70_000}`]);
  });

  it("D11 a task is blocked without an escalation while the duplicate or its original is still to be read", () => {
    for (const known of [[copy], []]) {
      const decision = decided([waiting(copy), ...known]);
      expect(edgesOn(decision)).toEqual([]);
      expect(added(decision, 12)).toEqual(["status:blocked"]);
      expect(openedOn(decision)).toEqual([]);
    }
  });

  it("D11 a task keeps its dependency on a duplicate that is open again", () => {
    const again = task(5);
    expect(edgesOn(decided([waiting(again, original), again, original]))).toEqual([]);
  });

  it("D11 dependencies stay unchanged on a task that is closed or not admitted", () => {
    const stranger = { ...waiting(copy), author: mallory };
    const done = closed(waiting(copy), completed, start + 70_000);
    for (const seen of [stranger, done]) expect(edgesOn(decided([seen, copy, original]))).toEqual([]);
  });

  it("D11 a task waits for an ordinary issue as for any other original", () => {
    const plain = issue(7);
    const copied = closedAsDuplicate(issue(5), plain);
    expect(edgesOn(decided([waiting(copied), copied, plain]))).toEqual([add("I_7")]);
  });
});

describe("a task whose text names a duplicate", () => {
  const naming = (changes: Partial<IssueSeen> = {}) => task(12, { blockedByText: "#5", ...changes });

  it("D11 a task whose text names a duplicate gets a dependency on the original", () => {
    const decision = decided([naming(), copy, original]);
    expect(edgesOn(decision)).toEqual([add("I_7")]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
  });

  it("D11 a task remembers the dependency on the original, and shows none as removed while it moves", () => {
    const own = remembering({ edges: ["I_5"], heldBy: ["I_5"] });
    for (const blockedBy of [links(copy), links(copy, original), links(original)]) {
      const decision = decided([naming({ blockedBy, own }), copy, original]);
      expect(memoryOf(decision)).toMatchObject({ edges: ["I_7"], heldBy: ["I_7"] });
      expect(statusOn(decision)?.removed ?? []).toEqual([]);
    }
  });

  it("D11 a task no longer waits for the original after /unblock of the duplicate that it names", () => {
    const comments = [{ id: "IC_7", author: bob, text: "/unblock #5", createdAt: start + 90_000 }];
    const decision = decided([naming({ blockedBy: links(original), comments }), copy, original]);
    expect(edgesOn(decision)).toEqual([remove("I_7")]);
  });

  it("D11 a rebuilt index has nothing to do after the dependency has moved", () => {
    const decision = decided([naming({ blockedBy: links(original) }), copy, original]);
    expect(edgesOn(decision)).toEqual([]);
    expect(memoryOf(decision)?.edges).toEqual(["I_7"]);
    expect(statusOn(decision)).toBeUndefined();
  });

  it("D11 a task is not blocked again by a dependency that a person removed", () => {
    const own = remembering({ edges: ["I_5"] });
    const decision = decided([naming({ own }), copy, original]);
    expect(edgesOn(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
    expect(statusOn(decision)).toMatchObject({
      removed: ["#7"],
      throughDuplicates: [{ duplicate: "#5", original: "#7" }],
    });
  });

  it("D11 a task waits for the issue that it names again once that is reopened", () => {
    const again = task(5);
    const own = remembering({ edges: ["I_7"] });
    const decision = decided([naming({ blockedBy: links(original), own }), again, original]);
    expect(edgesOn(decision)).toEqual([add("I_5")]);
  });

  it("I06 D11 a task waits for the original by text alone if the host keeps no dependencies", () => {
    const seen = naming({ lacksEdges: true });
    expect(added(decided([seen, copy, original]), 12)).toEqual(["status:blocked"]);
    const done = closed(original, completed, start + 50_000);
    expect(added(decided([seen, copy, done]), 12)).toEqual(["status:ready"]);
  });
});

describe("a question that duplicates a question", () => {
  const first = question(40, "#30", { blocking: links(task(12)) });
  const second = closedAsDuplicate(question(41, "#12"), first);
  const own = remembering({ edges: ["I_12"] });

  it("D11 a duplicate question leaves its task waiting for the original's answer", () => {
    const asked = { ...second, own, blocking: links(task(12)) };
    const decision = decided([waiting(second), asked, first]);
    expect(edgesOn(decision)).toEqual([add("I_40")]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    const done = closed(first, completed, start + 70_000);
    const unanswered = decided([waiting(second), asked, done]);
    expect(added(unanswered, 12)).toEqual(["status:blocked"]);
  });

  it("D11 a question closed as a duplicate before its dependency was created creates one on the original", () => {
    expect(edgesOn(decided([task(12), second, first]), 41)).toEqual([add("I_40")]);
    expect(added(decided([task(12), second, first]), 12)).toEqual(["status:blocked"]);
  });

  it("D11 a duplicate question has nothing left to do or to say once its task waits for the original", () => {
    for (const persisted of [own, []]) {
      const decision = decided([waiting(first), { ...second, own: persisted }, first]);
      expect(edgesOn(decision, 41)).toEqual([]);
      expect(edgesOn(decision)).toEqual([]);
      expect(memoryOf(decision, 41)?.edges).toEqual(["I_12"]);
    }
    expect(statusOn(decided([waiting(first), second, first]), 41)).toBeUndefined();
  });

  it("D11 an existing status comment of a question says what it is a duplicate of", () => {
    const decision = decided([waiting(first), { ...second, own }, first]);
    expect(statusOn(decision, 41)).toMatchObject({ status: "duplicate", original: "#40", blocks: [] });
  });

  it("D11 a duplicate question does not block its task again when a person removes the moved dependency", () => {
    const decision = decided([task(12), { ...second, own }, first]);
    expect(edgesOn(decision, 41)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });
});
