/** Texts as Markdown on pages: rendered once, and never another issue's. */
import { expect, test, vi } from "vitest";

const render = vi.hoisted(() => vi.fn<(text: string) => string>());
vi.mock(import("../../../src/markdown/render-markdown.ts"), async (original) => {
  const { renderMarkdown } = await original();
  render.mockImplementation((text) => text);
  return {
    renderMarkdown: (text, options) => {
      render(text);
      return renderMarkdown(text, options);
    },
  };
});
const { words } = await import("../../../src/pages/parts/words.ts");

const home = { owner: "acme", repo: "demo", number: 12 };

test("a text is rendered once, until it changes", () => {
  const first = words("See **#3**.", home, "body").toString();
  expect(words("See **#3**.", home, "body").toString()).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
  words("See **#4**.", home, "body");
  expect(render).toHaveBeenCalledTimes(2);
});

test("the same text elsewhere leads to the issues of its own repository, and has ids of its own", () => {
  words("See #3.", home, "body");
  expect(words("See #3.", { ...home, repo: "api" }, "body").toString()).toContain("/issues/acme/api/3");
  const note = "Text[^1]\n\n[^1]: Note";
  const [body, context] = ["body", "context"].map((place) => words(note, home, place).toString());
  expect(context).not.toBe(body);
});

test("what is kept is bounded: the texts that were not shown for longest are rendered again", () => {
  const long = (number: number) => `${number} ${"word ".repeat(10_000)}`;
  words(long(0), home, "body");
  const before = render.mock.calls.length;
  for (let number = 1; number <= 100; number += 1) words(long(number), home, "body");
  words(long(100), home, "body");
  expect(render.mock.calls.length).toBe(before + 100);
  words(long(0), home, "body");
  expect(render.mock.calls.length).toBe(before + 101);
}, 60_000);
