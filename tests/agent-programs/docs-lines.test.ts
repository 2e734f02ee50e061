import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandIn, documentedCommand } from "./docs-lines.ts";
import { programNames } from "./programs/agent-program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each(programNames)("docs/running-agents.md has a command line for %s", (name) => {
  expect(documentedCommand(root, name)).toMatch(new RegExp(`^${name}\\b`));
});

test("a line goes on after a backslash, ends before its comment, and a dialogue is none", () => {
  const page = [
    "```console",
    "$ signalbox run -- claude --older",
    "```",
    "```sh",
    "signalbox run -- claude --model opus \\",
    '  --allowedTools "Bash(git:*)"     # as it is allowed',
    "```",
  ].join("\n");
  expect(commandIn(page, "claude")).toBe('claude --model opus --allowedTools "Bash(git:*)"');
  expect(commandIn(page, "codex")).toBeUndefined();
});
