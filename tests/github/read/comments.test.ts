/** Whose a comment is: decided by ids, editors and MACs; never by names. */
import { describe, expect, test } from "vitest";
import { hasSlashLine, sortComments } from "../../../src/github/read/comments.ts";
import type { CommentResponse } from "../../../src/github/read/response-shape.ts";
import { sharedMarkerKeys, signMarker } from "../../../src/github/write/marker.ts";
import { ownMs } from "../../support/own-time.ts";
import { botId, keys, ourselves } from "../world.ts";

const place = { host: "github.com", repositoryId: "R_1", issueId: "I_1" };
const bot = { __typename: "Bot", id: botId, login: "signalbox" } as const;
const alice = { __typename: "User", id: "U_alice", login: "alice" } as const;
const signed = (text: string, key = "status") =>
  signMarker(keys, { ...place, key, persisted: { ran: [] }, text });
let ids = 0;
const comment = (more: Partial<CommentResponse>): CommentResponse => ({
  id: `IC_${++ids}`,
  body: "text",
  createdAt: ids,
  lastEditedAt: null,
  createdViaEmail: false,
  isMinimized: false,
  author: alice,
  editor: null,
  ...more,
});
const sort = (...comments: readonly CommentResponse[]) =>
  sortComments(ourselves, comments, {
    ...place,
    signed: { host: "github.com", owner: "acme", name: "demo", number: 1 },
  });

describe("sorting comments", () => {
  test("our own edit keeps our comment ours", () => {
    const own = comment({ body: signed("Ready."), author: bot, lastEditedAt: 9, editor: bot });
    expect(sort(own)).toMatchObject({
      own: [{ id: own.id, key: "status", text: "Ready.", persisted: { ran: [] } }],
      spoiled: [],
    });
  });

  test.each([
    ["another user", alice],
    ["an account that is gone", null],
  ])("D03 an edit by %s spoils the status comment even if its MAC holds", (_title, editor) => {
    const own = comment({ body: signed("Ready."), author: bot, lastEditedAt: 9, editor });
    expect(sort(own)).toMatchObject({ own: [], spoiled: [own.id], forged: [] });
  });

  test("D03 a status comment that lost its marker is spoiled, unless there is another", () => {
    const bare = comment({ body: "rewritten", author: bot, lastEditedAt: 9, editor: alice });
    const status = comment({ body: signed("Ready."), author: bot });
    expect(sort(bare)).toMatchObject({ spoiled: [bare.id] });
    expect(sort(bare, status)).toMatchObject({ own: [{ id: status.id }], spoiled: [] });
  });

  test("a comment and a remark came by mail if GitHub says so", () => {
    const texts = ["/answer Yes", "Yes"];
    const mailed = texts.map((body) => comment({ body, createdViaEmail: true }));
    expect(sort(...mailed)).toMatchObject({ comments: [{ byMail: true }], remarks: [{ byMail: true }] });
    const typed = texts.map((body) => comment({ body }));
    const { comments, remarks = [] } = sort(...typed);
    expect([...comments, ...remarks].map((each) => each.byMail)).toEqual([undefined, undefined]);
  });

  test("an unblock notice that another user edited is no longer ours, and not repaired", () => {
    const edited = comment({ body: signed("Wake.", "wake:1"), author: bot, lastEditedAt: 9, editor: alice });
    const status = comment({ body: signed("Ready."), author: bot });
    expect(sort(edited, status)).toMatchObject({ own: [{ key: "status" }], spoiled: [], forged: [] });
  });

  test("G12 H04 a user or an App named like us is not taken for us", () => {
    for (const author of [
      { ...alice, login: "signalbox" },
      { ...bot, id: "BOT_other" },
    ]) {
      const copy = comment({ body: signed("Ready."), author });
      expect(sort(copy)).toMatchObject({ own: [], forged: [copy.id] });
    }
  });

  describe("that look like another installation's", () => {
    const others = { __typename: "Bot", id: "BOT_first", login: "first[bot]" } as const;
    const theirs = (key = "status") =>
      signMarker(sharedMarkerKeys("somebody else's"), { ...place, key, persisted: {}, text: "Ready." });

    test("H03 comments of another installation are recognised by a complete marker of other keys at the end of a bot's own text", () => {
      const status = comment({ body: theirs(), author: others });
      const edited = comment({ body: theirs(), author: others, lastEditedAt: 9, editor: others });
      expect(sort(status, edited).foreign).toEqual([
        {
          id: status.id,
          author: { id: "BOT_first", login: "first[bot]", type: "Bot" },
          createdAt: status.createdAt,
        },
        expect.objectContaining({ id: edited.id }),
      ]);
    });

    test.each(["wake:1", "reply:IC_7", "remind:I_1:0"])(
      "H03 comments of another installation are also recognised by the key %s",
      (key) => {
        const trace = comment({ body: theirs(key), author: others });
        expect(sort(trace).foreign).toMatchObject([{ id: trace.id }]);
      },
    );

    test.each([
      ["of a person", { body: theirs(), author: alice }],
      ["of our own bot", { body: theirs(), author: bot }],
      ["of a deleted account", { body: theirs(), author: null }],
      ["that another user edited", { body: theirs(), author: others, lastEditedAt: 9, editor: alice }],
      ["that repeat a marker of ours", { body: signed("Ready."), author: others }],
      ["with words behind the marker", { body: `${theirs()}\n\nYou said that.`, author: others }],
      ["whose marker is cut short", { body: theirs().replace(/.{9} -->$/, " -->"), author: others }],
      ["of a key with another name", { body: theirs().replace(/:2 \S+/, ":2 our-key"), author: others }],
    ])("H03 comments are not taken for another installation's %s", (_, told) => {
      expect(sort(comment(told)).foreign).toBeUndefined();
    });
  });

  test("comments are listed oldest first, in whatever order they were read", () => {
    const first = comment({ body: "/a" });
    const second = comment({ body: "/b" });
    expect(sort(second, first).comments.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test("a comment of a deleted account commands nothing", () => {
    expect(sort(comment({ body: "/help", author: null })).comments).toEqual([]);
  });

  test.each([
    ["/help", true],
    ["text\r\n\t /help", true],
    ["text\r/help", true],
    ["and/or", false],
    ["https://example.com/a", false],
    ["", false],
  ])("%j may hold a command: %s", (text, expected) => {
    expect(hasSlashLine(text)).toBe(expected);
  });

  test("F04 the search for slashes takes linear time", () => {
    const took = ownMs(() => {
      for (const unit of [" ", "\n", "\t\n", "a ", "\u2028"]) hasSlashLine(unit.repeat(262_144));
    });
    expect(took).toBeLessThan(200);
  });

  test("a comment's number is taken from its address, beyond the 32 bits of `databaseId`", () => {
    const url = "https://github.com/acme/demo/issues/1#issuecomment-3561234567";
    const commands = sort(comment({ body: "/answer Yes.", url }), comment({ body: "/help" })).comments;
    expect(commands.map(({ commentNumber }) => commentNumber)).toEqual([3_561_234_567, undefined]);
  });
});
