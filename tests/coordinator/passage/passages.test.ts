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
  test("a Markdown document is split at its headings, and a comment in a shell block is not a heading", () => {
    const headings = stored("docs/queue.md").map((passage) => passage.headings);
    expect([...new Set(headings.map((each) => each.join()))]).toEqual([
      "",
      "Visibility timeout",
      "Dead letters",
    ]);
  });

  test("a reStructuredText document is split at its underlined titles", () => {
    const passages = stored("docs/leases.rst");
    expect(passages.map(({ title, headings }) => [title, ...headings])).toEqual([
      ["Leases"],
      ["Leases", "Fencing tokens"],
      ["Leases", "Heartbeats"],
    ]);
  });

  test("each term of a glossary is a passage of its own, and the text inside it is not a heading", () => {
    const text =
      "Terms\n=====\n\n.. glossary::\n    :sorted:\n\n    Lease\n        A task that is taken.\n\n        Example: ``take``.\n\n    Token\n        A number.\n\nAfter it.\n";
    const passages = passagesOf(documentOf("docs/terms.rst", text));
    expect(new Set(passages.map(({ headings }) => headings.at(-1)))).toEqual(
      new Set([undefined, "Lease", "Token"]),
    );
    expect(passages.find(({ text }) => text.includes("Example"))?.headings.at(-1)).toBe("Lease");
  });

  test("front matter names the page and is not a heading of a passage", () => {
    const passages = stored("docs/settings.mdx");
    expect(passages[0]?.title).toBe("Settings");
    expect([...new Set(passages.map(({ headings }) => headings.at(-1)))]).toEqual([
      undefined,
      "Log level",
      "Proxy",
    ]);
  });

  test("J02 a citation names path, commit and the lines that hold the text", () => {
    const passage = stored("docs/leases.rst").at(-1);
    expect(passage && citationOf(passage)).toBe(
      "docs/leases.rst@4f9a1c2b7d3e5f60718293a4b5c6d7e8f9012345#L15-L15",
    );
  });

  test.each([
    ["docs/adr/0002-name-branches-after-tasks.md", "superseded"],
    ["docs/adr/0005-name-branches-after-track-and-task.md", "current"],
  ])("%s is %s by its own status", (path, state) => {
    expect(new Set(stored(path).map((passage) => passage.state))).toEqual(new Set([state]));
  });

  test("a decision that supersedes another stays current", () => {
    const text = "# Use B\n\n## Status\n\nAccepted, supersedes ADR 1\n\n## Decision\n\nB.\n";
    expect(passagesOf(documentOf("docs/b.md", text)).every(({ state }) => state === "current")).toBe(true);
  });

  test("a Status section can end a decision", () => {
    const text = "# Use A\n\n## Status\n\nSuperseded by [B](b.md)\n\n## Decision\n\nA.\n";
    const passages = passagesOf(documentOf("docs/a.md", text));
    expect(passages[0]).toMatchObject({ state: "superseded", isDecision: true });
  });

  test("N20 paragraphs, list items and table rows are passages, and their sentences are statements", () => {
    const text =
      "# Radio\n\nFrames carry 52 bytes. A wrong tag drops the frame.\nIt is counted.\n\n- Beacons go first.\n- Slots are\n  750 ms long.\n\n| part | task |\n|---|---|\n| radio | tRadio |\n\n<!-- - hidden -->\n";
    const passages = passagesOf(documentOf("context/architecture.md", text));
    expect(passages.map((passage) => passage.text)).toEqual([
      "Frames carry 52 bytes. A wrong tag drops the frame.\nIt is counted.",
      "- Beacons go first.",
      "- Slots are\n  750 ms long.",
      "| radio | tRadio |",
    ]);
    expect(passages[0]?.statements.map(({ text: said, from }) => [said, from])).toEqual([
      ["Frames carry 52 bytes.", 0],
      ["A wrong tag drops the frame.", 0],
      ["It is counted.", 1],
    ]);
    expect(passages[3]?.headings).toEqual(["part   task"]);
  });

  const page = (head: string) => `# 2. Use A\n\n${head}\n\nWe use A for everything.\n`;
  test.each([
    ["State: replaced by ADR 7", "7"],
    ["Date: 2023-04-11. Status: superseded by 7", "7"],
    ["2022-10-05, superseded by 6.", "6"],
    ["Status: **superseded by ADR-0009** (2024-06-12)", "9"],
    ["- Status: Deprecated", undefined],
    ["**Status:** withdrawn", undefined],
  ])("N20 a record whose head says %s is superseded", (head, successor) => {
    const passages = passagesOf(documentOf("docs/adr/2-a.md", page(head)));
    const said = passages.find(({ text }) => text.startsWith("We use A"));
    expect(said?.state).toBe("superseded");
    if (successor !== undefined) expect(said?.successors).toContain(successor);
  });

  test.each([
    ["Status: accepted, 2024-06-12. Replaces ADR-0003."],
    ["State: valid, 2023-10-30. Takes the place of ADR 2."],
    ["2023-09-20, accepted. Supersedes decision D3."],
  ])("N20 a record whose head says %s is current", (head) => {
    const passages = passagesOf(documentOf("docs/adr/2-a.md", page(head)));
    expect(passages.every(({ state }) => state === "current")).toBe(true);
  });

  test.each([
    ["| 2 | MQTT for the uplink | replaced by 7 |", "superseded"],
    ["| 2 | Rejected frames | are counted |", "current"],
    ["    2    2022-06-21  MQTT for the uplink     replaced by 7", "superseded"],
    ["* 2022-10-05 · **D2** Back end emits JavaScript. *→ replaced by D6*", "superseded"],
    ["- **2023-04-11** ~~Tiles as files~~ superseded, see ADR 7. (ADR 2)", "superseded"],
    ["- The old key (superseded by D5)", "superseded"],
    ["- A timer replaced the cron job.", "current"],
    ["- Frames with an old counter - rejected frames are counted.", "current"],
    ["- [ ] shields in a box", "open"],
    ["Open: should gaps be visible to merchants?", "open"],
  ])("N20 a row or an item has its own status: %s", (line, state) => {
    const [passage] = passagesOf(documentOf("context/decisions.md", `# Decisions\n\n${line}\n`));
    expect(passage?.state).toBe(state);
  });

  test("J05 a document over the limit is not read", () => {
    expect(passagesOf(documentOf("docs/huge.md", "x".repeat((1 << 20) + 1)))).toEqual([]);
  });

  test("in any document each passage is exactly the lines that it cites", () => {
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

  test("hostile documents are split in time linear in their length", () => {
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
      // CPU time of this thread only: other programs of the machine do not count.
      const begin = process.threadCpuUsage();
      passagesOf(documentOf("docs/hostile.md", text));
      passagesOf(documentOf("docs/hostile.rst", text));
      const { user, system } = process.threadCpuUsage(begin);
      expect((user + system) / 1_000, JSON.stringify(piece)).toBeLessThan(2_000);
    }
  });
});
