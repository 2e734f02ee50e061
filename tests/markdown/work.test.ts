/** Texts that would take the Markdown parser seconds, or overflow its stack, are recognised before it sees them. */
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../src/markdown/render-markdown.ts";
import { canBeRendered } from "../../src/markdown/work.ts";

const full = 65_000;
const filled = (piece: string, length = full): string => piece.repeat(Math.ceil(length / piece.length));
const columns = `|${filled("a|", 3_000)}\n|${filled("-|", 3_000)}\n`;

describe("F04 a text that would keep the parser busy is not given to it", () => {
  test.each([
    ["nested quotes", filled(">")],
    ["nested quotes, spaced", filled("> ", 200)],
    ["nested lists on a line", filled("1. ", 300)],
    ["quotes and lists in turn", filled("> - ", 300)],
    ["nested footnotes", filled("[^a]: ", 300)],
    [
      "lists nested by indentation",
      Array.from({ length: 250 }, (_, i) => `${" ".repeat(2 * i)}- a`).join("\n"),
    ],
    ["emphasis that never closes", filled("a**b", 16_000)],
    ["emphasis that closes far away", filled("*a ", 8_000) + filled(" a*", 8_000)],
    ["closing brackets", filled("]", 16_000)],
    ["images in images", `${filled("![", 8_000)}a${filled("](b)", 8_000)}`],
    ["lazy lines of a quote", `> a\n${filled("a\n", 8_000)}`],
    ["underlined headings", filled("a\n=\n\n", 16_000)],
    ["quotes in quotes, line by line", filled("> > > > > > a\n\n", 16_000)],
    ["a table whose rows are filled up", `${columns}${filled("a\n", 3_000)}`],
    ["one footnote, referred to often", `[^1]: x\n\n${filled("[^1]\n\n")}`],
    ["formatting opened anew in each block", filled("<b>", 600) + filled("<p>x", 1_200)],
    ["nested elements", filled("<div>")],
    ["empty lines", filled("\n")],
    ["more than GitHub stores", "a ".repeat(40_000)],
  ])("%s", (_name, text) => {
    expect(canBeRendered(text)).toBe(false);
    expect(renderMarkdown(text, { hrefOf: () => undefined })).toMatch(/^<pre>[^<]*<\/pre>$/);
  });
});

describe("an ordinary text is rendered", () => {
  test.each([
    ["prose of 60,000 characters", filled("Some words in a line.\nAnother line of *words*.\n\n", 60_000)],
    ["a log of 400 lines", `\`\`\`\n${filled("2026-11-22 [info] request_done\n", 400 * 31)}\`\`\``],
    ["a quoted text of 200 lines", filled("> somebody wrote *this* line\n", 200 * 29)],
    [
      "a list of 300 items",
      filled("- [ ] an item with `code` and a [link](https://example.com)\n", 300 * 58),
    ],
    ["a table of 100 rows", `|a|b|c|\n|-|-|-|\n${"|1|2|3|\n".repeat(100)}`],
    ["code, deeply indented", `\`\`\`\n${filled(`${" ".repeat(40)}call();\n`, 10_000)}\`\`\``],
    ["a page of ten folded parts", filled("<details><summary>Why</summary>\n\nText\n\n</details>\n\n", 540)],
  ])("%s", (_name, text) => {
    expect(canBeRendered(text)).toBe(true);
  });
});

test("F04 a text at the bounds of depth is rendered, and what it nests comes out", () => {
  const render = (text: string) => renderMarkdown(text, { hrefOf: () => undefined });
  expect(render(`${"> ".repeat(32)}deep`).match(/<blockquote>/g)).toHaveLength(32);
  expect(render(`${"<div>".repeat(500)}deep`).match(/<div>/g)).toHaveLength(500);
});
