/** Removals of dependencies on issues of which the index has no record: elsewhere, or not shown to us at all. */
import { describe, expect, test } from "vitest";
import type { Actor, EdgeRemovals } from "../../../src/engine/model/fact.ts";
import { formatOutcomeKey } from "../../../src/engine/model/keys/outcome-key.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { added, alice, completed, context, decided, effectsOn, mallory, task } from "../../support/issues.ts";
import { says } from "../../support/matters.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";
import { far, hiddenRemovedBy, removedAt, removedBy, waiting } from "../../support/removals.ts";

const unreadable = ["unseen"];

const refused: Partial<Snapshot> = {
  refusals: new Map([
    [
      "I_12",
      [
        {
          key: formatOutcomeKey("I_12", {
            type: "dependency",
            slot: { type: "dependency", id: "I_far" },
            change: "added",
            removedAt,
          }),
          slot: { type: "dependency", id: "I_far" },
          message: "Not allowed.",
        },
      ],
    ],
  ]),
};

const textOf = (decision: ReturnType<typeof decided>, slot: string) => {
  const effect = effectsOn(decision, 12).get(slot);
  return effect?.type === "ShowStatus" ? JSON.parse(effect.text).data : undefined;
};
const asked = (decision: ReturnType<typeof decided>) =>
  [...effectsOn(decision, 12).values()].filter(({ type }) => type === "OpenIssue");

