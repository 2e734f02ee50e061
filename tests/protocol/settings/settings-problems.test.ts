/** Problems of an invalid settings file: the field, what was found there, what is expected. */
import { expect, test } from "vitest";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";

test.each([
  ["paused: maybe", '`paused`: found `"maybe"`, expected `true` or `false`'],
  [
    "handovers: { merge: sometimes }",
    '`handovers.merge`: found `"sometimes"`, expected one of `"never"`, `"when accepted"`',
  ],
  ["handovers: [never]", '`handovers`: found `["never"]`, expected a mapping'],
  ["trust: { agents: alice }", '`trust.agents`: found `"alice"`, expected a list'],
  ["bots: { exchanges: 0 }", "`bots.exchanges`: found `0`, expected at least 1"],
  ["bots: { exchanges: 2.5 }", "`bots.exchanges`: found `2.5`, expected a whole number"],
  ["bots: { exchanges: 2000 }", "`bots.exchanges`: found `2000`, expected at most 1000"],
  ["trust: { agents: [''] }", '`trust.agents.0`: found `""`, expected at least 1 character'],
  [
    "invariants: [{ name: tests }]",
    '`invariants.0`: found `{"name":"tests"}`, expected a list at `command`, or a string at `file_exists`',
  ],
  ["handovers: { checks: { lint: { app: true } } }", "`handovers.checks.lint.app`: found `true`, expected"],
])("N25 the problem for %s names the field, what was found and what is expected", (text, expected) => {
  const reading = readSettings(text);
  expect(reading.ok ? "taken" : reading.problem).toContain(expected);
  expect(reading.ok ? "" : reading.problem).not.toMatch(/Invalid input/);
});

test.each([
  "escalations: { assignees: ['@maria'] }",
  "policy: [{ name: ours, who: ['@maria'] }]",
  "leader: '@maria'",
])("N47 the problem for %s says how to get an account's ID", (text) => {
  const reading = readSettings(text);
  expect(reading.ok ? "taken" : reading.problem).toContain(
    "a node id, because names change hands: `gh api users/maria --jq .node_id` prints maria's",
  );
});
