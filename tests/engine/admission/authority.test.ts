import { describe, expect, it } from "vitest";
import type { Actor } from "../../../src/engine/model/fact.ts";
import type { Settings } from "../../../src/protocol/settings/config.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import {
  alice,
  answer,
  bob,
  context,
  decided,
  effectsOn,
  maria,
  question,
  task,
  us,
} from "../../support/issues.ts";

const robot: Actor = { id: "U_robot", login: "robot", type: "User" };
const settingsOf = (yaml: string): Settings => {
  const reading = readSettings(yaml);
  return reading.ok ? reading.settings : defaultSettings;
};
const asked = (category: string, decisionClass = "") =>
  question(40, "#12", {
    title: "Q: How do I run the linter?",
    body: `### Blocking task\n\n#12\n\n### Category\n\n${category}\n\n### Urgency\n\nblocking\n\n### Context\n\nx\n\n### Decision class\n\n${decisionClass}\n`,
  });

/** The outcome of an answer by `author`: the row that allowed it, or why it was not applied. */
function outcome(author: Actor, yaml: string, seen = asked("tooling")): string | undefined {
  const decision = decided(
    [
      task(12),
      seen,
      answer(41, "#40", { author, opened: author === us ? { key: "open:I_40:a" } : undefined }),
    ],
    {},
    { ...context, settings: settingsOf(yaml) },
  );
  const accepted = decision.records.find(({ seen: { number } }) => number === 40)?.persisted.accepted;
  if (accepted !== undefined) return accepted.row;
  const status = effectsOn(decision, 41).get("status");
  return status?.type === "ShowStatus" ? JSON.parse(status.text).data.notApplied : undefined;
}

describe("a role on GitHub", () => {
  const asBob = (role: string, yaml = "") => {
    const roles = new Map([
      ["R_demo U_alice", "write"],
      ["R_demo U_bob", role],
    ]);
    const seen = [task(12), asked("tooling"), answer(41, "#40", { author: bob })];
    const decision = decided(seen, { roles }, { ...context, settings: settingsOf(yaml) });
    return decision.records.find(({ seen: { number } }) => number === 40)?.persisted.accepted?.row;
  };

  it.each(["write", "maintain", "admin"])("G04 the role %s lets its holder answer", (role) => {
    expect(asBob(role)).toBe(`row "people" of the policy (role ${role})`);
  });

  it.each(["triage", "read", "none", "unknown", "Write", "owner"])(
    "G04 G05 the role %s does not let its holder answer",
    (role) => {
      expect(asBob(role)).toBeUndefined();
    },
  );

  it("G04 triage lets its holder answer if the settings trust it, and so does a custom role of the organisation", () => {
    const trusting = (role: string): string => `trust:\n  roles: [${role}, write]\n`;
    expect(asBob("triage", trusting("triage"))).toMatch(/^row /);
    expect(asBob("reviewer", trusting("reviewer"))).toMatch(/^row /);
  });
});

describe("the right to answer", () => {
  it("people with write access may answer everything while nothing is configured, and the row is recorded", () => {
    expect(outcome(bob, "")).toBe('row "people" of the policy (role write)');
    expect(outcome(bob, "", asked("architecture", "Breaking API change"))).toMatch(/^row "people"/);
  });

  it("S3.71 S3.72 S3.76 S3.77 the coordinator may answer its four decision classes", () => {
    for (const decisionClass of [
      "Interface design",
      "Implementation approach",
      "Bug-fix approach",
      "Test coverage",
    ])
      expect(outcome(us, "", asked("implementation", decisionClass))).toBe(
        'row "coordinator" of the policy (the coordinator)',
      );
  });

  it("S3.73 S3.74 S3.75 S3.78 the other decision classes, and those that cannot be told apart, are left to people", () => {
    for (const decisionClass of [
      "Breaking API change",
      "New dependency",
      "Architecture deviation",
      "Performance trade-off",
      "",
    ])
      expect(outcome(us, "", asked("implementation", decisionClass))).toMatch(
        /^No row of the policy lets the coordinator decide a question about implementation.* Rows covering it: "people"\. Ask somebody whom they let\.$/,
      );
  });

  it("a listed agent is bound by the rows, whatever its role", () => {
    const listed = "trust: {agents: [U_bob, U_robot]}\n";
    expect(outcome(bob, listed)).toContain("No row of the policy lets this agent decide");
    const allowed = `${listed}policy:\n  - {name: helpers, who: [agents], categories: [tooling]}\n`;
    expect(outcome(robot, allowed)).toBe('row "helpers" of the policy (a listed agent)');
    expect(outcome(robot, allowed, asked("architecture"))).toContain(
      "No row covers it: ask an admin to add one.",
    );
  });

  it("G04 a row that names a role is met by that role or a higher one", () => {
    const admins = "policy:\n  - {name: chiefs, who: [maintain]}\n";
    expect(outcome(maria, admins)).toBe('row "chiefs" of the policy (role admin)');
    expect(outcome(bob, admins)).toContain("No row of the policy lets this person decide");
  });

  it("a row names users by id alone", () => {
    const one = "policy:\n  - {name: owner, who: [U_bob]}\n";
    expect(outcome(bob, one)).toBe('row "owner" of the policy (role write)');
    expect(outcome({ ...bob, id: "U_other" }, one)).toBeUndefined();
  });

  it("the asker may never answer the question, whatever a row says", () => {
    const all = "policy:\n  - {name: all, who: [people, agents]}\n";
    expect(outcome(alice, all)).toContain("The person who asked a question cannot answer it");
  });
});
