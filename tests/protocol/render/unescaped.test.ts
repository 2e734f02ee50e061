import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "../../../src/protocol/render/plain.ts";
import { unescaped } from "../../../src/protocol/render/unescaped.ts";

test.each(["Use a *star*", "# Use `a_b` & <b> or [x](y) ~ $1", "1. Use _both_ \\ none", "- a | b"])(
  "%j is read back as it was written",
  (words) => {
    expect(plain(words).toString()).not.toBe(words);
    expect(unescaped(plain(words).toString())).toBe(words);
  },
);

test("text that became code stays code when unescaped", () => {
  expect(unescaped(plain("Ask @maria, *now*, in #12").toString())).toBe("Ask `@maria`, *now*, in `#12`");
});

test("escaped text survives being unescaped and escaped again", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "1", ".", "\\", "`", "*", "_", "@", "#", "<", "&", ";", " "),
  });
  fc.assert(
    fc.property(words, (text) => {
      const line = plain(text).toString();
      expect([line, plain(line).toString()]).toContain(plain(unescaped(line)).toString());
    }),
  );
});
