/** The line about a command that was not read. */
import { expect, test } from "vitest";
import { parseCommands } from "../../src/protocol/commands/read-commands.ts";
import { loadTexts } from "../../src/texts/texts.ts";

const { render } = loadTexts();
const told = {
  command: "/answer",
  line: "",
  written: undefined,
  usage: "/answer <the decision>",
  isDecision: false,
  options: [],
  takesOptionsOnly: false,
} as const;

test("Words that may go on below a quoted mail: the line names where, and how to write it", () => {
  const data = { ...told, because: "cut", line: "Schedule as of 27 Nov 2026: @maria" } as const;
  const text = render({ name: "command-ignored", data });
  expect(text).toContain(
    "**Not carried out:** from `Schedule as of 27 Nov 2026: @maria` on, your comment may quote a mail.",
  );
  expect(text).toContain(
    "If that line is yours, put `- ` in front of it and comment again; if it is not, leave out the mail.",
  );
  expect(parseCommands(text)).toEqual([]);
});

test("A command that does not begin its line: the line shows what to write", () => {
  const data = {
    ...told,
    command: "/decide",
    because: "indented",
    written: "/decide 1",
    isDecision: true,
  } as const;
  expect(render({ name: "command-ignored", data })).toBe(
    "**Nothing is decided yet:** `/decide` counts only at the very start of its line. If you mean it, comment `/decide 1` on GitHub.",
  );
});
