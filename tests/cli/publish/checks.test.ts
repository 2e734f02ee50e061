/** What an agent's run may leave: two files of a known shape, and a patch that changes only what it may. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseRawDiff, requireAllowed } from "../../../src/cli/publish/changed-files.ts";
import { readWork } from "../../../src/cli/publish/work-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-work-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leave = (name: string, text: string | Buffer): void => writeFileSync(join(folder, name), text);
const messages = (...all: readonly unknown[]): string => JSON.stringify({ v: 1, messages: all });
const question = { type: "open", kind: "question", title: "Which store?", body: "### Blocking task\n\n#12" };

describe("the files", () => {
  test("a patch and messages are read", () => {
    leave("work.patch", "diff");
    leave("messages.json", messages(question, { type: "comment", body: "Half done." }));
    expect(readWork(folder)?.messages).toEqual([question, { type: "comment", body: "Half done." }]);
    expect(readWork(folder)?.patch?.toString()).toBe("diff");
  });

  test("an empty folder, or none, is a run that left nothing", () => {
    expect(readWork(folder)).toBeUndefined();
    expect(readWork(join(folder, "none"))).toBeUndefined();
  });

  test.each([
    ["no JSON", "{"],
    ["another version", JSON.stringify({ v: 2, messages: [] })],
    ["a kind that is people's", messages({ ...question, kind: "escalation" })],
    ["labels of its own", messages({ ...question, labels: ["start:ada"] })],
    ["a title of two lines", messages({ ...question, title: "a\nb" })],
    ["a body that is too long", messages({ ...question, body: "x".repeat(60_001) })],
    ["too many", messages(...Array.from({ length: 11 }, () => question))],
  ])("messages are refused for %s", (_, text) => {
    leave("messages.json", text);
    expect(() => readWork(folder)).toThrow(/messages\.json/);
  });

  test("another file, a link, a folder and too large a file are refused", () => {
    leave("notes.md", "x");
    expect(() => readWork(folder)).toThrow(/Only work\.patch and messages\.json/);
    rmSync(join(folder, "notes.md"));
    symlinkSync("/etc/passwd", join(folder, "work.patch"));
    expect(() => readWork(folder)).toThrow(/regular file/);
    rmSync(join(folder, "work.patch"));
    mkdirSync(join(folder, "work.patch"));
    expect(() => readWork(folder)).toThrow(/regular file/);
    rmSync(join(folder, "work.patch"), { recursive: true });
    leave("work.patch", Buffer.alloc(1024 * 1024 + 1));
    expect(() => readWork(folder)).toThrow(/at most 1024 KiB/);
  });
});

describe("the paths", () => {
  const changes = (path: string, mode = "100644"): (() => void) => {
    const raw = `:100644 ${mode} ${"0".repeat(40)} ${"1".repeat(40)} M\0${path}\0`;
    return () => requireAllowed(parseRawDiff(raw));
  };

  test.each(["src/a.ts", "docs/github.md", "web/.gitignore", "a b\nc"])("%j may be changed", (path) => {
    expect(changes(path)).not.toThrow();
  });

  test.each([
    ".github/workflows/ci.yml",
    ".github/signalbox.yml",
    ".GitHub/workflows/ci.yml",
    ".github",
    "a/.git/config",
    ".gitmodules",
    "vendor/.GITMODULES",
    "CODEOWNERS",
    "docs/CODEOWNERS",
    "src/.gitattributes",
    ".lfsconfig",
    "AGENTS.md",
    "packages/web/Agents.MD",
    "CLAUDE.md",
    "CLAUDE.local.md",
    ".claude/settings.json",
    "web/.cursor/rules/a.mdc",
    ".mcp.json",
    "docs/skills/review/SKILL.md",
    ".npmrc",
    ".yarn/plugins/a.cjs",
    ".vscode/tasks.json",
    ".husky/pre-commit",
    ".devcontainer/devcontainer.json",
    ".envrc",
    ".circleci/config.yml",
    "AGENTS.md.",
    "claude.md ",
    ".github\\workflows\\ci.yml",
    "src\\a.ts",
    "CLAUDE~1.MD",
    "src/a.ts:stream",
    ".g\u200cit/config",
    "\uff21GENTS.md",
  ])("%j may not", (path) => {
    expect(changes(path)).toThrow(/may not change/);
  });

  test("a link and a submodule may not be made, and a file may be deleted", () => {
    expect(changes("src/a", "120000")).toThrow(/link or a submodule/);
    expect(changes("src/a", "160000")).toThrow(/link or a submodule/);
    expect(changes("src/a", "000000")).not.toThrow();
  });

  test("more than 200 files are refused, and so is what git does not write", () => {
    const many = Array.from({ length: 201 }, (_, at) => ({ path: `f${at}`, mode: "100644" }));
    expect(() => requireAllowed(many)).toThrow(/201 files/);
    expect(() => parseRawDiff("nonsense\0a\0")).toThrow(/could not be read/);
  });
});
