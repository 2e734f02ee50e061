/** Tests what of a profile or skill an agent reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { guideText } from "../../../src/coordinator/guides/guide-text.ts";
import { utf8Length } from "../../../src/protocol/characters.ts";

test("S4.28 front matter is for programs, and the rest for the agent", () => {
  expect(guideText("---\r\nname: ada\r\nabout: [src/**]\r\n---\r\n\r\nYou review.\r\n", 2_000)).toEqual({
    front: "---\nname: ada\nabout: [src/**]\n---",
    text: "You review.",
    isCut: false,
  });
  expect(guideText("---\nno end\n", 2_000)).toMatchObject({ front: "", text: "---\nno end" });
});

test("AG82 a long one is cut at a line where that leaves most of it", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `${i}: a line`).join("\n");
  const { text, isCut } = guideText(lines, 2_000);
  expect(isCut).toBe(true);
  expect(lines.startsWith(`${text}\n`)).toBe(true);
  expect(utf8Length(text)).toBeGreaterThan(1_900);
});

test("AG82 it never exceeds its limit, and no character is cut in two", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.integer({ min: 10, max: 200 }),
      (file, max) => {
        const { text } = guideText(file, max);
        expect(utf8Length(text)).toBeLessThanOrEqual(max);
        expect(text.isWellFormed() || !file.isWellFormed()).toBe(true);
      },
    ),
  );
});
