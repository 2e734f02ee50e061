import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "../../../src/protocol/render/plain.ts";
import { unescaped } from "../../../src/protocol/render/unescaped.ts";

test.each(["Use a *star*", "# Use `a_b` & <b> or [x](y) ~ $1", "1. Use _both_ \\ none", "- a | b"])(
  "%j is read again as it was written",
  (words) => {
    expect(plain(words).toString()).not.toBe(words);
    expect(unescaped(plain(words).toString())).toBe(words);
  },
);

test("what became code stays code", () => {
  expect(unescaped(plain("Ask @maria, *now*, in #12").toString())).toBe("Ask `@maria`, *now*, in `#12`");
});

test("whatever was neutralised reads the same when it is neutralised again", () => {
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
