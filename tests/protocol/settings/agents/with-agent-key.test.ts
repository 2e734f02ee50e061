/** Another key for an agent of a settings file: everything else stays as it is written. */
import { expect, test } from "vitest";
import { withAgentKey } from "../../../../src/protocol/settings/agents/with-agent-key.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";
import { adaKey, bobKey } from "../../../support/public-keys.ts";

const file = (key: string) =>
  `# Ours.\nagents:\n  ada:\n    account: U_kgDOAAjmPw  # alice\n${key}    role: implementer\n  bea:\n    account: U_kgDOAAjmQA\npaused: false # for now\n`;

test.each([
  ["without a key", "", "add", [bobKey]],
  ["with one key", `    key: ${adaKey}\n`, "add", [adaKey, bobKey]],
  ["with one key and a comment", `    key: ${adaKey} # the laptop's\n`, "add", [adaKey, bobKey]],
  ["with a key and its owner", `    key: ${adaKey} ada@laptop\n`, "add", [adaKey, bobKey]],
  ["with keys in brackets", `    key: [${adaKey}]\n`, "add", [adaKey, bobKey]],
  ["without a key", "", "replace", [bobKey]],
  ["with one key", `    key: ${adaKey} # the laptop's\n`, "replace", [bobKey]],
  ["with a quoted key", `    key: "${adaKey}"\n`, "replace", [bobKey]],
  ["with keys in brackets", `    key: [${adaKey}]\n`, "replace", [bobKey]],
] as const)("an agent %s gets another one: %#", (_, key, change, expected) => {
  const after = withAgentKey(file(key), "ada", bobKey, change) ?? "";
  const read = readSettings(after);
  expect(read.ok && read.settings.agents.ada?.key).toEqual(expected);
  expect(read.ok && read.settings.agents.bea?.key).toBeUndefined();
  for (const kept of ["# Ours.", "# alice", "role: implementer", "paused: false # for now"])
    expect(after).toContain(kept);
});

test("what a person has to change is left to a person: keys on lines of their own, a quoted key, an agent in braces", () => {
  const listed = `    key:\n      - ${adaKey}\n`;
  expect(withAgentKey(file(listed), "ada", bobKey, "add")).toBeUndefined();
  expect(withAgentKey(file(listed), "ada", bobKey, "replace")).toBeUndefined();
  expect(withAgentKey(file(`    key: "${adaKey}"\n`), "ada", bobKey, "add")).toBeUndefined();
  expect(withAgentKey("agents:\n  ada: {account: U_kgDOAAjmPw}\n", "ada", bobKey, "add")).toBeUndefined();
  expect(withAgentKey(file(""), "eve", bobKey, "add")).toBeUndefined();
});
