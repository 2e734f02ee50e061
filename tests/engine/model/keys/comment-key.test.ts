import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CommentKey,
  formatCommentKey,
  parseCommentKey,
  repliedTo,
} from "../../../../src/engine/model/keys/comment-key.ts";
import { formatNoticeId, type NoticeId, parseNoticeId } from "../../../../src/engine/model/keys/notice-id.ts";
import { describeEffect as described } from "../../../../src/engine/presentation/description.ts";

/** As release 0.1.0 wrote them into markers and persisted state. */
const notices: readonly (readonly [string, NoticeId])[] = [
  ["I_40@1767225660000", { type: "resolved", blockerId: "I_40", at: 1_767_225_660_000 }],
  ["unlinked-0", { type: "removed", count: 0 }],
  ["overruled:IC_7", { type: "changed-decision", answerId: "IC_7" }],
];

const keys: readonly (readonly [string, CommentKey, string])[] = [
  ["status", { type: "status" }, "write the status comment"],
  ["hint", { type: "hint" }, "say how to decide"],
  ...notices.map(([written, notice]): (typeof keys)[number] => [
    `wake:${written}`,
    { type: "unblock-notice", notice },
    "post the unblock notice",
  ]),
  ["tell:I_50", { type: "discovery-notice", discoveryId: "I_50" }, "announce a discovery"],
  ["remind:3", { type: "reminder", step: 3 }, "remind the person who decides"],
  [
    "lease:U_1@1767225660000",
    { type: "lease-notice", account: "U_1", token: 1_767_225_660_000 },
    "tell an agent that it does not hold the task",
  ],
  [
    "assignees:U_1@0",
    { type: "assignees-notice", account: "U_1", token: 0 },
    "tell somebody that their change of the assignees was undone",
  ],
  ["reply:IC_7", { type: "reply", commentId: "IC_7", isFinal: false }, "reply to a command"],
  ["reply:IC_7:refused", { type: "reply", commentId: "IC_7", isFinal: true }, "reply to a command"],
];

const words = (known: readonly string[]) =>
  fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom(...known), fc.string()).map(([word, rest]) => word + rest),
  );

describe("the key of a comment", () => {
  test.each(keys)(
    "the key of a comment is written as %j, as in 0.1.0, and described by its type",
    (written, key, what) => {
      expect(formatCommentKey(key)).toBe(written);
      expect(parseCommentKey(written)).toEqual(key);
      expect(described({ type: "AddComment", marker: written, text: "" })).toBe(what);
    },
  );

  test("the key of a comment is written back as it was read, or is not known", () => {
    const anyWord = words(keys.map(([written]) => written));
    fc.assert(
      fc.property(anyWord, (written) => {
        const key = parseCommentKey(written);
        return key === undefined || formatCommentKey(key) === written;
      }),
    );
  });

  test.each([
    "remind:",
    "remind:x",
    "remind:03",
    `remind:3:told:${"a".repeat(64)}`,
    `remind:3:told:${"a".repeat(64)}:to:`,
    "lease:U_1",
    "lease:@1",
    "statuses",
    "open:I_1:task",
  ])("the text %j is not the key of a comment", (written) => {
    expect(parseCommentKey(written)).toBeUndefined();
  });

  test("the key of a reply names the comment that is replied to, and no other key does", () => {
    expect(keys.flatMap(([written]) => repliedTo(written) ?? [])).toEqual(["IC_7", "IC_7"]);
  });
});

describe("the id of an unblock notice", () => {
  test.each(notices)("the id of an unblock notice is written as %j, as in 0.1.0", (written, id) => {
    expect(formatNoticeId(id)).toBe(written);
    expect(parseNoticeId(written)).toEqual(id);
  });

  test("an id of an unblock notice that no release of ours wrote is kept unchanged", () => {
    for (const written of ["unlinked-x", "unlinked-NaN", "I_40@05", "@5", "I_40"])
      expect(parseNoticeId(written)).toEqual({ type: "other", written });
    const anyWord = words(notices.map(([written]) => written));
    fc.assert(fc.property(anyWord, (written) => formatNoticeId(parseNoticeId(written)) === written));
  });
});