describe("a dependency on an issue elsewhere that somebody removes who may not", () => {
  test.each([
    ["an account with a lesser role", mallory],
    ["an account that is gone", undefined],
  ])("by %s: it still blocks, and is put back; the status then says who removed it", (_, by) => {
    const removed = waiting(removedBy(by), ["I_far"]);
    const decision = decided([removed]);
    expect(added(decision, 12)).toEqual([]);
    const effect = { type: "AddBlockedBy", blockedId: "I_12", blockerId: "I_far" };
    expect([...effectsOn(decision, 12)]).toEqual([["edge I_far", effect]]);
    const back = { ...removed, blockedBy: { complete: true, unreadable: 0, issues: [far] } };
    const login = by === undefined ? {} : { by: by.login };
    expect(textOf(decided([back]), "status")).toMatchObject({
      status: "blocked",
      putBack: [{ name: "acme/far#7", ...login, command: "/unblock acme/far#7" }],
      inTheWay: [{ name: "acme/far#7", state: "open" }],
      asksPerson: false,
    });
  });

  test("is put before a person once GitHub has refused to put it back", () => {
    const decision = decided([waiting(removedBy(mallory), ["I_far"])], refused);
    expect(effectsOn(decision, 12).has("wake")).toBe(false);
    expect(textOf(decision, "status")).toMatchObject({
      status: "blocked",
      asksPerson: true,
      unblocks: ["/unblock acme/far#7"],
      inTheWay: [
        { name: "acme/far#7", state: 'removed from "blocked by" by mallory, who may not end it for others' },
      ],
    });
    expect(asked(decision)).toMatchObject([
      { sealed: { actions: [{ do: "cut", blocked: "I_12", blocker: "I_far" }, { do: "keep" }] } },
    ]);
  });

  test("of a private repository is named nowhere", () => {
    const decision = decided([waiting(removedBy(mallory, { ...far, isPrivate: true }), ["I_far"])], refused);
    const written = JSON.stringify([...effectsOn(decision, 12).values()]);
    expect(written).not.toMatch(/far#7|Far away/);
    expect(textOf(decision, "status")).toMatchObject({ status: "blocked", asksPerson: true });
  });

  test("blocks no longer once it is closed as completed there", () => {
    const done = { ...far, issueState: completed, closedAt: removedAt };
    expect(added(decided([waiting(removedBy(mallory, done), ["I_far"])]), 12)).toEqual(["status:ready"]);
  });

  test("frees the task if somebody removes it who may", () => {
    expect(added(decided([waiting(removedBy(alice), ["I_far"])]), 12)).toEqual(["status:ready"]);
  });
});

describe("a dependency on an issue that GitHub does not show us", () => {
  test("is put before a person if one of those who removed such a one may not", () => {
    for (const removals of [hiddenRemovedBy(mallory), hiddenRemovedBy(mallory, alice)]) {
      const decision = decided([waiting(removals, unreadable)]);
      expect(textOf(decision, "status")).toMatchObject({ status: "blocked", asksPerson: true, unblocks: [] });
      expect(asked(decision)).toHaveLength(1);
      expect(effectsOn(decision, 12).has("edge unseen")).toBe(false);
    }
  });

  test("frees the task if they may, and says nothing of a task that none held", () => {
    expect(added(decided([waiting(hiddenRemovedBy(alice), unreadable)]), 12)).toEqual(["status:ready"]);
    expect(added(decided([waiting(hiddenRemovedBy(mallory), ["I_far"])]), 12)).toEqual(["status:ready"]);
  });
});

describe("a removal that somebody let stand who may", () => {
  test("by a decision on the escalation: the task is free with one notice that says who decided it", () => {
    const { render } = loadTexts();
    const known = { ...context, render };
    const removed = waiting(hiddenRemovedBy(mallory), unreadable);
    const [effect] = openedFor(decided([removed], {}, known), 12);
    expect(readingOf(effect).problems).toEqual([]);
    const deciding = (word: string) =>
      decided([removed, asSeen(60, effect, { comments: [says(word, removedAt + 60_000)] })], {}, known);
    expect(added(deciding("/decide 2"), 12)).toEqual([]);
    expect(added(deciding("/decide 1"), 12)).toEqual(["status:ready"]);
    expect(effectsOn(deciding("/decide 1"), 12).get("wake")).toMatchObject({
      text: expect.stringContaining("`maria` decided to continue without"),
    });
  });

  test("by /unblock: the task is free, now and in the next decision, and a later removal is in doubt again", () => {
    const { own, ...waits } = waiting(removedBy(mallory), ["I_far"]);
    const commanded = { ...waits, own, comments: [says("/unblock acme/far#7", removedAt + 5_000)] };
    const decision = decided([commanded], refused);
    expect(added(decision, 12)).toEqual(["status:ready"]);
    const persisted = decision.records.find(({ seen }) => seen.number === 12)?.persisted;
    expect(persisted).toMatchObject({ letStand: [{ of: "I_far", at: removedAt + 5_000 }], doubts: [] });
    const { letStand } = persisted ?? {};
    const next = (at: number) => waiting(removedBy(mallory, far, at), ["I_far"], { letStand });
    expect(added(decided([next(removedAt)]), 12)).toEqual(["status:ready"]);
    expect(added(decided([next(removedAt + 9_000)]), 12)).toEqual([]);
  });
});

test("what a task keeps of an issue that GitHub does not show is no words that another release may change", () => {
  const hidden = task(12, { blockedBy: { complete: true, unreadable: 2, issues: [] } });
  const decision = decided([hidden]);
  expect(decision.records[0]?.persisted.heldBy).toEqual(["unseen"]);
  expect(textOf(decision, "status").inTheWay).toMatchObject([{ name: "2 that signalbox may not read" }]);
});

describe("what people read of a removal", () => {
  const { render } = loadTexts();
  const bodyOf = (removals: EdgeRemovals, heldBy: readonly string[], changes: Partial<Snapshot> = {}) => {
    const decision = decided([waiting(removals, heldBy)], changes, { ...context, render });
    const body = openedFor(decision, 12)[0]?.body ?? "";
    return body.replaceAll(/\s+/g, " ");
  };

  test("names a way out without a decision only where there is one", () => {
    const again = "or somebody with write access adds the dependency again.";
    expect(bodyOf(removedBy(mallory), ["I_far"], refused)).toContain(`until this is decided, ${again}`);
    expect(bodyOf(hiddenRemovedBy(mallory), unreadable)).toContain(
      "#12 stays blocked until this is decided.",
    );
  });

  test("reads as a sentence where the issue has no title", () => {
    expect(bodyOf(hiddenRemovedBy(mallory), unreadable)).toContain(
      'waits for an issue that signalbox may not read. That issue is removed from "blocked by" by mallory, who',
    );
  });

  test("says of one that was put back why it does not count, and no more than GitHub says", () => {
    const back = (by: Actor | undefined) => {
      const blockedBy = { complete: true, unreadable: 0, issues: [far] };
      const removed = { ...waiting(removedBy(by), ["I_far"]), blockedBy };
      const effect = effectsOn(decided([removed], {}, { ...context, render }), 12).get("status");
      return effect?.type === "ShowStatus" ? effect.text : "";
    };
    expect(back(mallory)).toContain(
      '`mallory` removed "blocked by" acme/far#7 without write access here, so',
    );
    expect(back(undefined)).toContain(
      'Somebody removed "blocked by" acme/far#7, and it still blocks: GitHub does not say who did it, or the account is gone.',
    );
  });
});
