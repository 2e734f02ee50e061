/** Installs into a checkout: shows and asks first, is repeatable, never overwrites what people wrote. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { signalbox } from "../terminal.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-init-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, "repo-"));
});

const init = (...flags: readonly string[]) => signalbox(["init", "--dir", folder, ...flags]);
const read = (path: string): string => readFileSync(join(folder, path), "utf8");
const files = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name).slice(folder.length + 1) : [],
  );

test("M04 a dry run shows the difference and writes nothing", async () => {
  const { code, out } = await init("--dry-run");
  expect(code).toBe(0);
  expect(out).toContain("--- /dev/null\n+++ b/.github/ISSUE_TEMPLATE/question.yml\n");
  expect(out).toContain("+## Working with others: signalbox");
  expect(out).toContain("Dry run: nothing was written");
  expect(files()).toEqual([]);
});

test("init writes what it showed, and a second run has nothing to do", async () => {
  expect(await init("--yes")).toMatchObject({ code: 0, err: "" });
  expect(files().toSorted()).toEqual(
    [
      ...[
        "answer",
        "contract",
        "discovery",
        "escalation",
        "handover",
        "question",
        "space",
        "task",
        "vote",
      ].map((kind) => `.github/ISSUE_TEMPLATE/${kind}.yml`),
      ".github/signalbox.yml",
      "AGENTS.md",
      "docs/adr/README.md",
      "context/tracks/README.md",
      ...["architecture", "constraints", "decisions"].map((name) => `context/${name}.md`),
    ].toSorted(),
  );
  const again = await init("--yes");
  expect(again).toEqual({ code: 0, err: "", out: `Nothing to do in ${folder}: everything is in place.\n` });
});

test("S2.85 what people wrote is kept, is named if it differs, and is replaced only with --force", async () => {
  await init("--yes");
  const form = ".github/ISSUE_TEMPLATE/task.yml";
  writeFileSync(join(folder, form), read(form).replace("name: Task", "name: Work"));
  writeFileSync(
    join(folder, "AGENTS.md"),
    `# Ours\n\n${read("AGENTS.md").replace("### Never", "### Not ever")}\nThe end.\n`,
  );
  writeFileSync(join(folder, ".github/signalbox.yml"), "paused: true\n");
  const kept = await init("--yes");
  expect(kept.out).toContain(`Kept: ${form} (it was edited`);
  expect(kept.out).toContain("-name: Work\n+name: Task\n");
  expect(kept.out).toContain("Kept: AGENTS.md (its signalbox section was edited)");
  expect(read(form)).toContain("name: Work");

  await init("--yes", "--force");
  expect(read(form)).toContain("name: Task");
  expect(read("AGENTS.md")).toMatch(
    /^# Ours\n\n<!-- signalbox:begin [\s\S]*### Never[\s\S]*<!-- signalbox:end -->\n\nThe end\.\n$/,
  );
  expect(read(".github/signalbox.yml")).toBe("paused: true\n");
});

test.each([
  ["y", true],
  ["Yes", true],
  ["", false],
  ["no", false],
])("on a terminal init asks, and follows the answer %j", async (answer, isWritten) => {
  const asked: string[] = [];
  const { code } = await signalbox(["init", "--dir", folder], {}, undefined, async (question) => {
    asked.push(question);
    return question.startsWith("How many agents") ? "" : answer;
  });
  expect(asked).toEqual([
    "How many agents work with one person's login here? [0] ",
    `Write this to ${folder}? [y/N] `,
  ]);
  expect([code === 0, files().length > 0]).toEqual([isWritten, isWritten]);
});

test("if no one can be asked, init writes nothing without --yes", async () => {
  expect(await init()).toMatchObject({ code: 1, err: expect.stringContaining("run it with --yes") });
  expect(files()).toEqual([]);
});

test("with --json init prints everything as data", async () => {
  const { out } = await init("--yes", "--json");
  expect(JSON.parse(out)).toMatchObject({
    where: folder,
    written: true,
    changes: expect.arrayContaining([
      { path: "AGENTS.md", action: "create", diff: expect.stringContaining("+++ b/AGENTS.md") },
    ]),
  });
});

test.each([
  ["a link to a folder", () => symlinkSync(join(root), join(folder, ".github"))],
  ["a link to a file", () => symlinkSync("/etc/passwd", join(folder, "AGENTS.md"))],
  ["a folder", () => mkdirSync(join(folder, "AGENTS.md"))],
  ["a file for a folder", () => writeFileSync(join(folder, "context"), "")],
])("%s in place of a file is refused before anything is written", async (_, obstruct) => {
  obstruct();
  const before = files();
  expect(await init("--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("so nothing was written"),
  });
  expect(files()).toEqual(before);
});

test.each([
  [["--json"], "add --dry-run to preview, or --yes to write"],
  [["--pull-request"], "--pull-request needs the repository"],
  [["--as", "maria"], "--as needs the repository"],
  [["--repo", "acme/demo"], "mutually exclusive"],
])("%j is a user error", async (flags, message) => {
  expect(await init(...flags)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
});

test("a folder that does not exist is named", async () => {
  const { code, err } = await signalbox(["init", "--dir", join(folder, "none"), "--yes"]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("is not a folder") });
});
