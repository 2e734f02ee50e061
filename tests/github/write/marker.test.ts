/** Signed markers as properties: any text comes back unchanged, and nothing else verifies. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCheck, signCheck } from "../../../src/github/write/check-marker.ts";
import {
  claimedKey,
  markedInBody,
  markerKeys,
  mentionsMarker,
  readMarker,
  signBody,
  signMarker,
} from "../../../src/github/write/marker.ts";
import { ownMs } from "../../support/own-time.ts";
import { keys, privateKey } from "../world.ts";

/** Issue 1 of repository 1296269, in GitHub's newer format of node ids. */
const place = { host: "github.com", repositoryId: "R_kgDOABPHjQ", issueId: "I_kwDOABPHjc4AAAAB" };
/** The same in the older one, as GitHub's description of its REST API shows them. */
const older = { repositoryId: "MDEwOlJlcG9zaXRvcnkxMjk2MjY5", issueId: "MDU6SXNzdWUx" };
const sign = (text: string, persisted: unknown = undefined, key = "status") =>
  signMarker(keys, { ...place, key, persisted, text });
const body = (text: string) =>
  signBody(keys, { host: place.host, repositoryId: place.repositoryId, key: "open:x", text });

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("-->", "<!-- signalbox:1 a b c -->", "```\n", "<!--", "\0", "\ud800", "\r", "\r\n\r\n", ""),
);
/** What JSON can represent: no -0, which it writes as 0. */
const memory = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
const text = fc.array(hostile, { maxLength: 6 }).map((parts) => parts.join("\n"));

