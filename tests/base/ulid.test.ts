import { expect, test } from "vitest";
import { formatUlid } from "../../src/base/ulid.ts";

const bytes = (byte: number): Uint8Array => new Uint8Array(16).fill(byte);

test("a ULID has its time first and chance after it", () => {
  expect(formatUlid(0, bytes(0))).toBe("0".repeat(26));
  expect(formatUlid(1_469_918_176_385, bytes(31))).toBe(`01ARYZ6S41${"Z".repeat(16)}`);
});

test("later ones sort later", () => {
  expect(formatUlid(1_000, bytes(0)) > formatUlid(999, bytes(31))).toBe(true);
});
