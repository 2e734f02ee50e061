import { describe, expect, test } from "vitest";
import { judgeGone, withGoneBallots } from "../../../src/engine/fold/ballots-known.ts";
import type { DeletionSeen, DeletionsSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import {
  type Ballot,
  emptyPersistedState,
  type PersistedState,
} from "../../../src/engine/model/persisted-state.ts";

const ballot = (comment: string, at: number): Ballot => ({
  voter: "account U_ada",
  by: { id: "U_ada", login: "ada" },
  option: 1,
  round: "r",
  comment,
  at,
});
const kept: PersistedState = { ...emptyPersistedState, ballots: [ballot("IC_1", 10), ballot("IC_2", 20)] };
const byAda: DeletionSeen = { authorId: "U_ada", byId: "U_ada", at: 30 };
const byBen: DeletionSeen = { authorId: "U_ada", byId: "U_ben", at: 30 };
const bensOwn: DeletionSeen = { authorId: "U_ben", byId: "U_ben", at: 30 };
/** The same, of a comment that was there before the word. */
const before = (deletion: DeletionSeen): DeletionSeen => ({ ...deletion, at: 9 });
const listing = (list: readonly DeletionSeen[], hidesEarlier = false): DeletionsSeen => ({
  list,
  hidesEarlier,
});
const own = listing([byAda]);
const withdrawnIn = (
  shown: IssueSeen["shown"],
  since: number,
  deletions: IssueSeen["deletions"] = own,
): readonly string[] =>
  (withGoneBallots(kept, { shown, deletions }, since).ballots ?? []).flatMap(({ comment, isWithdrawn }) =>
    isWithdrawn === true ? comment : [],
  );

const others = "deleted by others";
const somebody = "deleted by somebody";

test.each<[string, DeletionsSeen | undefined, Partial<Ballot>]>([
  ["its author deleted a comment", own, { isWithdrawn: true }],
  ["nobody deleted one, as far as GitHub lists", undefined, {}],
  ["somebody else deleted it", listing([byBen]), { outlives: others }],
  ["a deleted account did", listing([{ authorId: "U_ada", at: 30 }]), { outlives: others }],
  ["others deleted their own: its deletion is not listed yet", listing([bensOwn]), {}],
  ["its author and somebody else did: which one is unknown", listing([byAda, byBen]), { outlives: somebody }],
  ["so many did that its own is not listed", listing([bensOwn], true), { outlives: somebody }],
  ["so many did that another one's may not be listed", listing([byAda], true), { outlives: somebody }],
  ["so many did, and another one deleted one", listing([byBen], true), { outlives: somebody }],
  ["its author deleted another one before it: its deletion is not listed yet", listing([before(byAda)]), {}],
  [
    "its author deleted another one before it, and somebody else this one",
    listing([before(byAda), byBen]),
    { outlives: others },
  ],
  [
    "somebody else deleted another one before it, and its author this one",
    listing([before(byBen), byAda]),
    { isWithdrawn: true },
  ],
  [
    "its author deleted it in the second in which it was written",
    listing([{ ...byAda, at: 10 }]),
    { isWithdrawn: true },
  ],
  [
    "so many did, of which one is listed that came before it: all since are",
    listing([before(bensOwn), byAda], true),
    { isWithdrawn: true },
  ],
  ["so many did, and none since: its deletion is not listed yet", listing([before(bensOwn)], true), {}],
])("a word whose comment is gone is taken back only by its author: %s", (_, deletions, judged) => {
  const word = ballot("IC_1", 10);
  expect(judgeGone(word, deletions)).toEqual({ ...word, ...judged });
  const shown = { since: -Infinity, ids: new Set(["IC_2"]) };
  expect(withGoneBallots(kept, { shown, deletions }, 100).ballots).toEqual([
    { ...word, ...judged },
    ballot("IC_2", 20),
  ]);
});

test("the first judgement stays, whatever others delete until GitHub no longer lists it", () => {
  const withdrawn = judgeGone(ballot("IC_1", 10), own);
  const flooded = listing(Array(50).fill(bensOwn), true);
  for (const later of [flooded, listing([byBen]), undefined])
    expect(judgeGone(withdrawn, later)).toBe(withdrawn);
  const stands = judgeGone(ballot("IC_1", 10), listing([byBen]));
  for (const later of [own, flooded, undefined]) expect(judgeGone(stands, later)).toBe(stands);
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
