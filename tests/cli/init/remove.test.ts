/** `init --remove` takes out what `init` brought, and nothing that people wrote. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { signalbox } from "../terminal.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-remove-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, "repo-"));
});

const init = (...flags: readonly string[]) => signalbox(["init", "--dir", folder, ...flags]);
const at = (path: string): string => join(folder, path);
const read = (path: string): string => readFileSync(at(path), "utf8");
const workflow = ["--start", "claude", "--bot", "4711", "--source", `acme/signalbox@${"a".repeat(40)}`];

test("what init brought goes, with its empty folders, and a second run has nothing to do", async () => {
  await init("--yes", ...workflow);
  const { code, out } = await init("--remove", "--yes");
  expect(code).toBe(0);
  expect(out).toContain("--- a/.github/signalbox.yml\n+++ /dev/null\n");
  expect(out).toContain("It leaves what is on GitHub");
  expect(out).toContain("Removes or changes 17 files");
  expect(readdirSync(folder)).toEqual([]);
  expect((await init("--remove", "--yes")).out).toContain("nothing is left to remove");
});

test("a dry run shows the same, and removes nothing", async () => {
  await init("--yes");
  const before = readdirSync(folder, { recursive: true });
  expect((await init("--remove", "--dry-run")).out).toContain("+++ /dev/null");
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test("what people wrote stays and is named; --force removes edited forms, and no page of theirs", async () => {
  writeFileSync(at("AGENTS.md"), "# Ours\r\n\r\nBe kind.\r\n");
  await init("--yes");
  writeFileSync(at("AGENTS.md"), `${read("AGENTS.md")}\r\nThe end.\r\n`);
  const form = ".github/ISSUE_TEMPLATE/task.yml";
  writeFileSync(at(form), read(form).replace("name: Task", "name: Work"));
  writeFileSync(at("context/decisions.md"), "# Decisions\n\nWe use SQLite.\n");

  const { out } = await init("--remove", "--yes");
  expect(out).toContain(`Kept: ${form} (it was edited)`);
  expect(out).toContain("Kept: context/decisions.md (it belongs to the repository)");
  expect(read("AGENTS.md")).toBe("# Ours\r\n\r\nBe kind.\r\n\r\nThe end.\r\n");
  expect(existsSync(at("context/architecture.md"))).toBe(false);

  await init("--remove", "--yes", "--force");
  expect(existsSync(at(form))).toBe(false);
  expect(read("context/decisions.md")).toContain("We use SQLite.");
});

test("a section whose second marker is missing is left alone, and says what to do", async () => {
  await init("--yes");
  writeFileSync(at("AGENTS.md"), read("AGENTS.md").replace("<!-- signalbox:end -->", ""));
  expect((await init("--remove", "--yes")).out).toContain("one of its two signalbox markers is missing");
  expect(read("AGENTS.md")).toContain("signalbox:begin");
});

test("the output as data says what is removed and what is left", async () => {
  await init("--yes");
  const { out } = await init("--remove", "--yes", "--json");
  expect(JSON.parse(out)).toMatchObject({
    written: true,
    changes: expect.arrayContaining([
      { path: "AGENTS.md", action: "remove", diff: expect.stringContaining("+++ /dev/null") },
    ]),
    leaves: expect.stringContaining("It leaves what is on GitHub"),
  });
});

test.each([workflow, ["--agents", "3", "--account", "alice"]])(
  "with %s, which installs something, it is refused",
  async (...flags) => {
    expect(await init("--remove", "--yes", ...flags)).toMatchObject({
      code: 1,
      err: expect.stringContaining("leave it out with --remove"),
    });
  },
);
