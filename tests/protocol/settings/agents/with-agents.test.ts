/** An agent is added to the text of the settings, and nothing else in it changes. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withAgents } from "../../../../src/protocol/settings/agents/with-agents.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";
import { adaKey } from "../../../support/public-keys.ts";

const template = readFileSync(new URL("../../../../templates/init/signalbox.yml", import.meta.url), "utf8");
const entry = {
  account: "U_kgDOBexample",
  login: "alice",
  key: adaKey,
  withPerson: true,
  role: "implementer",
  can: ["go", "review"],
};
const written = `  ada:
    account: U_kgDOBexample  # alice
    key: ${adaKey}
    with_person: true
    role: implementer
    can: [go, review]
`;

test.each([
  ["no file", "", `agents:\n${written}`],
  ["the installed file", template, `${template.trimEnd()}\n\nagents:\n${written}`],
  ["a file without a last line end", "paused: false", `paused: false\n\nagents:\n${written}`],
  [
    "agents before other settings",
    "agents:\n  # the first\n  bea:\n    account: U_one # hers\n\n# Then\npaused: false\n",
    `agents:\n  # the first\n  bea:\n    account: U_one # hers\n${written}\n# Then\npaused: false\n`,
  ],
  [
    "another indentation",
    "agents:\n    bea:\n        account: U_one\n",
    `agents:\n    bea:\n        account: U_one\n${written.replaceAll(/^( +)/gm, "$1$1")}`,
  ],
])("AG07 %s", (_, before, after) => {
  const text = withAgents(before, { ada: entry });
  expect(text).toBe(after);
  const reading = readSettings(text ?? "");
  expect(reading.ok && reading.settings.agents.ada).toMatchObject({
    account: "U_kgDOBexample",
    with_person: true,
  });
});

test.each(["agents: { bea: { account: U_one } }\n", "{ paused: true }\n", "agents:\n"])(
  "%j is left to a person",
  (before) => {
    expect(withAgents(before, { ada: entry })).toBeUndefined();
  },
);
