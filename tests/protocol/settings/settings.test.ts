/** Settings files: what an empty one means, what is refused, and with which message. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultSettings, settingsJsonSchema } from "../../../src/protocol/settings/config.ts";
import { decisionClass } from "../../../src/protocol/settings/policy.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";

const problemOf = (text: string): string => {
  const reading = readSettings(text);
  return reading.ok ? "" : reading.problem;
};

describe("an empty settings file", () => {
  test.each(["", "\n", "# nothing yet\n---\n", "{}"])(
    "a settings file with the content %j is valid and means the defaults",
    (text) => {
      expect(readSettings(text)).toEqual({ ok: true, settings: defaultSettings });
    },
  );

  test("an empty settings file trusts writers and above; people answer everything, the coordinator four classes and precedents", () => {
    expect(defaultSettings).toMatchObject({
      labels: {},
      trust: { roles: ["write", "maintain", "admin"], agents: [] },
      policy: [
        { name: "people", who: ["people"] },
        {
          name: "coordinator",
          who: ["coordinator"],
          decisions: [
            "interface-design",
            "implementation-approach",
            "bug-fix-approach",
            "test-coverage",
            "precedent",
          ],
        },
      ],
    });
  });
});

describe("a settings file", () => {
  test("a settings file changes what it names and keeps the rest", () => {
    const reading = readSettings("labels:\n  kind:question: ask\ntrust:\n  agents: [U_kgDOB]\n");
    expect(reading).toMatchObject({
      ok: true,
      settings: {
        labels: { "kind:question": "ask" },
        trust: { roles: ["write", "maintain", "admin"], agents: ["U_kgDOB"] },
        policy: defaultSettings.policy,
      },
    });
  });

  test.each([
    ["an unknown key", "polcy: []", "`polcy` is not a setting; did you mean `policy`?"],
    [
      "an unknown key below another",
      "trust:\n  role: [admin]",
      "`trust.role` is not a setting; did you mean `roles`?",
    ],
    [
      "an unknown key of a row",
      "policy:\n  - {name: a, who: [people], categorys: [tooling]}",
      "did you mean `categories`?",
    ],
    ["an unknown label", "labels:\n  kind:questions: ask", "did you mean `kind:question`?"],
    ["I04 _extends", "_extends: other/repo", "`_extends` is not a setting."],
    ["two labels of one name", "labels:\n  kind:question: answered", "two labels have the same name"],
    ["a value of another type", "trust: yes", "`trust`: "],
    ["a row for nobody", "policy:\n  - {name: a, who: []}", "`policy.0.who`: "],
    ["an alias", "trust: &a {}\nlabels: *a", "it uses an an"],
    ["a tag", "trust: !!js/function x", "it uses a tag"],
    ["a key twice", "trust: {}\ntrust: {}", "line 2 is not valid YAML or JSON, or repeats a key"],
    ["a list", "- a", "it is not a mapping of keys to values"],
    ["a prototype", "__proto__: {}", "`__proto__` is not a key"],
    ["I04 a huge one", `# ${"x".repeat(70_000)}`, "it is larger than 65536 bytes"],
  ])("%s in a settings file is refused with a reason", (_, text, message) => {
    expect(problemOf(text)).toContain(message);
    expect(problemOf(text)).toMatch(/^`\.github\/signalbox\.yml` cannot be used: .*\.$/);
  });

  test("no correction is suggested for a key unlike any known one", () => {
    expect(problemOf("colour: blue")).toBe(
      "`.github/signalbox.yml` cannot be used: `colour` is not a setting.",
    );
  });
});

test("the editors' schema is derived from the schema that files are checked against", () => {
  const shipped = readFileSync(new URL("../../../docs/settings.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(settingsJsonSchema())));
});

test.each([
  ["Breaking API change", "breaking-api-change"],
  ["  new dependency ", "new-dependency"],
  ["", undefined],
  [undefined, undefined],
])("the decision class %j is normalised to %j", (written, name) => {
  expect(decisionClass(written)).toBe(name);
});
