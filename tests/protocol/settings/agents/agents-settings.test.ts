/** The roster in the settings: what it accepts, and what a refusal says to write instead. */
import { describe, expect, test } from "vitest";
import { ineffectiveLogins } from "../../../../src/protocol/ineffective-logins.ts";
import { agentAccounts, isAgentAccount, rosterOf } from "../../../../src/protocol/settings/agents/roster.ts";
import { readSettings } from "../../../../src/protocol/settings/read-settings.ts";
import { needsNobody, settingsChanges } from "../../../../src/protocol/settings/settings-change.ts";
import { adaKey, bobKey } from "../../../support/public-keys.ts";

const problemOf = (text: string): string => {
  const reading = readSettings(text);
  return reading.ok ? "accepted" : reading.problem;
};
const settingsOf = (text: string) => {
  const reading = readSettings(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
};

test("an agent has an account and, if it likes, keys, a role, capabilities, a limit and a profile", () => {
  const settings = settingsOf(`
agents:
  ada:
    account: U_kgDOExample
    key: ${adaKey} ada@laptop
    role: implementer
    can: [typescript, review]
    parallel: 2
    profile: .claude/agents/ada.md
  bob: { account: U_kgDOExample, key: ["${bobKey}"], with_person: true }
`);
  expect(rosterOf(settings)).toEqual([
    {
      name: "ada",
      account: "U_kgDOExample",
      keys: [adaKey],
      withPerson: false,
      role: "implementer",
      can: ["typescript", "review"],
      parallel: 2,
      profile: ".claude/agents/ada.md",
    },
    { name: "bob", account: "U_kgDOExample", keys: [bobKey], withPerson: true },
  ]);
});

describe("AG07 what is refused says what would work", () => {
  const ada = (rest: string) => `agents: { ada: { account: U_kgDOExample, ${rest} } }`;
  test.each([
    [
      "agents: { Ada: { account: U_kgDOExample } }",
      "`agents.Ada` is not a valid name: expected a name such as `ada`",
    ],
    ["agents: { a: { account: U_kgDOExample } }", "`agents.a` is not a valid name"],
    ["agents: { people: { account: U_kgDOExample } }", "this one already addresses a group"],
    ["agents: { ada: {} }", "`agents.ada.account`: found nothing, expected a string"],
    [ada("keys: x"), "`agents.ada.keys` is not a setting; did you mean `key`?"],
    [ada("kan: [x]"), "`agents.ada.kan` is not a setting; did you mean `can`?"],
    [ada("can: [TypeScript]"), '`agents.ada.can.0`: found `"TypeScript"`, expected lower-case letters'],
    [
      ada("key: ssh-rsa AAAAB3NzaC1yc2EAAAA"),
      "expected an Ed25519 public key as `ssh-keygen -t ed25519` writes it",
    ],
    [ada("key: []"), "`agents.ada.key`"],
    [ada("parallel: 0"), "`agents.ada.parallel`: found `0`, expected at least 1"],
    [ada("profile: ../secrets"), "a path below the repository's root"],
    [
      `agents: { ada: { account: U_one, key: "${adaKey}" }, bea: { account: U_two, key: ["${bobKey}", "${adaKey} x"] } }`,
      "`agents.bea.key`: found",
    ],
    [
      `agents: { ada: { account: U_one, key: "${adaKey}" }, bea: { account: U_two, key: "${adaKey} other comment" } }`,
      "expected a key of its own, because `ada` has this one",
    ],
    [
      "{ trust: { agents: [U_alice] }, agents: { ada: { account: U_alice, with_person: true } } }",
      "`agents.ada.with_person`: found `true`, expected `false`, or its account removed from `trust.agents`",
    ],
  ])("%s", (text, expected) => {
    expect(problemOf(text)).toContain(expected);
    expect(problemOf(text)).not.toMatch(/Invalid/);
  });
});

test("N47 an account that is written as a login is named with its setting", () => {
  expect(ineffectiveLogins(settingsOf("agents: { ada: { account: alice } }"))).toEqual([
    { path: "agents.ada.account", login: "alice" },
  ]);
});

test("the accounts that are agents' alone are those without a person", () => {
  const settings = settingsOf(`
agents:
  ada: { account: U_alice, with_person: true }
  bea: { account: U_alice }
  cleo: { account: U_bots }
trust: { agents: [U_listed] }
`);
  expect(agentAccounts(settings)).toEqual(["U_listed", "U_bots"]);
  expect(isAgentAccount(settings, "U_alice")).toBe(false);
});

test.each([
  "agents: { ada: { account: U_alice } }",
  `agents: { ada: { account: U_bots, key: "${adaKey}" } }`,
  "agents: { ada: { account: U_bots, with_person: true } }",
  "agents: { ada: { account: U_bots, can: [deploy] } }",
  "agents: {}",
])("each change of the roster needs a person's approval: %s", (after) => {
  const before = settingsOf("agents: { ada: { account: U_bots } }");
  expect(settingsChanges(before, settingsOf(after))).not.toEqual([]);
  expect(needsNobody(before, settingsOf(after), new Set())).toBe(false);
});
