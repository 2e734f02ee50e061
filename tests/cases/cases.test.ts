/** Holds the cases in docs/cases.md, docs/trust.md and docs/abilities.md to the titles of the tests, and checks how both are read. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { renderAbilities } from "./abilities/page.ts";
import { lists } from "./abilities/table.ts";
import {
  anchorsIn,
  casesIn,
  deadAnchors,
  expandIds,
  mentionsIn,
  problemsOf,
  type Repository,
  readRepository,
  shownCases,
  titlesIn,
} from "./cases.ts";

const root = dirname(dirname(import.meta.dirname));
const repository = readRepository(root);

test("every declared case is shown by a test or a page, and no title or comment cites another", () => {
  expect(repository.cases.length).toBeGreaterThan(300);
  expect(repository.titles.length).toBeGreaterThan(1_000);
  expect(problemsOf(repository)).toEqual([]);
});

/** How many cases each letter of the first list has. */
const firstList = { A: 18, B: 18, C: 20, D: 17, E: 13, F: 14, G: 19, H: 5, I: 6, J: 9, K: 8, L: 7, M: 6 };

test("each of the 160 first cases is declared, as met or as not yet", () => {
  const all = expandIds(Object.entries(firstList).map(([letter, last]) => `${letter}01–${letter}${last}`));
  expect(all).toHaveLength(160);
  const declared = new Set(repository.cases.map(({ id }) => id));
  expect(all.filter((id) => !declared.has(id))).toEqual([]);
});

test("docs/abilities.md is what npm run abilities writes", () => {
  const page = renderAbilities(lists, { pages: repository.pages, shown: shownCases(repository) });
  expect(repository.pages.find(({ path }) => path === "docs/abilities.md")?.text).toBe(page);
});

test("every link to a heading leads to one that exists", () => {
  expect(deadAnchors(repository.pages, root)).toEqual([]);
  const page = { path: "docs/hub.md", text: "[a](trust.md#nowhere) [b](#either) `[c](trust.md#code)`" };
  expect(deadAnchors([page], root)).toEqual(["docs/hub.md: trust.md#nowhere", "docs/hub.md: #either"]);
});

test("a case is read with its heading and pages, and a promise or an ability with the cases that show it", () => {
  const text = [
    "## Crashes",
    "- **B09** Killed: sent once ([see](teams.md#roles)).",
    "## Promises",
    "- **R1** Nothing is lost (B09, E01–E03).",
    "## Not yet",
    "- **K01** Locks, see [roles](teams.md#roles).",
    "- B10 is not declared like this.",
    "## Asking",
    "- **S0.1** One asks. *Met:* [roles](teams.md#roles), A01.",
    "- **S0.2** One claims. *Planned:* agents. Today: people assign (A01).",
    "- **S0.3** Files are copied. *Declined:* a shell does it better.",
  ].join("\n");
  expect(casesIn({ path: "docs/cases.md", text })).toMatchObject([
    { id: "B09", heading: "Crashes", isNotYet: false, pages: ["docs/teams.md#roles"], shownBy: [] },
    { id: "R1", heading: "Promises", pages: [], shownBy: ["B09", "E01", "E02", "E03"] },
    { id: "K01", isNotYet: true, pages: [] },
    { id: "S0.1", heading: "Asking", isNotYet: false, pages: ["docs/teams.md#roles"], shownBy: ["A01"] },
    { id: "S0.2", isNotYet: true, shownBy: [] },
    { id: "S0.3", isNotYet: true, shownBy: [] },
  ]);
});

test("titles are strings that begin with ids and ranges of ids", () => {
  const text = [
    'test("A01 S3.1–S3.3 it says \\"yes\\"", () => {',
    'const other = "it is A02"; const none = "A03";',
    "  [`N05 the file %s`, 1],",
    'test("B10", () => {',
  ].join("\n");
  expect(titlesIn({ path: "tests/a.test.ts", text })).toEqual([
    { path: "tests/a.test.ts", title: 'A01 S3.1–S3.3 it says "yes"', ids: ["A01", "S3.1", "S3.2", "S3.3"] },
    { path: "tests/a.test.ts", title: "N05 the file %s", ids: ["N05"] },
  ]);
});

