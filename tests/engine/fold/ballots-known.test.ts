import { describe, expect, test } from "vitest";
import { wasTakenBack, withGoneBallots } from "../../../src/engine/fold/ballots-known.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";

const ballot = (comment: string, at: number) => ({
  voter: "account U_ada",
  by: { id: "U_ada", login: "ada" },
  option: 1,
  round: "r",
  comment,
  at,
});
const kept: PersistedState = { ...emptyPersistedState, ballots: [ballot("IC_1", 10), ballot("IC_2", 20)] };
const own = [{ authorId: "U_ada", byId: "U_ada" }];
const withdrawnIn = (
  shown: IssueSeen["shown"],
  since: number,
  deletions: IssueSeen["deletions"] = own,
): readonly string[] =>
  (withGoneBallots(kept, { shown, deletions }, since).ballots ?? []).flatMap(({ comment, isWithdrawn }) =>
    isWithdrawn === true ? comment : [],
  );

test.each<[string, IssueSeen["deletions"], boolean]>([
  ["its author deleted a comment", own, true],
  ["nobody deleted one, as far as GitHub lists", undefined, false],
  ["somebody else deleted it", [{ authorId: "U_ada", byId: "U_ben" }], false],
  ["a deleted account did", [{ authorId: "U_ada" }], false],
  ["others deleted their own", [{ authorId: "U_ben", byId: "U_ben" }], false],
  [
    "its author and somebody else did: which one is unknown",
    [...own, { authorId: "U_ada", byId: "U_ben" }],
    false,
  ],
])("a word whose comment is gone is taken back only by its author: %s", (_, deletions, isTaken) => {
  expect(wasTakenBack(ballot("IC_1", 10), deletions)).toBe(isTaken);
  const found = withdrawnIn({ since: -Infinity, ids: new Set(["IC_2"]) }, 100, deletions ?? []);
  expect(found).toEqual(isTaken ? ["IC_1"] : []);
});

describe("kept ballots, compared with the comments of a read", () => {
  test("AG60 one whose comment was deleted while the index was lost is withdrawn", () => {
    expect(withdrawnIn({ since: -Infinity, ids: new Set(["IC_2"]) }, 100)).toEqual(["IC_1"]);
    expect(withdrawnIn({ since: 15, ids: new Set(["IC_2"]), gone: new Set(["IC_1"]) }, 100)).toEqual([
      "IC_1",
    ]);
  });

  test("one that the read would not show, or not yet, keeps counting", () => {
    expect(withdrawnIn({ since: 15, ids: new Set(["IC_2"]) }, 100)).toEqual([]);
    expect(withdrawnIn({ since: -Infinity, ids: new Set(["IC_1"]) }, 19)).toEqual([]);
    expect(withdrawnIn(undefined, 100)).toEqual([]);
    const shown = { since: 0, ids: new Set(["IC_1", "IC_2"]) };
    expect(withGoneBallots(kept, { shown, deletions: own }, 100)).toBe(kept);
  });
});
