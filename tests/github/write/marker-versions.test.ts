/**
 * Markers of every version: what earlier releases wrote stays readable, and unverified markers are never
 * decompressed.
 */
import { readFileSync } from "node:fs";
import zlib, { deflateRawSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { compactPersistedState, parsePersistedState } from "../../../src/engine/model/persisted-state.ts";
import { sortComments } from "../../../src/github/read/comments.ts";
import type { CommentResponse } from "../../../src/github/read/response-shape.ts";
import { readCheck } from "../../../src/github/write/check-marker.ts";
import {
  claimedKey,
  markedInBody,
  mentionsMarker,
  readMarker,
  signMarker,
} from "../../../src/github/write/marker.ts";
import { botId, keys as newKeys } from "../world.ts";

vi.mock("node:zlib", { spy: true });

const written = z.object({ repositoryId: z.string(), issueId: z.string() });
const shape = z.object({
  key: z.object({ id: z.string(), secret: z.string() }),
  markers: z.array(
    z.discriminatedUnion("kind", [
      written.extend({
        kind: z.enum(["comment", "issue"]),
        key: z.string(),
        memory: z.unknown(),
        body: z.string(),
      }),
      written.extend({
        kind: z.literal("check"),
        headSha: z.string(),
        shows: z.string(),
        written: z.string(),
      }),
    ]),
  ),
});

/** What the last release with version 1 wrote in a story at the hub, and the key that it signed with. */
const fixture = shape.parse(
  JSON.parse(readFileSync(new URL("../../fixtures/markers-of-version-1.json", import.meta.url), "utf8")),
);
const keys = [{ id: fixture.key.id, secret: Buffer.from(fixture.key.secret, "hex") }] as const;
const texts = fixture.markers.flatMap((each) => (each.kind === "check" ? [] : [each]));
const comments = texts.filter(({ kind }) => kind === "comment");
const place = {
  repositoryId: "R_1",
  issueId: "I_1",
  signed: { host: "github.com", owner: "acme", name: "demo", number: 1 },
};

describe("a marker of version 1", () => {
  test.each(comments)("N40 the version 1 comment $key is read with its key and state", (each) => {
    const marked = readMarker(keys, each.body, each);
    expect(marked).toMatchObject({ key: each.key });
    expect(typeof marked === "string" ? marked : (marked.persisted ?? null)).toEqual(each.memory);
    expect(readMarker(keys, each.body.replace(".", ","), each)).toBe("forged");
    expect(claimedKey(each.body)).toBe(each.key);
  });

  test("N40 the version 1 body of an issue that we opened is read", () => {
    const bodies = texts.filter(({ kind }) => kind === "issue");
    expect(bodies.length).toBeGreaterThan(0);
    for (const { body, repositoryId, key } of bodies)
      expect(markedInBody(keys, body, repositoryId)?.key).toBe(key);
  });

  test("N40 the version 1 name of a check run is read", () => {
    const checks = fixture.markers.flatMap((each) => (each.kind === "check" ? [each] : []));
    expect(checks.length).toBeGreaterThan(0);
    for (const { issueId, shows, written: name, ...where } of checks)
      expect(readCheck(keys, name, where)).toEqual({ issueId, shows });
  });

  test("N40 the persisted state of version 1, written again, is equal and takes less than half of the bytes", () => {
    const remembering = comments.filter(({ memory }) => memory !== null);
    expect(remembering.length).toBeGreaterThan(5);
    for (const { memory, body, issueId, repositoryId } of remembering) {
      const before = parsePersistedState(memory);
      if (before === undefined) throw new Error("The fixture's state is unreadable.");
      const [text = ""] = body.split("\n\n<!-- signalbox:1 ");
      const where = { issueId, repositoryId };
      const now = signMarker(keys, {
        ...where,
        key: "status",
        persisted: compactPersistedState(before),
        text,
      });
      const again = readMarker(keys, now, where);
      expect(typeof again === "string" ? again : parsePersistedState(again.persisted)).toEqual(before);
      expect(now.length - text.length).toBeLessThan((body.length - text.length) / 2);
    }
  });
});

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
