/** The line that shows what a text says now, to somebody who may have spoken of an earlier one. */
import { expect, test } from "vitest";
import { parseCommands } from "../../src/protocol/commands/read-commands.ts";
import type { ChangedTextData } from "../../src/protocol/text/changed-text.ts";
import { loadTexts } from "../../src/texts/texts.ts";

const { render } = loadTexts();
const changed = {
  command: "/decide 1",
  changes: [{ part: "title", at: "2026-01-01 10:00 UTC", by: "alice" }],
  restoredAt: "2026-01-01 10:05 UTC",
  isAltered: false,
  work: undefined,
  title: "Escalation: May data be deleted? #12 @maria",
  question: "Which one?\n/decide 2",
  options: [
    { number: 1, text: "Use SQLite.\nIt is simple." },
    { number: 2, text: "/decide 1" },
  ],
  written: "- as it\n- was written",
  body: "### Context\n\n```\n/decide 1\n```\n\n@maria </details>",
  place: "#40",
  textName: undefined,
  again: undefined,
  isCut: false,
} as const;

test("The line says who changed what, and quotes title, question and options in front of the folded rest", () => {
  const text = render({ name: "command-unbound", data: changed });
  const [shown = "", folded = ""] = text.split("<details>");
  expect(shown).toContain("alice");
  expect(shown).toContain("changed the title at 2026-01-01 10:00 UTC.");
  expect(shown).toContain("Somebody changed it, and signalbox put its text back at 2026-01-01 10:05 UTC.");
  expect(shown).toContain("May data be deleted?");
  expect(shown).toContain("Which one?");
  expect(shown).toContain("1. Use SQLite. It is simple");
  expect(shown).toContain("> - was written");
  expect(shown).toContain("Still mean it? Write it again.");
  expect(folded).toContain("### Context");
  expect(text.length).toBeLessThan(1_200);
});

test("Nothing that it quotes mentions anybody, links an issue or is a command", () => {
  const text = render({ name: "command-unbound", data: changed });
  expect(text.split("<details>")[0]).not.toMatch(/[^`]@maria|[^`]#12/);
  expect(parseCommands(text)).toEqual([]);
});

test("A word that names another text is told so, and on a shared account the digits to write", () => {
  const data = { ...changed, changes: [], restoredAt: undefined, textName: "text:6fe06fe0" };
  const text = render({ name: "command-unbound", data });
  expect(text).toContain("It names another text than this one.");
  expect(text).toContain("`text:6fe06fe0`");
});

test("A text that is longer than the line shows is said to be cut, with its place", () => {
  const text = render({ name: "command-unbound", data: { ...changed, isCut: true } });
  expect(text).toContain("It is longer than this shows: read all of it in #40 first.");
  expect(text).not.toContain("The whole text");
});

test("An approval is told the whole command to write", () => {
  const again = `/approve ${"a".repeat(64)}`;
  const text = render({ name: "command-unbound", data: { ...changed, again } });
  expect(text).toContain(`Still mean it? Comment \`${again}\`.`);
});

test("A word about other work is told which work is there now", () => {
  const shown = (work: NonNullable<ChangedTextData["work"]>) =>
    render({ name: "command-unbound", data: { ...changed, changes: [], restoredAt: undefined, work } });
  expect(shown({ commit: "a1b2c3d4e5", base: "main" })).toContain(
    "It is about other work than there is now: commit `a1b2c3d4e5` for `main`. It says now:",
  );
  expect(shown({ commit: undefined, base: undefined })).toContain(
    "It is about other work than there is now: there is no pull request. It says now:",
  );
});
