/** Unverified markers are never decompressed, and those of a version to come are left alone. */
import zlib, { deflateRawSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { sortComments } from "../../../src/github/read/comments.ts";
import type { CommentResponse } from "../../../src/github/read/response-shape.ts";
import { claimedKey, mentionsMarker, readMarker, signMarker } from "../../../src/github/write/marker.ts";
import { botId, keys as newKeys } from "../world.ts";

vi.mock("node:zlib", { spy: true });

const place = {
  host: "github.com",
  repositoryId: "R_1",
  issueId: "I_1",
  signed: { host: "github.com", owner: "acme", name: "demo", number: 1 },
};

describe("a marker of version 2", () => {
  const signed = (persisted: unknown): string =>
    signMarker(newKeys, { ...place, key: "status", persisted, text: "Text" });

  test("N40 a marker of version 2 is decompressed only after its MAC was checked", () => {
    const zeros = deflateRawSync(Buffer.alloc(50_000_000)).toString("base64");
    const bomb = signed({ ran: [] }).replace(/ \S+ (\S+ -->)$/, ` ${zeros} $1`);
    const { inflateRawSync } = vi.mocked(zlib);
    inflateRawSync.mockClear();
    expect(readMarker(newKeys, bomb, place)).toBe("forged");
    expect(claimedKey(bomb)).toBe("status");
    expect(inflateRawSync).not.toHaveBeenCalled();
    expect(readMarker(newKeys, signed({ ran: [] }), place)).toMatchObject({ persisted: { ran: [] } });
    expect(inflateRawSync).toHaveBeenCalledOnce();
  });

  test("N40 a marker that decompresses to more than a megabyte is refused, even with a valid signature", () => {
    expect(readMarker(newKeys, signed("a".repeat(1_000_000)), place)).not.toBe("forged");
    expect(readMarker(newKeys, signed("a".repeat(1_100_000)), place)).toBe("forged");
  });

  test.each(["a b", "@maria", "--> <b>", "50 % of -", "é\u2028\n", "%"])(
    "N40 the key %j is written in words that neither mention a user nor end the HTML comment",
    (key) => {
      const body = signMarker(newKeys, { ...place, key, persisted: undefined, text: "Text" });
      expect(readMarker(newKeys, body, place)).toEqual({ key, persisted: undefined, text: "Text" });
      expect(body).toMatch(/^Text\n\n<!-- [\w:%+/.~*'()! ]+ -->$/);
    },
  );
});

describe("a marker of a version to come", () => {
  const bot = { __typename: "Bot", id: botId, login: "signalbox" } as const;
  const comment: CommentResponse = {
    id: "IC_1",
    createdAt: 1,
    lastEditedAt: 2,
    createdViaEmail: false,
    isMinimized: false,
    author: bot,
    editor: bot,
    body: signMarker(newKeys, { ...place, key: "status", persisted: {}, text: "Text" }).replace(":2 ", ":3 "),
  };

  test("N40 a marker of a later version is not read, and its comment is left to the release that wrote it", () => {
    expect(readMarker(newKeys, comment.body, place)).toBe("none");
    expect(mentionsMarker(comment.body)).toBe(true);
    expect(sortComments({ botId, keys: newKeys }, [comment], place)).toMatchObject({ own: [], spoiled: [] });
  });

  test("N40 a marker of a later version in another user's comment is reported as a forgery", () => {
    const mallory = { __typename: "User", id: "U_mallory", login: "mallory" } as const;
    const copy = { ...comment, author: mallory, editor: mallory };
    expect(sortComments({ botId, keys: newKeys }, [copy], place)).toMatchObject({ forged: ["IC_1"] });
  });
});
