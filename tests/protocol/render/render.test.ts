/** Renders data as comments: nothing bypasses the renderer, whatever a template does. */
import { expect, test } from "vitest";
import { maxComment, render, type Template } from "../../../src/protocol/render/render.ts";
import { Safe } from "../../../src/protocol/render/safe.ts";

/** A template that prints one field. */
const printing =
  (field: string): Template =>
  (data) => {
    const value =
      typeof data === "object" && data !== null
        ? Object.entries(data).find(([key]) => key === field)
        : undefined;
    return `Says: ${String(value?.[1])}`;
  };

test("G15 a string is neutralised even if the template does not do it", () => {
  expect(render(printing("x"), { x: "ask @alice about <b>#1</b>" })).toBe(
    "Says: ask `@alice` about `<b>#1</b>`",
  );
});

test("only text that the renderer made safe is printed as is", () => {
  expect(render(printing("x"), { x: new Safe("@alice") })).toBe("Says: @alice");
  const forged = { toString: () => "@alice" };
  expect(render(printing("x"), { x: JSON.parse('{"safe":"@alice"}') })).not.toContain("@alice");
  expect(render(printing("x"), { x: forged })).not.toBe("Says: @alice");
});

test("G14 a known secret is never printed, not even within safe text", () => {
  const secret = "correct-horse-9";
  const hex = Buffer.from(secret).toString("hex");
  for (const x of [secret, new Safe(secret), new Safe(hex), Buffer.from(`a${secret}`).toString("base64")])
    expect(render(printing("x"), { x }, [secret])).toMatch(/^Says: \\?\[redacted|^Says: .*redacted/);
});

test("F09 invisible characters are never printed, and a lone surrogate breaks nothing", () => {
  const text = render(printing("x"), { x: new Safe("a\u202eb\u200bc\u{e0041}d\0e\ud800f") });
  expect(text).toBe("Says: abcde\ufffdf");
});

test("a comment is cut at its maximum length, and what the cut leaves open is closed", () => {
  const long = new Safe(`\`\`\`\n${"line\n".repeat(20_000)}\`\`\``);
  const text = render(printing("x"), { x: new Safe(`\n${long}`) });
  expect(text.length).toBeLessThanOrEqual(maxComment);
  expect(text).toMatch(/line\n```\n\n… \(shortened\)$/);
});

test("empty placeholders leave one blank line, except in code", () => {
  const text = render(() => "a\n\n\n\nb\n\n```\nc\n\n\nd\n```\n\n\n", {});
  expect(text).toBe("a\n\nb\n\n```\nc\n\n\nd\n```");
});

test("code in a fold keeps its blank lines", () => {
  const folded = "<details><summary>Paste</summary>\n\n```markdown\na\n\n\nb\n```\n\n\n\n</details>";
  const shown = "<details><summary>Paste</summary>\n\n```markdown\na\n\n\nb\n```\n\n</details>";
  expect(render(() => folded, {})).toBe(shown);
});

test("endlessly nested data is cut off", () => {
  const loop: { next?: unknown } = {};
  loop.next = loop;
  expect(render(printing("y"), loop)).toBe("Says: undefined");
});
