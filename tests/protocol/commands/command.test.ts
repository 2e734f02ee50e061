/** Slash commands: where they count, and where the same characters are ordinary text. */
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

test.each([
  ["/answer Use SQLite.", [{ name: "answer", decision: "Use SQLite." }]],
  [
    "Well.\r\n\r\n/ANSWER  Use SQLite\r\nbecause it is there.",
    [{ name: "answer", decision: "Use SQLite\nbecause it is there." }],
  ],
  ["/answer\n\n- one\n- /help", [{ name: "answer", decision: "- one\n- /help" }]],
  ["/help", [{ name: "help" }]],
  ["/explain", [{ name: "explain" }]],
  ["/explain acme/web#3", [{ name: "explain", target: { owner: "acme", repo: "web", number: 3 } }]],
  ["/help\n/explain #1\n", [{ name: "help" }, { name: "explain", target: { number: 1 } }]],
  ["\ufeff/help", [{ name: "help" }]],
  ["/answer a\ufeffb", [{ name: "answer", decision: "a\ufeffb" }]],
])("the commands in %j are read", (text, commands) => {
  expect(parseCommands(text)).toEqual(commands);
});

test.each([
  ["/answer", { name: "malformed", word: "answer", usage: "/answer <the decision>" }],
  ["/explain everything", { name: "malformed", word: "explain", usage: "/explain [#12]" }],
  ["/explain #1 #2", { name: "malformed", word: "explain", usage: "/explain [#12]" }],
])("for %j the correct form of the command is given", (text, malformed) => {
  expect(parseCommands(text)).toEqual([malformed]);
});

describe("G07 a command is ignored", () => {
  test.each([
    ["in a fence", "```\n/help\n```"],
    ["in an unclosed fence", "```\n/help"],
    ["in a fence of a list", "- ```\n  /help\n  ```"],
    ["in indented code", "    /help"],
    ["behind a tab", "\t/help"],
    ["in inline code", "`/help`"],
    ["in inline code over two lines", "`see\n/help\nthere`"],
    ["in a quote", "> /help"],
    ["in a quote that goes on without its mark", "> quoted\n/help"],
    ["in a quote of a list", "- > quoted\n/help"],
    ["in a collapsed block", "<details>\n<summary>Log</summary>\n\n/help\n\n</details>"],
    ["in an unclosed collapsed block", "<details>\n\n/help"],
    ["in a table", "<table><tr><td>\n\n/help\n\n</td></tr></table>"],
    ["in an HTML block", "<p>\n/help\n</p>"],
    ["in a comment", "<!--\n\n/help\n\n-->"],
    ["in a comment that begins in a sentence", "text <!-- x\n/help\n-->"],
    ["in a quoted mail", "Thanks!\n\nOn Mon, 3 Mar 2025 at 10:00, Maria <m@x.org> wrote:\n> /help"],
    ["in a mail quoted without marks", "Thanks!\n\nOn Mon, 3 Mar 2025, Maria wrote:\n\n/help"],
    ["below an original message", "Thanks!\n\n-----Original Message-----\nFrom: Maria\n\n/help"],
    ["in a sentence", "Try /help or so"],
    ["behind a space", " /help"],
    ["behind a zero-width space", "\u200b/help"],
    ["as part of a path", "/help/me"],
    ["as another word", "/helpful"],
    ["of another program", "/close"],
  ])("%s", (_, text) => {
    expect(parseCommands(text)).toEqual([]);
  });
});

test("G07 a mail's quote is not part of the decision, and text below the quote is", () => {
  expect(parseCommands("/answer Yes.\n\nOn Monday Maria wrote:\n\nMay we?")).toEqual([
    { name: "answer", decision: "Yes." },
  ]);
  expect(parseCommands("On Monday Maria wrote:\n> May we?\n\n/answer Yes.")).toEqual([
    { name: "answer", decision: "Yes." },
  ]);
});

test("text after a closed collapsed block counts again", () => {
  expect(parseCommands("<details>\n\n/explain\n\n</details>\n\n/help")).toEqual([{ name: "help" }]);
});

test("at most five commands of a comment are read", () => {
  expect(parseCommands("/help\n".repeat(50))).toHaveLength(5);
});

test("an envelope that ends a comment is no part of its command", () => {
  const envelope = "```signalbox\nv: 1.1\nfrom: ada\n```";
  expect(parseCommands(`/answer SQLite.\n\nOne file.\n\n${envelope}`)).toEqual(
    parseCommands("/answer SQLite.\n\nOne file."),
  );
  expect(parseCommands(`/answer SQLite.\n\n${envelope}\n\nMore.`)).toEqual([
    { name: "answer", decision: expect.stringContaining("More.") },
  ]);
});
