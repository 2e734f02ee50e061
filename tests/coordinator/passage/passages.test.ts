import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citationOf } from "../../../src/coordinator/passage/passage.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { documentOf, storedDocuments } from "../context-store.ts";

const stored = (path: string) => {
  const document = storedDocuments().find((its) => its.path === path);
  return document === undefined ? [] : passagesOf(document);
};

describe("passages", () => {
  test("a Markdown document is cut at its headings, and a comment in a shell block is none", () => {
    expect(stored("docs/queue.md").map(({ headings }) => headings)).toEqual([
      [],
      ["Visibility timeout"],
      ["Dead letters"],
    ]);
  });

  test("a reStructuredText document is cut at its underlined titles", () => {
    const passages = stored("docs/leases.rst");
    expect(passages.map(({ title, headings }) => [title, ...headings])).toEqual([
      ["Leases"],
      ["Leases", "Fencing tokens"],
      ["Leases", "Heartbeats"],
    ]);
  });

  test("each term of a glossary is a passage of its own, and what stands inside it is none", () => {
    const text =
      "Terms\n=====\n\n.. glossary::\n    :sorted:\n\n    Lease\n        A task that is taken.\n\n        Example: ``take``.\n\n    Token\n        A number.\n\nAfter it.\n";
    const passages = passagesOf(documentOf("docs/terms.rst", text));
    expect(passages.map(({ headings, firstLine }) => [headings.at(-1), firstLine])).toEqual([
      [undefined, 1],
      ["Lease", 7],
      ["Token", 12],
    ]);
    expect(passages[1]?.text).toContain("Example");
  });

  test("front matter names the page and is no passage's heading", () => {
    const passages = stored("docs/settings.mdx");
    expect(passages[0]?.title).toBe("Settings");
    expect(passages.map(({ headings }) => headings.at(-1))).toEqual([undefined, "Log level", "Proxy"]);
  });

  test("J02 a citation names path, commit and the lines that hold the text", () => {
    const passage = stored("docs/leases.rst").at(-1);
    expect(passage && citationOf(passage)).toBe(
      "docs/leases.rst@4f9a1c2b7d3e5f60718293a4b5c6d7e8f9012345#L12-L15",
    );
  });

  test.each([
    ["docs/adr/0002-name-branches-after-tasks.md", "superseded"],
    ["docs/adr/0005-name-branches-after-track-and-task.md", "current"],
  ])("%s is %s by its own status", (path, standing) => {
    expect(new Set(stored(path).map((passage) => passage.standing))).toEqual(new Set([standing]));
  });

  test("a decision that supersedes another stays current", () => {
    const text = "# Use B\n\n## Status\n\nAccepted, supersedes ADR 1\n\n## Decision\n\nB.\n";
    expect(passagesOf(documentOf("docs/b.md", text)).every(({ standing }) => standing === "current")).toBe(
      true,
    );
  });

  test("a Status section ends a decision", () => {
    const text = "# Use A\n\n## Status\n\nSuperseded by [B](b.md)\n\n## Decision\n\nA.\n";
    const passages = passagesOf(documentOf("docs/a.md", text));
    expect(passages[0]).toMatchObject({ standing: "superseded", isDecision: true });
  });

  test("a section that is long is cut at a paragraph's end", () => {
    const paragraph = `${"word ".repeat(150)}\n\n`;
    const passages = passagesOf(documentOf("docs/long.md", `# Long\n\n${paragraph.repeat(6)}`));
    expect(passages).toHaveLength(3);
    expect(passages.every(({ text }) => text.length < 2400)).toBe(true);
  });

  test("J05 a document over the cap is not read", () => {
    expect(passagesOf(documentOf("docs/huge.md", "x".repeat((1 << 20) + 1)))).toEqual([]);
  });

  test("whatever the document, each passage is exactly the lines that it cites", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "# A",
        "## B",
        "---",
        "===",
        "```",
        "<!--",
        "-->",
        "~~~~",
        "",
        "- x",
        "> q",
        "title: t",
      ),
      fc.string({ maxLength: 30 }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom("a.md", "a.rst", "a.mdx"),
        (lines, path) => {
          const text = lines.join("\n");
          const all = text.split(/\r\n|\n|\r/);
          for (const passage of passagesOf(documentOf(path, text)))
            expect(all.slice(passage.firstLine - 1, passage.lastLine).join("\n")).toBe(passage.text);
        },
      ),
    );
  });

  test("hostile documents are cut in time that grows with their length alone", () => {
    for (const piece of [
      "[a](",
      "# <",
      "`<",
      "===\n",
      "- - - ",
      "***",
      "~~",
      "status: ",
      '"""',
      "\t",
      "(((",
    ]) {
      const text = `# T\n${piece.repeat(Math.floor(400_000 / piece.length))}`;
      const begin = performance.now();
      passagesOf(documentOf("docs/hostile.md", text));
      passagesOf(documentOf("docs/hostile.rst", text));
      expect(performance.now() - begin, JSON.stringify(piece)).toBeLessThan(3000);
    }
  });
});
