import { describe, expect, test } from "vitest";
import {
  answerOutcome,
  isSuggesting,
  provenFrom,
  wilsonLowerBound,
} from "../../../src/coordinator/lookup/track-record.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { completed, issue, maria, notPlanned, reopened, us } from "../../support/issues.ts";

describe("the lower confidence bound of the accepted share", () => {
  test("the lower bound is zero without answers and grows as answers prove something", () => {
    expect(wilsonLowerBound(0, 0)).toBe(0);
    expect(wilsonLowerBound(3, 0)).toBeCloseTo(0.438, 3);
    expect(wilsonLowerBound(34, 0)).toBeLessThan(provenFrom);
    expect(wilsonLowerBound(35, 0)).toBeGreaterThanOrEqual(provenFrom);
    expect(wilsonLowerBound(35, 1)).toBeLessThan(provenFrom);
    expect(wilsonLowerBound(90, 10)).toBeCloseTo(0.826, 3);
    expect(wilsonLowerBound(0, 50)).toBe(0);
  });
});

test.each([
  ["suggest", 100, true],
  ["suggest-until-proven", 34, true],
  ["suggest-until-proven", 35, false],
  ["auto", 0, false],
] as const)(
  "S3.9 in mode %s with %i approved answers, whether an answer waits for a person is %s",
  (mode, accepted, waits) => {
    const record = { accepted, rejected: 0, lowerBound: wilsonLowerBound(accepted, 0) };
    expect(isSuggesting(mode, record)).toBe(waits);
  },
);

describe("what became of a suggestion", () => {
  const record = (seen: IssueSeen, persisted: Partial<PersistedState> = {}): IssueRecord => ({
    seen,
    reading: readMessage(seen),
    persisted: { ...emptyPersistedState, ...persisted },
    readAt: 0,
    edgeMadeAt: {},
    reactedTo: [],
  });
  const question = (changes: Partial<IssueSeen>, answer?: string): IssueRecord => {
    const seen = issue(40, changes);
    if (answer === undefined) return record(seen);
    const version = { title: seen.title, hash: seen.textHash };
    const said = { how: "answer", word: answer, by: maria, at: 41_000 } as const;
    return record(seen, { accepted: { ...said, version, decision: keepWords("UTC."), row: "people" } });
  };
  const suggestion = (changes: Partial<IssueSeen>, approver?: string): IssueRecord => {
    const admitted = approver === undefined ? {} : { admitted: { hash: "h", by: "U_maria", approver } };
    return record(issue(41, { author: us, ...changes }), admitted);
  };
  const closedByUs = { issueState: completed, closedBy: us };

  test("S3.9 a suggestion counts as approved while it answers its question and a person approved it", () => {
    const settled = question({ issueState: completed }, "I_41");
    expect(answerOutcome(suggestion(closedByUs, "maria"), settled)).toBe("accepted");
    expect(answerOutcome(suggestion(closedByUs), settled)).toBe("open");
  });

  test("S3.9 a suggestion counts as refused once its question is reopened or answered otherwise, or it is closed as not planned", () => {
    const disputed = question({ issueState: reopened, reopenedAt: Number.MAX_SAFE_INTEGER });
    expect(answerOutcome(suggestion(closedByUs, "maria"), disputed)).toBe("rejected");
    expect(answerOutcome(suggestion(closedByUs), disputed)).toBe("rejected");
    expect(answerOutcome(suggestion(closedByUs, "maria"), question({ issueState: completed }, "I_50"))).toBe(
      "rejected",
    );
    const refused = { issueState: notPlanned, closedBy: maria };
    expect(answerOutcome(suggestion(refused), question({}))).toBe("rejected");
  });

  test("S3.9 a suggestion counts as neither while it waits, or if another answer was accepted first", () => {
    expect(answerOutcome(suggestion({}), question({}))).toBe("open");
    const late = { issueState: notPlanned, closedBy: us };
    expect(answerOutcome(suggestion(late), question({ issueState: completed }, "I_50"))).toBe("open");
    expect(answerOutcome(suggestion({ issueState: completed, closedBy: maria }), question({}))).toBe("open");
    expect(answerOutcome(suggestion(closedByUs, "maria"), undefined)).toBe("open");
  });
});
