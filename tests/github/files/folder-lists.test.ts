/** How many requests the folders of a repository take as its commits follow each other. */
import { expect, test } from "vitest";
import { FolderLists } from "../../../src/github/files/folder-lists.ts";
import { demo } from "../../support/issues.ts";

const [first, second] = ["a".repeat(40), "b".repeat(40)];

/** A host on which each folder has one file, named after commit and folder. */
function openLists() {
  const requests: (readonly string[])[] = [];
  const failures: string[] = [];
  const lists = new FolderLists({
    query: async (_installation, _document, variables) => {
      const asked = Object.entries(variables).filter(([name]) => name.startsWith("e"));
      requests.push(asked.map(([, expression]) => String(expression).slice(41)));
      const failing = failures.splice(0);
      const node = asked.map(([name, expression]): [string, unknown] => {
        const [commit = "", folder = ""] = String(expression).split(":");
        if (failing.includes(folder)) return [`t${name.slice(1)}`, null];
        const entry = { name: `${commit[0]}.md`, mode: 0o100644, oid: "f".repeat(40), size: 1 };
        return [`t${name.slice(1)}`, { entries: [entry] }];
      });
      const problems = failing.length === 0 ? [] : [{ message: "Something went wrong.", path: [] }];
      return { data: { node: Object.fromEntries(node) }, problems };
    },
  });
  const pathsIn = async (commit: string, ...folders: readonly string[]): Promise<readonly string[]> =>
    (await lists.list(demo, commit, folders)).map(({ path }) => path);
  return { requests, failures, pathsIn };
}

test("a folder is listed once at a commit", async () => {
  const { requests, pathsIn } = openLists();
  expect(await pathsIn(first, "", "docs")).toEqual(["a.md", "docs/a.md"]);
  expect(await pathsIn(first, "docs")).toEqual(["docs/a.md"]);
  expect(await pathsIn(first, "docs", "src")).toEqual(["docs/a.md", "src/a.md"]);
  expect(requests).toEqual([["", "docs"], ["src"]]);
});

test("the first request at a new commit brings what was wanted at the one before", async () => {
  const { requests, pathsIn } = openLists();
  await pathsIn(first, "");
  await pathsIn(first, "docs", "src");
  await pathsIn(first, ".agents");
  expect(await pathsIn(second, ".agents")).toEqual([".agents/b.md"]);
  expect(await pathsIn(second, "")).toEqual(["b.md"]);
  expect(await pathsIn(second, "docs", "src")).toEqual(["docs/b.md", "src/b.md"]);
  expect(requests.slice(3)).toEqual([[".agents", "docs", "src", ""]]);
});

test("an answer that GitHub did not give whole is not kept", async () => {
  const { requests, failures, pathsIn } = openLists();
  failures.push("docs");
  expect(await pathsIn(first, "", "docs")).toEqual(["a.md"]);
  expect(await pathsIn(first, "", "docs")).toEqual(["a.md", "docs/a.md"]);
  expect(requests).toHaveLength(2);
});

test("a request lists at most forty folders, and those that are asked for before all others", async () => {
  const { requests, pathsIn } = openLists();
  for (let n = 0; n < 60; n++) await pathsIn(first, `f${n}`);
  await pathsIn(second, "new", "newer");
  expect(requests.at(-1)).toHaveLength(40);
  expect(requests.at(-1)?.slice(0, 3)).toEqual(["new", "newer", "f59"]);
});
