/** Our SHA-256, against Node's. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/base/sha256.ts";

const expected = (text: string) => createHash("sha256").update(text).digest("hex");

test("the published examples", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("every length around the ends of a block, and text beyond ASCII", () => {
  for (let length = 0; length < 200; length++) {
    const text = "x".repeat(length);
    expect(sha256(text), String(length)).toBe(expected(text));
  }
  for (const text of ["é漢字🔒", "\u0000\n".repeat(500), "longer ".repeat(5_000)])
    expect(sha256(text)).toBe(expected(text));
});
