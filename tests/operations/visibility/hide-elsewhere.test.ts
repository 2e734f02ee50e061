/** What a reader may not see is hidden in values of any shape. */
import { expect, test } from "vitest";
import { elsewhere, hideElsewhere } from "../../../src/operations/visibility/hide-elsewhere.ts";

const hide = hideElsewhere([{ owner: "acme", repo: "secret" }]).value;

test.each([
  ["blocked by acme/secret#3.", `blocked by ${elsewhere}.`],
  ["blocked by Acme/SECRET#3, acme/secret#4", `blocked by ${elsewhere}, ${elsewhere}`],
  ["see https://github.com/acme/secret/issues/3 (open)", `see ${elsewhere} (open)`],
  ["see http://127.0.0.1:4001/acme/secret/pull/3", `see ${elsewhere}`],
  ["in acme/secret.", "in another repository."],
  ["(acme/secret)", "(another repository)"],
  ["acme/secret", "another repository"],
])("IF24 %j becomes %j", (text, hidden) => {
  expect(hide(text)).toBe(hidden);
});

test.each(["acme/secret-2#3", "acme/secrets", "acme/secret.js", "macme/secret", "x.acme/secret", "secret#3"])(
  "%j is another repository's, or none's",
  (text) => {
    expect(hide(text)).toBe(text);
  },
);

test("what is said of a hidden issue is emptied, but for whether it blocks", () => {
  const neighbour = { ref: "acme/secret#3", title: "Hidden", state: "open", labels: ["x"], at: 7 };
  expect(hide({ number: 1, blockedBy: [neighbour, { ref: "#2", title: "Shown" }] })).toEqual({
    number: 1,
    blockedBy: [
      { ref: elsewhere, title: "", state: "open", labels: [], at: 7 },
      { ref: "#2", title: "Shown" },
    ],
  });
});

test("maps and lists are searched, and numbers, dates and nothing stay", () => {
  const value = { map: new Map([["a", ["acme/secret#3", 1, null, undefined]]]), no: undefined };
  expect(hide(value)).toEqual({ map: new Map([["a", [elsewhere, 1, null, undefined]]]), no: undefined });
});

test("with nothing to hide, the value itself is returned", () => {
  const value = { ref: "acme/secret#3" };
  expect(hideElsewhere([]).value(value)).toBe(value);
});
