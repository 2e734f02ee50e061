/**
 * The pages that signalbox maintains: its own part is right afterwards, and not a character that people wrote
 * is lost.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wantedFiles } from "../../../src/cli/init/wanted.ts";
import { questionsIn, withRows } from "../../../src/coordinator/records/decisions-page.ts";
import { trackFile, withTrackPart } from "../../../src/coordinator/records/track-page.ts";

const row = (question: number) => ({
  question,
  line: `| [Q](../docs/adr/question-${question}.md) | #${question} |`,
});

describe("the page of decisions", () => {
  test("a missing page of decisions is created with one row for each question", () => {
    const page = withRows(undefined, [row(4), row(9)]) ?? "";
    expect(questionsIn(page)).toEqual(new Set([4, 9]));
    expect(withRows(page, [row(4), row(9)])).toBeUndefined();
    const more = withRows(page, [row(4), row(12)]) ?? "";
    expect(more.split("\n").filter((line) => line.startsWith("| ["))).toEqual(
      [4, 9, 12].map((n) => row(n).line),
    );
  });

  test("a new row goes below the table's last one, and people's text around the table stays", () => {
    const page = withRows(undefined, [row(4)])?.concat("\nSee also the minutes.\n");
    const more = withRows(page, [row(5)]) ?? "";
    expect(more).toBe(page?.replace(row(4).line, `${row(4).line}\n${row(5).line}`));
  });

  test("the page that `init` installs gets its rows in its existing table", () => {
    const installed = wantedFiles().find(({ path }) => path === "context/decisions.md")?.text ?? "";
    expect(withRows(installed, [row(5)])).toBe(`${installed}${row(5).line}\n`);
  });

  test("a page without our table gets one at its end, with the page's own line endings", () => {
    const page = "# What we decided\r\n\r\nNothing yet.\r\n";
    expect(withRows(page, [row(5)])).toBe(
      `${page.trimEnd()}\r\n\r\n| decision | question | decided by | on |\r\n| --- | --- | --- | --- |\r\n${row(5).line}\r\n`,
    );
  });

  test("the page of decisions keeps every line that people wrote, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (lines) => {
        const page = lines.map((line) => line.replaceAll(/[\r\n]/g, " ")).join("\n");
        const more = withRows(page, [row(7)]);
        const left = page
          .trimEnd()
          .split("\n")
          .filter((line) => line.trim() !== "");
        expect((more ?? page).split("\n")).toEqual(expect.arrayContaining(left));
      }),
    );
  });
});

describe("the page of a track", () => {
  test("our part of a track's page is between its begin and end lines, and people's notes stay before and after it", () => {
    const first = withTrackPart(undefined, "backend", "Two tasks.") ?? "";
    expect(first.startsWith("# backend\n")).toBe(true);
    expect(withTrackPart(first, "backend", "Two tasks.")).toBeUndefined();
    const noted = `Mind the queue.\n\n${first}\nAsk maria.\n`;
    const next = withTrackPart(noted, "backend", "Three tasks.") ?? "";
    expect(next).toBe(noted.replace("Two tasks.", "Three tasks."));
  });

  test("a track's page without its end line gets our part again and loses nothing", () => {
    const broken =
      "# backend\n\n<!-- signalbox begin: kept up to date, changes between these marks are lost -->\n\nTwo tasks.\n";
    const mended = withTrackPart(broken, "backend", "Three tasks.") ?? "";
    expect(mended).toContain("Two tasks.");
    expect(withTrackPart(mended, "backend", "Four tasks.")).toBe(mended.replace("Three", "Four"));
  });

  test.each([
    ["Backend", "backend.md"],
    ["../../etc/passwd", "etc-passwd.md"],
    ["Zürich / Süd", "zürich-süd.md"],
    ["...", undefined],
  ])("the page of the track %s is the file %s", (track, file) => {
    expect(trackFile(track)).toBe(file);
  });
});
