/** Markdown as GitHub shows it, and nothing of it that could act on the page or on its reader. */
import type { Element, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../src/markdown/render-markdown.ts";
import { hostileCorpus } from "../support/hostile-corpus.ts";

const render = (text: string, idPrefix = "c7-") =>
  renderMarkdown(text, {
    idPrefix,
    hrefOf: (reference) =>
      reference.kind === "user"
        ? `/${reference.login}`
        : reference.repository === undefined
          ? `/acme/demo/issues/${reference.number}`
          : undefined,
  });

describe("a text is shown as GitHub shows it", () => {
  test.each([
    ["a heading, below those of the page", "### Goal", "<h5>Goal</h5>"],
    ["a heading, at most at the sixth level", "##### Goal", "<h6>Goal</h6>"],
    ["lines of a paragraph stay lines", "a  \nb \n c", "<p>a<br>\nb<br>\nc</p>"],
    ["code keeps its lines", "```ts\na\n  b\n```", "<pre><code>a\n  b\n</code></pre>"],
    ["a deletion", "~~a~~", "<p><del>a</del></p>"],
    [
      "a bare address",
      "www.example.com",
      '<p><a href="http://www.example.com" rel="nofollow noopener">www.example.com</a></p>',
    ],
    ["a comment is hidden", "a<!-- marker -->", "<p>a</p>"],
    ["keys and line breaks in HTML", "<kbd>Esc</kbd><br>x", "<p><kbd>Esc</kbd><br>x</p>"],
  ])("%s", (_name, text, html) => {
    expect(render(text)).toBe(html);
  });

  test("a folded part is folded, with Markdown inside", () => {
    expect(render("<details><summary>Why</summary>\n\n**a**\n\n</details>")).toBe(
      "<details><summary>Why</summary>\n<p><strong>a</strong></p>\n</details>",
    );
  });

  test("a list of tasks has checkboxes that say their state and cannot be changed", () => {
    const html = render("- [x] a\n- [ ] b");
    expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done"> a');
    expect(html).toContain('<input type="checkbox" disabled aria-label="Not done"> b');
  });

  test("a table keeps its alignment", () => {
    expect(render("|a|b|\n|-|-:|\n|1|2|")).toContain('<td align="right">2</td>');
  });

  test("issues and people are links, but not in code and in other links", () => {
    expect(render("#12 @maria **#3**")).toBe(
      '<p><a href="/acme/demo/issues/12">#12</a> <a href="/maria">@maria</a> <strong><a href="/acme/demo/issues/3">#3</a></strong></p>',
    );
    expect(render("`#12`")).toBe("<p><code>#12</code></p>");
    expect(render("[#12](https://example.com)").match(/<a /g)).toHaveLength(1);
  });

  test("a reference that leads nowhere stays text", () => {
    expect(render("acme/other#12")).toBe("<p>acme/other#12</p>");
  });

  test("the footnotes of two texts on one page lead to their own", () => {
    const [first, second] = ["c1-", "c2-"].map((prefix) => render("a[^1]\n\n[^1]: b", prefix));
    expect(first).toContain('href="#c1-fn-1"');
    expect(first).toContain('id="c1-fn-1"');
    expect(second).toContain('href="#c2-fn-1"');
    expect(second).not.toContain("c1-");
  });
});

describe("what could act on the page or its reader is taken out", () => {
  test.each([
    ["a script", "a<script>alert(1)</script>", "<p>a</p>"],
    ["a style", "a<style>*{display:none}</style>", "<p>a</p>"],
    ["a handler", '<b onclick="alert(1)">a</b>', "<p><b>a</b></p>"],
    ["styling", '<b style="position:fixed" class="header">a</b>', "<p><b>a</b></p>"],
    ["an address that is a script", "[a](javascript:alert(1))", "<p>a</p>"],
    ["the same, disguised", '<a href="java\tscript:alert(1)">a</a>', "<p>a</p>"],
    ["an address relative to our page", "[a](/logout) [b](//evil.test) [c](http:evil)", "<p>a b c</p>"],
    ["a form", '<form action="/x"><button accesskey="s">a</button></form>', "a"],
    ["a field", '<input type="text" autofocus>', '<input disabled type="checkbox" aria-label="Not done">'],
    ["a frame", '<iframe src="https://evil.test">x</iframe>a', "a"],
    ["an element that takes the focus", '<b tabindex="1" accesskey="s">a</b>', "<p><b>a</b></p>"],
    ["an id of the page", '<b id="main">a</b>', '<p><b id="c7-main">a</b></p>'],
    ["a link to an id of the page", "[a](#main)", '<p><a href="#c7-main">a</a></p>'],
    ["an element that is not closed", "<div><i>a", "<div><i>a</i></div>"],
    ["an end of what it did not open", "</main></div>a", "a"],
  ])("%s", (_name, text, html) => {
    expect(render(text).trim()).toBe(html);
  });

  test.each([
    [
      "![a cat](https://evil.test/x.png)",
      '<p><a href="https://evil.test/x.png" rel="nofollow noopener">a cat</a></p>',
    ],
    [
      '<img src="https://evil.test/x.png" onerror="alert(1)">',
      '<a href="https://evil.test/x.png" rel="nofollow noopener">image</a>',
    ],
    ["![a](data:image/svg+xml,x)", "<p>a</p>"],
    [
      "[![a](https://evil.test/x.png)](https://ok.test)",
      '<p><a href="https://ok.test" rel="nofollow noopener">a</a></p>',
    ],
  ])("the image %j is not loaded", (text, html) => {
    expect(render(text)).toBe(html);
  });

  test("every text of the hostile corpus comes out with nothing but harmless elements and attributes", () => {
    const corpus = hostileCorpus();
    expect(corpus.length).toBeGreaterThan(100);
    const found = corpus.flatMap(({ name, text }) =>
      complaintsAbout(render(text)).map((complaint) => `${name}: ${complaint}`),
    );
    expect(found).toEqual([]);
  }, 60_000);

  test("a harmful element, attribute or address would be found", () => {
    const bad = '<script>1</script><p onclick="1">a</p><a href="javascript:1">b</a><b id="main">c</b>';
    expect(complaintsAbout(bad)).toEqual([
      "element script",
      "attribute onClick",
      "address javascript:1",
      "id main",
    ]);
  });
});

const harmless = new Set(
  `a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i input ins kbd li ol p pre q s samp section
  span strike strong sub summary sup table tbody td tfoot th thead tr tt ul var`.split(/\s+/),
);
const attributes = new Set(
  `align ariaDescribedBy ariaLabel checked className colSpan dataFootnoteBackref dataFootnoteRef dataFootnotes dir
  disabled href id lang open rel reversed rowSpan scope start title type value`.split(/\s+/),
);

/** Reads the page as a browser would. */
function complaintsAbout(html: string): readonly string[] {
  const tree = raw({ type: "root", children: [{ type: "raw", value: html }] });
  return tree.type === "root" ? tree.children.flatMap(complaintsAboutNode) : ["not a page"];
}

function complaintsAboutNode(node: RootContent): readonly string[] {
  if (node.type === "text") return [];
  if (node.type !== "element") return [node.type];
  return [...complaintsAboutElement(node), ...node.children.flatMap(complaintsAboutNode)];
}

function complaintsAboutElement({ tagName, properties }: Element): readonly string[] {
  const { href, id } = properties;
  const isSafe = href === undefined || /^(?:https?:\/\/|mailto:|#c7-|\/(?!\/))/.test(String(href));
  return [
    ...(harmless.has(tagName) ? [] : [`element ${tagName}`]),
    ...Object.keys(properties).flatMap((name) => (attributes.has(name) ? [] : [`attribute ${name}`])),
    ...(isSafe ? [] : [`address ${href}`]),
    ...(id === undefined || String(id).startsWith("c7-") ? [] : [`id ${id}`]),
  ];
}
