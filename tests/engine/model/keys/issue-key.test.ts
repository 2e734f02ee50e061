import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { questionAnsweredBy } from "../../../../src/engine/messages/suggestion.ts";
import {
  formatIssueKey,
  formatOpeningReason,
  type OpeningReason,
  parseIssueKey,
  parseOpeningReason,
} from "../../../../src/engine/model/keys/issue-key.ts";

/** As release 0.1.0 wrote them into markers and persisted state. */
const reasons: readonly (readonly [string, OpeningReason])[] = [
  ["task", { type: "task" }],
  ["answer@0123456789ab", { type: "answer", textHash: "0123456789ab" }],
  ["proposed@0123456789ab", { type: "proposed", textHash: "0123456789ab" }],
  ["overdue@0:0123456789ab", { type: "overdue", since: 0, textHash: "0123456789ab" }],
  ["overdue@0", { type: "overdue", since: 0 }],
  ["overdue@1767225660000", { type: "overdue", since: 1_767_225_660_000 }],
  ["contradiction@I_41:IC_7", { type: "contradiction", acceptedId: "I_41", otherId: "IC_7" }],
  [
    "contradiction@I_41:IC_7 words a1b2",
    { type: "contradiction", acceptedId: "I_41", otherId: "IC_7", words: "a1b2" },
  ],
  ["dead-blocker@I_13:5", { type: "dead-blocker", blocker: "I_13", closedAt: 5 }],
  ["dead-blocker@acme/demo#13:0", { type: "dead-blocker", blocker: "acme/demo#13", closedAt: 0 }],
  ["ring@k3v9", { type: "ring", ring: "k3v9" }],
  ["lapsed@1763728800123", { type: "lapsed", token: 1_763_728_800_123 }],
  ["unmerged@0123abc", { type: "unmerged", commit: "0123abc" }],
  ["unmerged@0123abc landing", { type: "unmerged", commit: "0123abc", about: "landing" }],
  [
    "unmerged@0123abc landing after #61",
    { type: "unmerged", commit: "0123abc", about: "landing", after: 61 },
  ],
  ["unmerged@0123abc after #61", { type: "unmerged", commit: "0123abc", after: 61 }],
];

const words = (known: readonly string[]) =>
  fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom(...known), fc.string()).map(([word, rest]) => word + rest),
  );

describe("the reason for which an issue is opened", () => {
  test.each(reasons)("an opening reason is written as %j, as in 0.1.0", (written, reason) => {
    expect(formatOpeningReason(reason)).toBe(written);
    expect(parseOpeningReason(written)).toEqual(reason);
    const key = { type: "opened", originId: "I_40", openingReason: reason } as const;
    expect(formatIssueKey(key)).toBe(`open:I_40:${written}`);
    expect(parseIssueKey(`open:I_40:${written}`)).toEqual(key);
  });

  test("an opening reason that no release wrote is kept unchanged", () => {
    for (const written of ["a", "", "task@1", "overdue@x", "contradiction@I_41", "unmerged@a after #x"])
      expect(parseOpeningReason(written)).toEqual({ type: "other", written });
    const anyWord = words(reasons.map(([written]) => written));
    fc.assert(
      fc.property(anyWord, (written) => formatOpeningReason(parseOpeningReason(written)) === written),
    );
  });
});

describe("the key of an issue", () => {
  test("the key of an issue that asks about settings is written as in 0.1.0", () => {
    const key = { type: "settings", hash: "aa", commit: "bb", stay: "" } as const;
    expect(formatIssueKey(key)).toBe("settings:aa:bb:");
    expect(parseIssueKey("settings:aa:bb:")).toEqual(key);
  });

  test.each(["", "open", "open:I_40", "settings:aa:bb", "settings:a:b:c:d", "status"])(
    "the text %j is not the key of an issue",
    (written) => {
      expect(parseIssueKey(written)).toBeUndefined();
    },
  );

  test("the key of an issue is written back as it was read, or is not known", () => {
    const anyWord = words(["open:I_40:", "open:I_40:overdue@0", "settings:aa:bb:"]);
    fc.assert(
      fc.property(anyWord, (written) => {
        const key = parseIssueKey(written);
        return key === undefined || formatIssueKey(key) === written;
      }),
    );
  });

  test("the key of an answer of ours names its question, and no other key does", () => {
    const keys = reasons.map(([written]) => `open:I_40:${written}`);
    expect(keys.filter((key) => questionAnsweredBy(key) !== undefined)).toEqual([
      "open:I_40:answer@0123456789ab",
    ]);
    expect(questionAnsweredBy("open:I_40:answer@0123456789ab")).toBe("I_40");
  });
});
