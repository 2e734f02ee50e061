/** References and mentions in a text, as GitHub would link them. */
import { expect, test } from "vitest";
import { partsOf } from "../../src/markdown/reference.ts";

const referencesIn = (text: string) =>
  partsOf(text).flatMap(({ text, reference }) => (reference ? [text] : []));

test.each([
  ["#12", ["#12"]],
  ["see #12, #13.", ["#12", "#13"]],
  ["(acme/demo#7)", ["acme/demo#7"]],
  ["@maria: done", ["@maria"]],
  ["thanks @alice-b!", ["@alice-b"]],
])("%j refers to %j", (text, found) => {
  expect(referencesIn(text)).toEqual(found);
});

test.each([
  "a#12",
  "#012",
  "#12abc",
  "##12",
  "maria@example.com",
  "@acme/team",
  "a/b/c#1",
  "http://x/y#12",
  "@",
  "#",
])("%j refers to nothing", (text) => {
  expect(referencesIn(text)).toEqual([]);
});

test("the parts of a text are the whole text", () => {
  const text = "#1 and @maria, or acme/demo#3 — @maria#4";
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("a reference names its repository, its number or its login", () => {
  expect(partsOf("acme/demo#7 #8 @bob").flatMap(({ reference }) => reference ?? [])).toEqual([
    { kind: "issue", repository: { owner: "acme", name: "demo" }, number: 7 },
    { kind: "issue", repository: undefined, number: 8 },
    { kind: "user", login: "bob" },
  ]);
});
