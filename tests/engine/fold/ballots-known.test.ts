import { describe, expect, test } from "vitest";
import { withGoneBallots } from "../../../src/engine/fold/ballots-known.ts";
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
const withdrawnIn = (shown: Parameters<typeof withGoneBallots>[1], since: number): readonly string[] =>
  (withGoneBallots(kept, shown, since).ballots ?? []).flatMap(({ comment, isWithdrawn }) =>
    isWithdrawn === true ? comment : [],
  );

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
    expect(withGoneBallots(kept, { since: 0, ids: new Set(["IC_1", "IC_2"]) }, 100)).toBe(kept);
  });
});
