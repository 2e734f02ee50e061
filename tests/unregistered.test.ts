/**
 * What we tell people and agents to run is installed: nothing lets a package runner fetch `signalbox` by its name, under
 * which a registry may have a stranger's package.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const spoken = [
  ...["src", "templates", "docs", ".github"].flatMap(filesIn),
  ...["README.md", "CHANGELOG.md", "app.yml"].map((name) => join(root, name)),
];
/** Runners that fetch what is not installed, with any flags of theirs. */
const fetching = /\b(?:npx|bunx|npm (?:exec|x)|pnpm (?:dlx|exec)|yarn dlx)((?: +-[\w-]*)*) +signalbox\b/g;

test("N42 nothing tells anybody to run a package called signalbox that is not installed", () => {
  expect(spoken.length).toBeGreaterThan(300);
  const wrong = spoken.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(fetching)]
      .filter(([, flags = ""]) => flags !== " --no --")
      .map(([text]) => `${path}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
