/** Installs the files by which programs of agents read AGENTS.md, and Claude Code's hooks. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { signalbox } from "../terminal.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-harness-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, "repo-"));
});

const init = (...flags: readonly string[]) => signalbox(["init", "--dir", folder, "--yes", ...flags]);
const read = (path: string): string => readFileSync(join(folder, path), "utf8");
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const settings = ".claude/settings.json";
const hooks = (): Readonly<Record<string, readonly unknown[]>> =>
  z.object({ hooks: z.record(z.string(), z.array(z.unknown())) }).parse(JSON.parse(read(settings))).hooks;

test("each program gets the line that points to AGENTS.md, once", async () => {
  expect(await init("--harness", "claude,cursor,copilot,gemini")).toMatchObject({ code: 0 });
  expect(read("CLAUDE.md")).toMatch(/^<!-- signalbox:begin .*-->\n@AGENTS\.md\n<!-- signalbox:end -->\n$/);
  expect(read(".cursor/rules/signalbox.mdc")).toMatch(
    /^---\n[\s\S]*alwaysApply: true\n---\n[\s\S]*@AGENTS\.md/,
  );
  expect(read(".github/copilot-instructions.md")).toContain("[AGENTS.md](../AGENTS.md)");
  expect(existsSync(join(folder, settings))).toBe(false);
  expect(read("GEMINI.md")).toMatch(/^<!-- signalbox:begin .*-->\n@\.\/AGENTS\.md\n/);
  const again = await init("--harness", "claude,cursor,copilot,gemini");
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to do") });
});

test("a CLAUDE.md that imports AGENTS.md already is left alone, and any other keeps its text", async () => {
  write("CLAUDE.md", "# Ours\r\n\r\n@AGENTS.md\r\n");
  await init("--harness", "claude");
  expect(read("CLAUDE.md")).toBe("# Ours\r\n\r\n@AGENTS.md\r\n");
  write("CLAUDE.md", "# Ours\n");
  await init("--harness", "claude");
  expect(read("CLAUDE.md")).toMatch(/^# Ours\n\n<!-- signalbox:begin .*-->\n@AGENTS\.md\n/);
});

describe("hooks", () => {
  const other = { matcher: "Edit", hooks: [{ type: "command", command: "npm run lint" }] };

  test("they join those of the repository, and --remove takes out ours alone", async () => {
    write(settings, JSON.stringify({ model: "opus", hooks: { PostToolUse: [other] } }, undefined, 4));
    expect(await init("--harness", "claude", "--hooks")).toMatchObject({ code: 0 });
    expect(hooks().PostToolUse).toHaveLength(2);
    expect(Object.keys(hooks()).sort()).toEqual(["PostToolUse", "SessionStart", "Stop"]);
    expect(read(settings)).toContain('    "model": "opus"');
    expect(await init("--harness", "claude", "--hooks")).toMatchObject({
      out: expect.stringContaining("Nothing to do"),
    });
    expect(await init("--remove")).toMatchObject({ code: 0 });
    expect(JSON.parse(read(settings))).toEqual({ model: "opus", hooks: { PostToolUse: [other] } });
  });

  test("a file that has only ours is removed, with the folders of the rule", async () => {
    await init("--harness", "claude,cursor", "--hooks");
    await init("--remove");
    expect([".claude", ".cursor", "CLAUDE.md"].filter((path) => existsSync(join(folder, path)))).toEqual([]);
  });

  test("Codex gets the same ones in a file of its own, and --remove takes that out", async () => {
    await init("--harness", "codex,claude", "--hooks");
    expect(JSON.parse(read(".codex/hooks.json"))).toEqual(JSON.parse(read(settings)));
    await init("--remove");
    expect([".codex", ".claude"].filter((path) => existsSync(join(folder, path)))).toEqual([]);
    await init("--harness", "codex", "--hooks");
    expect([".codex/hooks.json", settings].map((path) => existsSync(join(folder, path)))).toEqual([
      true,
      false,
    ]);
  });

  test("edited ones are kept and shown, and --force replaces them", async () => {
    await init("--harness", "claude", "--hooks");
    write(settings, read(settings).replace("|| signalbox beat", "|| signalbox beat --quiet"));
    const kept = await init("--harness", "claude", "--hooks");
    expect(kept.out).toContain("its hooks for signalbox were edited");
    expect(read(settings)).toContain("beat --quiet");
    await init("--harness", "claude", "--hooks", "--force");
    expect(read(settings)).not.toContain("beat --quiet");
    expect(hooks().PostToolUse).toHaveLength(1);
  });

  test.each(["{", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}'])("%j is left as it is", async (text) => {
    write(settings, text);
    expect((await init("--harness", "claude", "--hooks")).out).toContain("it is not JSON with lists");
    expect(read(settings)).toBe(text);
  });

  test("each command does nothing without signalbox, and passes on what signalbox says", async () => {
    await init("--harness", "claude", "--hooks");
    const commandOf = (event: string): string =>
      z.array(z.object({ hooks: z.array(z.object({ command: z.string() })) })).parse(hooks()[event])[0]
        ?.hooks[0]?.command ?? "";
    const bin = mkdtempSync(join(root, "bin-"));
    const run = (event: string) =>
      spawnSync("/bin/sh", ["-c", commandOf(event)], {
        encoding: "utf8",
        env: { PATH: `${bin}:/usr/bin:/bin` },
      });
    const shown = (event: string) => {
      const { status, stdout, stderr } = run(event);
      return { status, stdout, stderr };
    };
    const silent = { status: 0, stdout: "", stderr: "" };
    for (const event of ["SessionStart", "PostToolUse", "Stop"]) expect(shown(event)).toEqual(silent);

    const program = (lines: string): void =>
      writeFileSync(join(bin, "signalbox"), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    program('[ "$1" = inbox ] && echo "#12 is answered"');
    expect(shown("SessionStart")).toEqual({ ...silent, stdout: "#12 is answered\n" });
    // Claude Code shows the model what a Stop hook writes to its error stream, and only with this code.
    expect(shown("Stop")).toEqual({ status: 2, stdout: "", stderr: "#12 is answered\n" });
    program('echo "your lease ended" >&2; exit 2');
    expect(shown("PostToolUse")).toEqual({ status: 2, stdout: "", stderr: "your lease ended\n" });
    program("exit 1");
    for (const event of ["SessionStart", "Stop"]) expect(shown(event)).toEqual(silent);
  });
});

test.each([
  [["--harness", "codex"], "codex reads AGENTS.md by itself"],
  [["--harness", "opencode", "--hooks"], "opencode reads AGENTS.md by itself"],
  [["--harness", "emacs"], "--harness takes claude, cursor, copilot, gemini, codex"],
  [["--hooks"], "add --harness claude"],
  [["--harness", "cursor", "--hooks"], "add --harness claude"],
  [["--remove", "--harness", "claude"], "leave it out with --remove"],
])("%j is a mistake that is answered in a sentence", async (flags, sentence) => {
  expect(await init(...flags)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  expect(existsSync(join(folder, "AGENTS.md"))).toBe(false);
});
