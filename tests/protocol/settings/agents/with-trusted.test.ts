/** The bot of an App in `trust.agents`, added to the text of a settings file. */
import { expect, test } from "vitest";
import { withTrustedAgent } from "../../../../src/protocol/settings/agents/with-trusted.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";

const id = "BOT_kgDOAn9RKg";
const trusted = (text: string | undefined) => {
  const reading = readSettings(text ?? "broken: [");
  return reading.ok ? reading.settings.trust.agents : undefined;
};

test.each([
  ["", [id]],
  ["paused: false\n", [id]],
  ["trust:\n  roles: [write]\n  agents: []\n", [id]],
  ["trust: { agents: [U_bob] } # why\npaused: false\n", ["U_bob", id]],
])("%j", (text, expected) => {
  const after = withTrustedAgent(text, id, "ada[bot]");
  expect(trusted(after)).toEqual(expected);
  for (const line of text.split("\n").filter((each) => !each.includes("agents")))
    expect(after).toContain(line);
});

test.each(["trust:\n  roles: [write]\n", "trust:\n  agents:\n    - U_bob\n", "- a list\n"])(
  "%j is left to a person",
  (text) => {
    expect(withTrustedAgent(text, id, "ada[bot]")).toBeUndefined();
  },
);