describe("the marker", () => {
  test("a marker round-trips any text, key and persisted state, up to trailing blanks and line ends", () => {
    fc.assert(
      fc.property(text, fc.string(), memory, (visible, key, remembered) => {
        const read = readMarker(keys, sign(visible, remembered, key), place);
        const expected = visible.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n").trim();
        expect(read).toEqual({ key, persisted: remembered ?? undefined, text: expected });
      }),
    );
  });

  test("a marker survives the line ends and trailing blanks that GitHub's own editor makes", () => {
    const body = `${sign("One\n\nTwo", { ran: [] }).replaceAll("\n", "\r\n")}\r\n`;
    expect(readMarker(keys, body, place)).toEqual({
      key: "status",
      persisted: { ran: [] },
      text: "One\n\nTwo",
    });
  });

  test("a text without a marker reads as none, and reading never throws", () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(["none", "forged"]).toContain(readMarker(keys, body, place));
      }),
    );
    expect(readMarker(keys, "plain", place)).toBe("none");
  });

  test.each([
    ["on another issue", sign("Text"), { ...place, issueId: "I_kwDOABPHjc4AAAAC" }],
    ["on another issue, in the older format", sign("Text"), { ...place, issueId: "MDU6SXNzdWUy" }],
    ["on an issue whose id tells no number", sign("Text"), { ...place, issueId: "1" }],
    ["in another repository", sign("Text"), { ...place, repositoryId: "R_kgDOABPHjg" }],
    ["at another host", sign("Text"), { ...place, host: "github.example.com" }],
    ["of an issue's body in a comment", body("Text"), place],
    ["under a changed text", sign("Text").replace("Text", "Test"), place],
    ["with a text put before it", `More\n${sign("Text")}`, place],
    ["with another key", sign("Text").replace(" status ", " wake:1 "), place],
    [
      "with another memory",
      sign("Text", { ran: [] }).replace(/ \S+ (\S+ -->)$/, " q1YqSsxTsoqOBQA $1"),
      place,
    ],
    ["with its memory taken out", sign("Text", { ran: [] }).replace(/ \S+ (\S+ -->)$/, " $1"), place],
    [
      "with a broken MAC",
      sign("Text").replace(/\S(?=\S+ -->$)/, (letter) => (letter === "A" ? "B" : "A")),
      place,
    ],
    ["of an unknown key", sign("Text").replace(/signalbox:2 \S+/, "signalbox:2 0123456789ab"), place],
  ])("G11 a marker %s is forged", (_title, body, where) => {
    expect(readMarker(keys, body, where)).toBe("forged");
  });

  test("G11 what another issue's body or a comment carries is not taken for an issue's body", () => {
    expect(markedInBody(keys, body("Text"), place)).toMatchObject({ key: "open:x", text: "Text" });
    expect(markedInBody(keys, sign("Text"), place)).toBeUndefined();
    expect(markedInBody(keys, body("Text"), { ...place, host: "github.example.com" })).toBeUndefined();
    expect(markedInBody(keys, body("Text"), { ...place, repositoryId: "R_kgDOABPHjg" })).toBeUndefined();
  });

  test("a marker holds in both of GitHub's formats of node ids, and so does the mark of a check run", () => {
    expect(readMarker(keys, sign("Text"), { ...place, ...older })).toMatchObject({ text: "Text" });
    const before = signMarker(keys, {
      ...place,
      ...older,
      key: "status",
      persisted: undefined,
      text: "Text",
    });
    expect(readMarker(keys, before, place)).toMatchObject({ text: "Text" });
    expect(markedInBody(keys, body("Text"), { ...place, ...older })).toMatchObject({ text: "Text" });
    const commit = { host: place.host, repositoryId: place.repositoryId, headSha: "a".repeat(40) };
    const check = signCheck(keys, { ...commit, issueId: place.issueId, shows: "success.1" });
    expect(readCheck(keys, check, { ...commit, repositoryId: older.repositoryId })).toBeDefined();
  });

  test("G11 the mark of a check run fails at another host, in another repository and on another commit", () => {
    const commit = { host: place.host, repositoryId: place.repositoryId, headSha: "a".repeat(40) };
    const check = signCheck(keys, { ...commit, issueId: place.issueId, shows: "success.1" });
    expect(readCheck(keys, check, commit)).toEqual({ issueId: place.issueId, shows: "success.1" });
    expect(readCheck(keys, check, { ...commit, host: "github.example.com" })).toBeUndefined();
    expect(readCheck(keys, check, { ...commit, repositoryId: "R_kgDOABPHjg" })).toBeUndefined();
    expect(readCheck(keys, check, { ...commit, headSha: "b".repeat(40) })).toBeUndefined();
    const aboutAnother = check.replace(place.issueId, "I_kwDOABPHjc4AAAAC");
    expect(readCheck(keys, aboutAnother, commit)).toBeUndefined();
  });

  test("a marker that is not at the end is not ours, but is noticed", () => {
    const body = `${sign("Text")}\nand more`;
    expect(readMarker(keys, body, place)).toBe("none");
    expect(mentionsMarker(body)).toBe(true);
    expect(mentionsMarker("<!-- signalbox is nice -->")).toBe(false);
  });

  test("an older key is read after a rotation, and the newer one writes", () => {
    const { privateKey: next } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const rotated = markerKeys(next, [privateKey]);
    expect(readMarker(rotated, sign("Text"), place)).toMatchObject({ text: "Text" });
    const newer = signMarker(rotated, { ...place, key: "status", persisted: undefined, text: "Text" });
    expect(readMarker(rotated, newer, place)).toMatchObject({ text: "Text" });
    expect(readMarker(keys, newer, place)).toBe("forged");
  });

  test("the same key in two encodings is one key, and its id does not reveal it", () => {
    const pkcs1 = createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" }).toString();
    expect(markerKeys(pkcs1)).toEqual(keys);
    expect(keys[0].secret.toString("hex")).not.toContain(keys[0].id);
  });

  test("the key that a broken marker claims is returned", () => {
    expect(claimedKey(sign("Text").replace("Text", "Test"))).toBe("status");
    expect(claimedKey("nothing")).toBeUndefined();
  });

  test("a hostile body of 256 KiB is read quickly", () => {
    const took = ownMs(() => {
      for (const unit of ["<!-- signalbox:2 ", "<!-- signalbox:1 a b c -->\n", " ", "<!--", "\r"]) {
        const body = unit.repeat(Math.floor(262_000 / unit.length));
        readMarker(keys, body, place);
        readMarker(keys, `${body} -->`, place);
        mentionsMarker(body);
      }
    });
    expect(took).toBeLessThan(1_000);
  });
});
