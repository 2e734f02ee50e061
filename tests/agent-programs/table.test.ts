import { expect, test } from "vitest";
import type { Outcome, Result } from "./checks/check.ts";
import { renderProblems, renderShown, renderTable } from "./table.ts";

function result(program: "claude" | "opencode", ability: string, outcome: Outcome): Result {
  const shown = { tools: 5_200, instructions: 400, prompt: 3_000, request: 60_000 };
  return { program, version: "1.2.3", story: "shell", ability, outcome, seconds: 12.4, shown };
}

const results = [
  result("claude", "asks", { type: "works" }),
  result("claude", "hands | over", {
    type: "works after",
    command: "claude --allowedTools Bash",
    otherwise: "ask: This command\nrequires approval",
  }),
  result("opencode", "asks", { type: "broken", because: "ask: EPERM" }),
];

test("the table has a row for each ability, a column for each program that was there, and its version", () => {
  expect(renderTable(results)).toBe(
    [
      "| story | ability | claude 1.2.3 | opencode 1.2.3 |",
      "| --- | --- | --- | --- |",
      "| shell | asks | works | **broken** |",
      "| shell | hands \\| over | works after `claude --allowedTools Bash` | – |",
      "",
    ].join("\n"),
  );
});

test("problems are told in the program's own words, on one line each, and only those", () => {
  expect(renderProblems(results)).toBe(
    [
      "- **claude 1.2.3, shell: hands | over.** Works with `claude --allowedTools Bash`. As documented: ask: This command requires approval",
      "- **opencode 1.2.3, shell: asks.** ask: EPERM",
      "",
    ].join("\n"),
  );
});

test("what the model was shown is given in bytes, for each check", () => {
  expect(renderShown(results)).toContain("| claude | shell | asks | 5200 | 400 | 3000 | 60000 | 12 |");
});
