/** What runs in workflows and images is named by what it is: a tag can be moved to other code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

const under = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name));
const workflows = [...under(".github/workflows"), ...under("templates/init"), "action.yml"];
const images = [...under("deploy"), "Dockerfile"];
const linesIn = (path: string): readonly string[] => readFileSync(join(root, path), "utf8").split("\n");

test("each action of another repository is named by its commit", () => {
  const uses = workflows.flatMap((path) =>
    linesIn(path).flatMap((line) => /^\s*(?:- )?uses: *(\S+)/.exec(line)?.[1] ?? []),
  );
  expect(uses.length).toBeGreaterThan(8);
  const moving = uses.filter((action) => !action.startsWith("./") && !/@[0-9a-f]{40}$/.test(action));
  expect(moving).toEqual([]);
});

test("each image that is not ours is named by its digest", () => {
  const named = images.flatMap((path) =>
    linesIn(path).flatMap((line) => /^(?:FROM|\s*image:) *(\S+)/.exec(line)?.[1] ?? []),
  );
  expect(named.length).toBeGreaterThan(4);
  const isOurs = (image: string): boolean => /(?:^|\/)signalbox(?::|$)/.test(image);
  const moving = named.filter((image) => !isOurs(image) && !/@sha256:[0-9a-f]{64}$/.test(image));
  expect(moving).toEqual([]);
});
