import { expect, test } from "vitest";
import { excerpt, inline } from "../../../src/protocol/render/excerpt.ts";

const commit = "9b03d5133521e9517dc12a0133c210799c548307";
const at = (place: string) => ({ place, home: "acme/demo", webUrl: "https://github.com" });
const long = "Drop it now, as old clients break anyway with the next release.";

test.each([
  ["an issue", "#24", "(all of it in #24)"],
  ["an issue elsewhere", "acme/api#24", "(all of it in acme/api#24)"],
  [
    "a comment",
    "acme/demo#6#issuecomment-3561234567",
    "([all of it](https://github.com/acme/demo/issues/6#issuecomment-3561234567))",
  ],
  [
    "a commit's lines",
    `docs/a.md@${commit}#L3-L9`,
    `([all of it](https://github.com/acme/demo/blob/${commit}/docs/a.md?plain=1#L3-L9))`,
  ],
])("N14 a quotation that was cut ends with a link to %s", (_, place, link) => {
  expect(String(excerpt(long, 30, at(place)))).toBe(`> Drop it now, as old clients… ${link}`);
  expect(String(excerpt(long, 100, at(place)))).toBe(`> ${long}`);
  expect(String(inline(long, 30, at(place)))).toBe(`Drop it now, as old clients… ${link}`);
  expect(String(inline(long, 100, at(place)))).toBe(long.slice(0, -1));
});

test("N14 a quotation cut within code ends with a link outside the code", () => {
  const code = "Use it so:\n\n```ts\nconst store = open(path); const other = open(path);\n```\n";
  expect(String(excerpt(code, 50, at("#24")))).toMatch(/\n> ```\n>\n> \(all of it in #24\)$/);
  expect(String(excerpt(`Use it so:\n\n        ${"open(path); ".repeat(9)}`, 60, at("#24")))).toMatch(
    /\n>\n> \(all of it in #24\)$/,
  );
});

test("a place that is neither an issue nor a citation is not linked", () => {
  for (const place of ["", "#24 @maria", "javascript:alert(1)#issuecomment-1", "a/b#1#issuecomment-x)"])
    expect(String(excerpt(long, 30, at(place)))).toBe("> Drop it now, as old clients…");
});
