/** Tests in which files profiles and skills are looked for. */
import { expect, test } from "vitest";
import { foldersOf, foundIn, wantedGuides } from "../../../src/coordinator/guides/wanted-guides.ts";
import type { TreeFile } from "../../../src/coordinator/ports.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";

function settingsWith(agents: string) {
  const reading = readSettings(`agents: {${agents}}\n`);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
}
const file = (path: string, kind: TreeFile["kind"] = "file"): TreeFile => ({
  path,
  oid: path,
  size: 1,
  kind,
});

test("S4.12 S4.13 the first of the places in which agents' programs keep them counts", () => {
  const wanted = wantedGuides(settingsWith("ada: {account: U_alice}"), ["migrate"]);
  expect(foldersOf(wanted)).toEqual([
    ".claude/agents",
    ".github/agents",
    ".agents",
    ".claude/skills/migrate",
    ".agents/skills/migrate",
  ]);
  const entries = [
    file(".agents/ada.md"),
    file(".github/agents/ada.agent.md"),
    file(".claude/agents/ada.md", "folder"),
    file(".agents/skills/migrate/SKILL.md"),
  ];
  expect(foundIn(wanted, entries).map(({ path }) => path)).toEqual([
    ".github/agents/ada.agent.md",
    ".agents/skills/migrate/SKILL.md",
  ]);
  expect(foundIn(wanted, [])).toEqual([]);
});

test("S4.26 a path in the roster replaces them, and is missed if it is not there", () => {
  const wanted = wantedGuides(settingsWith("ada: {account: U_alice, profile: ./team/ada.md}"), []);
  expect(foldersOf(wanted)).toEqual(["team"]);
  expect(foundIn(wanted, [file(".claude/agents/ada.md")])).toMatchObject([
    { path: "team/ada.md", file: undefined },
  ]);
  expect(foundIn(wanted, [file("team/ada.md")])).toMatchObject([{ file: { path: "team/ada.md" } }]);
});
