/** The parts of an installation that work on text alone: diff, stamp, section, plan. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { planChanges } from "../../../src/cli/init/plan.ts";
import { sectionIn, withSection } from "../../../src/cli/init/section.ts";
import { isAsInstalled, withStamp } from "../../../src/cli/init/stamp.ts";
import { unifiedDiff } from "../../../src/cli/init/unified-diff.ts";
import { wantedFiles } from "../../../src/cli/init/wanted.ts";
import type { WantedFile } from "../../../src/cli/init/wanted-file.ts";
import { catalogue } from "../../../src/operations/catalogue.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { ownMs } from "../../support/own-time.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a difference", () => {
  const line = fc.constantFrom("a", "b", "c", "", "  d", "-e", "+f", "@@ -1 +1 @@");
  const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.map((each) => `${each}\n`).join(""));

  test("a diff is accepted by git as a patch from one text to the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff("file", before, after);
        expect(diff === "").toBe(before === after);
        if (diff === "") return;
        writeFileSync(join(folder, "file"), before);
        execFileSync("git", ["apply", "--whitespace=nowarn", "--unidiff-zero", "-"], {
          cwd: folder,
          input: diff,
        });
        expect(execFileSync("cat", [join(folder, "file")]).toString()).toBe(after);
      }),
      { numRuns: 60 },
    );
  });

  test("a diff shows a new file completely, and quickly shows long texts as replaced", () => {
    expect(unifiedDiff("a.md", undefined, "one\ntwo\n")).toBe(
      "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,2 @@\n+one\n+two\n",
    );
    const long = (word: string): string =>
      Array.from({ length: 20_000 }, (_, n) => `${word} ${n}\n`).join("");
    let diff = "";
    const took = ownMs(() => {
      diff = unifiedDiff("a", long("x"), long("y"));
    });
    expect(diff.split("\n")).toHaveLength(40_004);
    expect(took).toBeLessThan(1_000);
  });
});

describe("a stamp", () => {
  test("a stamp matches only the installed text, with any line endings", () => {
    const file = withStamp("task.yml", "name: Task\nbody: []\n");
    expect(isAsInstalled(file)).toBe(true);
    expect(isAsInstalled(file.replaceAll("\n", "\r\n"))).toBe(true);
    expect(isAsInstalled(file.replace("Task", "Work"))).toBe(false);
    expect(isAsInstalled("name: Task\n")).toBe(false);
  });
});

describe("a section", () => {
  test("a section is added once, replaced in place, and leaves everything around it unchanged", () => {
    const around = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .filter((text) => !/signalbox:|\r/.test(text));
    fc.assert(
      fc.property(around, around, (before, after) => {
        const first = withSection(before, "One.\n");
        expect(first.startsWith(before)).toBe(true);
        const whole = `${first}${after}`;
        const second = withSection(whole, "Two.\n");
        expect(second).toBe(`${withSection(before, "Two.\n")}${after}`);
        expect(withSection(second, "Two.\n")).toBe(second);
        expect(sectionIn(second)).toEqual({ type: "found", content: "Two.\n", isAsInstalled: true });
      }),
      { numRuns: 100 },
    );
  });

  test("a section uses the line endings of its file", () => {
    const file = withSection("# Agents\r\n\r\nBe kind.\r\n", "One.\n");
    expect(file.replaceAll("\r\n", "")).not.toContain("\n");
    expect(sectionIn(file)).toMatchObject({ type: "found", isAsInstalled: true });
  });

  test("a section with only one of its markers is never changed", () => {
    const file = withSection("", "One.\n").replace("<!-- signalbox:end -->\n", "");
    expect(sectionIn(file)).toEqual({ type: "torn" });
    const agents: WantedFile = { path: "AGENTS.md", text: "Two.\n", upkeep: "section" };
    expect(planChanges(agents, file, true)).toMatchObject({ action: "keep", after: file });
  });
});

describe("a form", () => {
  const form: WantedFile = { path: "a.yml", text: "name: Task\n", upkeep: "form" };

  test.each([
    ["that is not there is made", undefined, false, "create"],
    ["that is there already stays", withStamp("task.yml", "name: Task\n"), false, "same"],
    ["of an older release is replaced", withStamp("task.yml", "name: Old\n"), false, "update"],
    [
      "that people changed is kept",
      withStamp("task.yml", "name: Task\n").replace("Task", "Work"),
      false,
      "keep",
    ],
    ["that people changed is replaced when they say so", "name: Work\n", true, "update"],
  ] as const)("%s", (_, present, force, action) => {
    expect(planChanges(form, present, force).action).toBe(action);
  });
});

describe("what is installed", () => {
  const wanted = wantedFiles();
  const textOf = (path: string): string => wanted.find((file) => file.path === path)?.text ?? "";

  test("S3.34–S3.36 the installed instructions teach an agent the bus in under 60 lines: start, ask, wait, hand over", () => {
    const section = withSection("", textOf("AGENTS.md"));
    expect(section.split("\n").length).toBeLessThan(60);
    const taught = ["Start", "Work", "Ask and wait", "Hand over", "If signalbox is away"];
    for (const word of taught) expect(section).toContain(`### ${word}\n`);
  });

  test("the page about teams teaches an agent's whole session in under 60 lines", () => {
    const page = readFileSync(new URL("../../../docs/teams.md", import.meta.url), "utf8");
    const [, session = ""] = /## An agent's session\n([\s\S]*?)\n##/.exec(page) ?? [];
    expect(session.split("\n").length).toBeLessThan(60);
    for (const word of ["claim", "brief", "beat", "wait", "release"])
      expect(session).toContain(`\nsignalbox ${word} `);
    expect(session).toContain("When signalbox is away");
  });

  test("N42 the installed instructions run only commands that exist, and no package that could be someone else's", () => {
    const section = textOf("AGENTS.md");
    const commands = [...section.matchAll(/`signalbox ([\w-]+)[^`]*`/g)].map(([, name]) => name);
    expect([...new Set(commands)].sort()).toEqual([
      "ask",
      "beat",
      "brief",
      "claim",
      "explain",
      "hand-over",
      "inbox",
      "lock",
      "locks",
      "release",
      "wait",
    ]);
    expect(section).not.toMatch(/\bnpx\b/);
    expect(section).toContain("Never fetch it from a registry");
    const operations = catalogue.map(({ name }) => name);
    expect([...operations, "beat"]).toEqual(expect.arrayContaining(commands));
  });

  test("the installed settings are valid as they are, and show the defaults when uncommented", () => {
    const text = textOf(".github/signalbox.yml");
    const defaults = { ok: true, settings: settingsSchema.parse({}) };
    expect(readSettings(text)).toEqual(defaults);
    const uncommented = text.replace(/^#(?=\S| {2})/gm, "").replace(/^labels:\n.*\n/m, "");
    expect(uncommented).toContain("\npolicy:\n  - name: people\n");
    expect(readSettings(uncommented)).toEqual(defaults);
  });
});
