/** Dependencies that are gone since the read before, while GitHub lists only newer removals. */
import { describe, expect, test } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { EdgeRemovals, Fact, IssueSeen, LinkedIssue } from "../../../src/engine/model/fact.ts";
import { empty, mallory, task } from "../../support/issues.ts";
import { far } from "../../support/removals.ts";

const firstReadAt = 10_000_000;
const floodedAt = firstReadAt + 60_000;
const own = { other: "I_own", at: floodedAt + 50_000, by: mallory };
const flood: EdgeRemovals = { list: [own], hidesBefore: floodedAt };

const blockedBy = (unreadable: number, ...issues: readonly LinkedIssue[]) => ({
  complete: true,
  unreadable,
  issues,
});

/** The removals that the record has after a read of each. */
function removalsAfter(...reads: readonly Partial<IssueSeen>[]): EdgeRemovals | undefined {
  const facts = reads.map(
    (changes, n): Fact => ({
      type: "IssueSeen",
      issue: task(12, changes),
      readAt: firstReadAt + n * 180_000,
    }),
  );
  return fold(empty, facts).snapshot.records.get("I_12")?.seen.removals;
}

describe("a dependency that is gone since the read before", () => {
  test("was removed by nobody known, by the time of the oldest removal that GitHub lists", () => {
    const untold = { other: "I_far", at: floodedAt, link: far };
    const gone = { blockedBy: blockedBy(0), removals: flood };
    expect(removalsAfter({ blockedBy: blockedBy(0, far) }, gone)?.list).toEqual([own, untold]);
    expect(removalsAfter({ blockedBy: blockedBy(2) }, { ...gone, blockedBy: blockedBy(1) })?.unseen).toEqual([
      { at: floodedAt },
    ]);
  });

  test.each<[string, Partial<IssueSeen>]>([
    [
      "its removal is listed",
      { removals: { ...flood, list: [own, { other: "I_far", at: floodedAt, by: mallory }] } },
    ],
    ["GitHub lists all removals", { removals: { list: [own] } }],
    ["all removals since the read before are listed", { removals: { list: [own], hidesBefore: 1 } }],
    ["not all dependencies could be read", { blockedBy: { ...blockedBy(0), complete: false } }],
    ["it is not gone", { blockedBy: blockedBy(0, far) }],
  ])("adds nothing where %s", (_, changes) => {
    const second = { blockedBy: blockedBy(0), removals: flood, ...changes };
    expect(removalsAfter({ blockedBy: blockedBy(0, far) }, second)).toEqual(second.removals);
  });

  test("one that GitHub does not show was not, where a removal of such a one is listed", () => {
    const unseen = [{ at: floodedAt + 1000, by: mallory }];
    const second = { blockedBy: blockedBy(0), removals: { ...flood, unseen } };
    expect(removalsAfter({ blockedBy: blockedBy(1) }, second)?.unseen).toEqual(unseen);
  });
});
