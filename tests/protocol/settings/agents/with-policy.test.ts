/** The policy rows that `init` writes where agents share a login. */
import { expect, test } from "vitest";
import { withAgentsPolicy } from "../../../../src/protocol/settings/agents/with-policy.ts";
import { answersOfOneLogin } from "../../../../src/protocol/settings/policy.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";

test("agents may answer each other about what is no decision about the product, and people about everything", () => {
  const text = withAgentsPolicy("agents:\n  ada:\n    account: U_maria\n    with_person: true\n");
  const reading = readSettings(text);
  if (!reading.ok) throw new Error(reading.problem);
  const { policy } = reading.settings;
  expect(policy.map(({ name }) => name)).toEqual(["people", "coordinator", "agents"]);
  const may = (category: "tooling" | "architecture") =>
    policy.some((row) => answersOfOneLogin(row, category));
  expect([may("tooling"), may("architecture")]).toEqual([true, false]);
});

test("a policy that is there stays as it is", () => {
  const text = "policy:\n  - { name: people, who: [people] }\n";
  expect(withAgentsPolicy(text)).toBe(text);
});