test("ids are found in comments and prose, and not in code, links or longer words", () => {
  const source = 'const a = "A01"; // as A02 says\n/** B01–B03, not XA04 or A05b. */ const c = "// C01";';
  expect(mentionsIn({ path: "src/a.ts", text: source })).toEqual(["A02", "B01", "B02", "B03"]);
  const page = "See S3.40 (R1), `A01`, [a](x.md#L41-L41), v1.D10 and\n```sh\nnpm test -- -t A05\n```\nG01.";
  expect(mentionsIn({ path: "docs/a.md", text: page })).toEqual(["S3.40", "R1", "G01"]);
});

test("headings have the anchors that GitHub gives them, and those in code have none", () => {
  expect(anchorsIn("# Who's *asked*, and `when`\n\n```sh\n# a comment\n```\n## Step-by-step\n")).toEqual([
    "whos-asked-and-when",
    "step-by-step",
  ]);
});

const cases = casesIn({
  path: "docs/cases.md",
  text: "- **A01** Shown.\n- **A02** By [a page](teams.md#roles).\n## Not yet\n- **K01** Locks.",
});
const shown: Repository = {
  cases,
  titles: [{ path: "tests/a.test.ts", title: "A01 it works", ids: ["A01"] }],
  mentions: [{ path: "src/a.ts", id: "K01" }],
  pages: [{ path: "docs/teams.md", text: "## Roles\n" }],
};

test.each<[string, Partial<Repository>, readonly string[]]>([
  ["cases that are all shown", {}, []],
  ["a case without a test", { titles: [] }, ["A01 is shown by no test and no page"]],
  ["a case declared twice", { cases: [...cases, ...cases.slice(0, 1)] }, ["A01 is declared twice"]],
  [
    "a page without the heading",
    { pages: [{ path: "docs/teams.md", text: "## Tasks\n" }] },
    ["A02 links docs/teams.md#roles, which does not exist"],
  ],
  [
    "titles with an unknown id, and with one that is not yet met",
    { titles: [...shown.titles, { path: "tests/b.test.ts", title: "Z", ids: ["C01", "K01"] }] },
    [
      'tests/b.test.ts: "Z" cites C01, which no page declares',
      'tests/b.test.ts: "Z" cites K01, which is declared as not yet',
    ],
  ],
  [
    "a comment with an unknown id",
    { mentions: [{ path: "src/a.ts", id: "D99" }] },
    ["src/a.ts mentions D99, which no page declares"],
  ],
])("the check of %s says what is wrong, and nothing else", (_name, change, problems) => {
  expect(problemsOf({ ...shown, ...change })).toEqual(problems);
});

test("a case lists stories over the whole bus before tests of one folder", () => {
  const titles = ["tests/engine/a.test.ts", "tests/gh/b.test.ts", "tests/flows/c.test.ts"].map((path) => ({
    path,
    title: "A01 it works",
    ids: ["A01"],
  }));
  expect(shownCases({ ...shown, titles })[0]?.tests.map(({ path }) => path)).toEqual([
    "tests/flows/c.test.ts",
    "tests/gh/b.test.ts",
    "tests/engine/a.test.ts",
  ]);
});

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
    encoding: "utf8",
    maxBuffer: 16 << 20,
  });

test("npm run cases prints one case with its tests, those that nothing shows, or all as data", () => {
  const one = run("N05");
  expect(one.stdout).toMatch(
    /^Settings, roles and sources\n\nN05 .+\n {4}tests\/flows\/[\w-]+\.test\.ts: N05 /,
  );
  expect(one.stdout).not.toContain("N07 ");
  const missing = run("--missing");
  expect(missing.stdout).toMatch(/^\S.*\n\n[A-Z]+[\d.]+ /);
  expect(missing.stdout).not.toContain("\nN05 ");
  expect(JSON.parse(run("--json", "R1", "S3.8").stdout)).toMatchObject([
    { id: "R1", shownBy: expect.arrayContaining(["B05"]), tests: [] },
    { id: "S3.8", pages: ["docs/teams.md#roles"] },
  ]);
  expect(run("A99")).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("A99") });
});
