/** Removals that GitHub no longer lists, as others removed so many dependencies of the task since. */
import { describe, expect, test } from "vitest";
import type { EdgeRemovals } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { added, alice, bob, decided, effectsOn, mallory } from "../../support/issues.ts";
import { openedFor } from "../../support/opened.ts";
import { far, hiddenRemovedBy, removedAt, removedBy, waiting } from "../../support/removals.ts";

const unseen = ["unseen"];
const floodedAt = removedAt + 600_000;
/** All that GitHub still lists is of mallory's own issue. */
const flood: EdgeRemovals = {
  list: [{ other: "I_own", at: floodedAt + 50_000, by: mallory }],
  hidesBefore: floodedAt,
};

function stateAfter(decision: ReturnType<typeof decided>): PersistedState {
  const persisted = decision.records.find(({ seen }) => seen.number === 12)?.persisted;
  if (persisted === undefined) throw new Error("Nothing was decided about the task.");
  return persisted;
}
const next = (removals: EdgeRemovals, { heldBy, ...more }: PersistedState) =>
  decided([waiting(removals, heldBy, more)]);
const keyOfAsked = (decision: ReturnType<typeof decided>) =>
  openedFor(decision, 12).map(({ marker }) => marker);

describe("a removal in doubt that GitHub no longer lists", () => {
  test("of an issue that it never showed: the task waits on, for the same escalation", () => {
    const first = decided([waiting(hiddenRemovedBy(mallory), unseen)]);
    const later = next(flood, stateAfter(first));
    expect(added(later, 12)).toEqual([]);
    expect(stateAfter(later).doubts).toEqual(stateAfter(first).doubts);
    expect(keyOfAsked(later)).toEqual(keyOfAsked(first));
    expect(added(next(flood, stateAfter(later)), 12)).toEqual([]);
  });

  test("of an issue elsewhere that was linked on GitHub's page", () => {
    const first = decided([waiting(removedBy(mallory), ["I_far"])]);
    const later = next(flood, stateAfter(first));
    expect(added(later, 12)).toEqual([]);
    expect(stateAfter(later).doubts).toMatchObject([{ of: "I_far", at: removedAt, by: "mallory" }]);
  });

  test("whose account was still to be looked up: nobody can say any more who it was", () => {
    const unknown = { of: "I_far", how: "removed", at: removedAt, by: "mallory", isUnknown: true } as const;
    const later = decided([waiting(flood, ["I_far"], { doubts: [unknown] })]);
    const because = "GitHub does not say who did it, or the account is gone.";
    expect(stateAfter(later).doubts).toEqual([{ of: "I_far", how: "removed", at: removedAt, because }]);
  });

  test("ends with a removal by somebody who may, and once it holds the task no more", () => {
    const { doubts } = stateAfter(decided([waiting(removedBy(mallory), ["I_far"])]));
    const byAlice = { ...flood, list: [...removedBy(alice, far, floodedAt + 1000).list] };
    expect(added(decided([waiting(byAlice, ["I_far"], { doubts })]), 12)).toEqual(["status:ready"]);
    expect(added(decided([waiting(flood, ["I_other"], { doubts })]), 12)).toEqual(["status:ready"]);
  });
});

describe("a dependency that nobody is known to have removed, as GitHub lists newer removals only", () => {
  test.each([
    ["of an issue that it does not show", unseen, {}],
    ["that the task's text made", ["I_far"], { edges: ["I_far"] }],
  ])("%s still blocks", (_, heldBy, more) => {
    const decision = decided([waiting(flood, heldBy, more)]);
    expect(added(decision, 12)).toEqual([]);
    expect(stateAfter(decision).doubts).toMatchObject([{ of: heldBy[0], at: floodedAt }]);
  });

  test("is free if somebody let it stand since, and not by what was let stand before", () => {
    const made = { edges: ["I_far"] };
    const letAt = (at: number) => ({ ...made, letStand: [{ of: "I_far", at }] });
    expect(added(decided([waiting(flood, ["I_far"], letAt(floodedAt + 1))]), 12)).toEqual(["status:ready"]);
    expect(added(decided([waiting(flood, ["I_far"], letAt(removedAt))]), 12)).toEqual([]);
  });
});

test("a dependency that we removed since the read is in no doubt, whatever GitHub lists no more", () => {
  const ours = { ...flood, list: [{ other: "I_far", at: floodedAt, isOurs: true as const }] };
  const { doubts } = stateAfter(decided([waiting(removedBy(mallory), ["I_far"])]));
  const decision = decided([waiting(ours, ["I_far"], { doubts, edges: ["I_far"] })]);
  expect(added(decision, 12)).toEqual(["status:ready"]);
});

describe("removals of issues that GitHub does not show, one after another", () => {
  test("ask once: the first in doubt stands for all, however many follow", () => {
    const keys = [1, 2, 4].map((count) => {
      const all = Array.from({ length: count }, () => mallory);
      return keyOfAsked(decided([waiting(hiddenRemovedBy(...all), unseen)]));
    });
    expect(keys[0]).toHaveLength(1);
    expect(new Set(keys.flat()).size).toBe(1);
  });

  test("ask again for one that follows what was let stand", () => {
    const letStand = [{ of: "unseen", at: removedAt + 500 }];
    const decision = decided([waiting(hiddenRemovedBy(bob, mallory, mallory), unseen, { letStand })]);
    expect(stateAfter(decision).doubts).toMatchObject([
      { of: "unseen", at: removedAt + 1000, by: "mallory" },
    ]);
    expect(effectsOn(decision, 12).size).toBeGreaterThan(0);
  });
});
