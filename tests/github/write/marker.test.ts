/** Signed markers as properties: any text comes back unchanged, and nothing else verifies. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  claimedKey,
  markerKeys,
  mentionsMarker,
  readMarker,
  signMarker,
} from "../../../src/github/write/marker.ts";
import { ownMs } from "../../support/own-time.ts";
import { keys, privateKey } from "../world.ts";

const place = { repositoryId: "R_1", issueId: "I_1" };
const sign = (text: string, persisted: unknown = undefined, key = "status") =>
  signMarker(keys, { ...place, key, persisted, text });

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
    ["on another issue", sign("Text"), { ...place, issueId: "I_2" }],
    ["in another repository", sign("Text"), { ...place, repositoryId: "R_2" }],
    ["under a changed text", sign("Text").replace("Text", "Test"), place],
    ["with a text put before it", `More\n${sign("Text")}`, place],
    ["with another key", sign("Text").replace(" status ", " wake:1 "), place],
    [
      "with another memory",
      sign("Text", { ran: [] }).replace(/ \S+ (\S+ -->)$/, " q1YqSsxTsoqOBQA $1"),
      place,
    ],
    ["with its memory taken out", sign("Text", { ran: [] }).replace(/ \S+ (\S+ -->)$/, " $1"), place],
    ["said to be of version 1", sign("Text").replace("signalbox:2", "signalbox:1"), place],
    [
      "with a broken MAC",
      sign("Text").replace(/\S(?=\S+ -->$)/, (letter) => (letter === "A" ? "B" : "A")),
      place,
    ],
    ["of an unknown key", sign("Text").replace(/signalbox:2 \S+/, "signalbox:2 0123456789ab"), place],
  ])("G11 a marker %s is forged", (_title, body, where) => {
    expect(readMarker(keys, body, where)).toBe("forged");
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
