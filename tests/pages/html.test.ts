import { expect, test } from "vitest";
import { html, sanitized, spaced } from "../../src/pages/html.ts";

test("text is escaped, in elements and in attributes", () => {
  const hostile = `</p><script>alert(1)</script>" onclick='x' &amp;`;
  const page = html`<p title="${hostile}">${hostile}</p>`.toString();
  expect(page).not.toContain("<script>");
  expect(page).not.toMatch(/" onclick=|' onclick/);
  expect(page).toContain("&amp;amp;");
});

test("HTML from a template or a sanitizer is put in as it is, alone and in lists", () => {
  const items = ["a<", "b"].map((word) => html`<li>${word}</li>`);
  expect(html`<ul>${items}${sanitized("<li><b>c</b></li>")}</ul>`.toString()).toBe(
    "<ul><li>a&lt;</li><li>b</li><li><b>c</b></li></ul>",
  );
});

test("an object that only looks like HTML is no HTML", () => {
  const forged: unknown = { toString: () => "<script>" };
  expect(() => html`${forged as string}`.toString()).toThrow();
});

test("what is absent is left out, and zero is not", () => {
  expect(html`[${undefined}${false}${0}${""}]`.toString()).toBe("[0]");
  expect(spaced(["a", undefined, html`<b>b</b>`, false, ""]).toString()).toBe("a <b>b</b>");
});
