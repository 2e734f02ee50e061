import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { chooseHarness } from "../../src/harness/choose.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-choose-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these programs. */
function folderWith(...programs: readonly string[]): string {
  const folder = mkdtempSync(join(root, "bin-"));
  for (const name of programs) {
    writeFileSync(join(folder, name), "#!/bin/sh\n");
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const nameOf = (...given: Parameters<typeof chooseHarness>): string => chooseHarness(...given).harness.name;

describe("which program is meant", () => {
  const all = folderWith("claude", "codex", "opencode", "my-agent");

  test("the one that the caller names, then the one of that name, and any other plainly", () => {
    expect(nameOf("codex", ["my-agent"], { PATH: all })).toBe("codex");
    expect(nameOf(undefined, [join(all, "opencode")], { PATH: "" })).toBe("opencode");
    expect(nameOf(undefined, ["my-agent"], { PATH: all })).toBe("plain");
    expect(chooseHarness("claude", [], { PATH: all }).argv[0]).toBe("claude");
  });

  test("without a name, the one that runs the caller, then the only one that is installed", () => {
    expect(nameOf(undefined, [], { PATH: all, CLAUDECODE: "1" })).toBe("claude");
    expect(nameOf(undefined, [], { PATH: all, CODEX_THREAD_ID: "0199" })).toBe("codex");
    expect(nameOf(undefined, [], { PATH: all, CODEX_THREAD_ID: "0199", CODEX_SANDBOX: "seatbelt" })).toBe(
      "codex",
    );
    expect(nameOf(undefined, [], { PATH: folderWith("codex", "gh") })).toBe("codex");
  });

  test.each([
    ["several are installed", all, {}, "Several programs could be meant: claude, codex, opencode"],
    ["two run the caller", all, { OPENCODE: "1", CLAUDECODE: "1" }, "Choose one with --harness"],
    ["none is installed", folderWith("gh"), {}, "No agent's program is on the PATH"],
  ])("if %s, the caller is told what would work", (_title, PATH, more, message) => {
    expect(() => chooseHarness(undefined, [], { PATH, ...more })).toThrow(message);
  });

  test("AG80 a program that is absent, a folder or not executable is refused before anything is claimed", () => {
    const folder = folderWith();
    mkdirSync(join(folder, "claude"));
    writeFileSync(join(folder, "codex"), "");
    for (const program of ["claude", "codex", "opencode", join(folder, "agent")])
      expect(() => chooseHarness(undefined, [program], { PATH: folder })).toThrow("so nothing was claimed");
    expect(() => chooseHarness("plain", [], { PATH: all })).toThrow("Say which program to run");
  });
});
