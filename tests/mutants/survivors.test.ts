/** The list of mutants that may survive, and how a run is held to it. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutatedFolders } from "./folders.ts";
import { compareSurvivors, readSurvivors } from "./survivors.ts";

const root = new URL("../../", import.meta.url);
const listed = readSurvivors();

test("each listed mutant gives a reason, and changes code that stands there", () => {
  for (const { file, line, from, reason } of listed) {
    const code = readFileSync(new URL(file, root), "utf8");
    expect(
      code.split("\n").map((each) => each.trim()),
      file,
    ).toContain(line);
    expect(code.replace(/\s+/g, " "), file).toContain(from);
    expect(reason.length, `${file}: ${line}`).toBeGreaterThan(20);
  }
});

test("only files of the folders are listed", () => {
  const folders = Object.values(mutatedFolders).flatMap(({ files }) => files);
  const beginnings = folders.map((file) => `src/${file.replace(/[*{].*$/, "")}`);
  expect(listed.filter(({ file }) => !beginnings.some((each) => file.startsWith(each)))).toEqual([]);
});

test("every file and folder whose code is changed exists", () => {
  const folders = Object.values(mutatedFolders).flatMap(({ files }) => files);
  const gone = folders.filter((file) => !existsSync(new URL(`src/${file.replace(/[*{].*$/, "")}`, root)));
  expect(gone).toEqual([]);
});

test("a mutant that survives unlisted is told, and a listed one that is noticed or gone, if its file was changed", () => {
  const mutant = (from: string, file = "src/a.ts") => ({
    file,
    line: `if (${from}) return;`,
    from,
    to: "true",
  });
  const known = (from: string, file?: string) => ({ ...mutant(from, file), reason: "It changes nothing." });
  const disagreement = compareSurvivors(
    [mutant("a"), mutant("b")],
    [known("a"), known("c"), known("d", "src/b.ts")],
    new Set(["src/a.ts"]),
  );
  expect(disagreement).toEqual({ unlisted: [mutant("b")], outdated: [known("c")] });
});
