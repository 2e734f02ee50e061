/** References: what counts as one and what does not. */
import { describe, expect, test } from "vitest";
import { formatRef, maxRefs, parseRefs, refKey, resolveRef } from "../../../src/protocol/references/ref.ts";

describe("parseRefs", () => {
  test.each([
    ["#12", [{ number: 12 }]],
    ["see (#12), and #3.", [{ number: 12 }, { number: 3 }]],
    ["acme/web#3", [{ owner: "acme", repo: "web", number: 3 }]],
    ["https://github.com/acme/web/issues/3", [{ owner: "acme", repo: "web", number: 3 }]],
    [
      "https://ghe.example.com:8443/acme/web.js/issues/3#issuecomment-9",
      [{ owner: "acme", repo: "web.js", number: 3 }],
    ],
    ["- #1\r\n- #2\r\n- #1", [{ number: 1 }, { number: 2 }]],
    ["Acme/Web#3 acme/web#3", [{ owner: "acme", repo: "web", number: 3 }]],
  ])("S0.64 the references in %j are read", (text, refs) => {
    expect(parseRefs(text)).toEqual(refs);
  });

  test.each([
    "#0",
    "#012",
    "a#1b",
    "foo#1",
    "#1234567890123",
    "&#12;",
    "`#1`",
    "```\n#1\n```",
    "> #1",
    "<!-- #1 -->",
    "#a",
  ])("no reference is found in %j", (text) => {
    expect(parseRefs(text)).toEqual([]);
  });

  test("no more references than the cap are read", () => {
    const text = Array.from({ length: 500 }, (_, index) => `#${index + 1}`).join(" ");
    expect(parseRefs(text)).toHaveLength(maxRefs);
  });
});

test("a reference without a repository means the repository of its text", () => {
  const home = { owner: "Acme", repo: "Web" };
  expect(refKey(resolveRef({ number: 3 }, home))).toBe("acme/web#3");
  expect(refKey(resolveRef({ owner: "o", repo: "r", number: 3 }, home))).toBe("o/r#3");
  expect(formatRef({ number: 3 })).toBe("#3");
});
