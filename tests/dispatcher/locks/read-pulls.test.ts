/** The files of a pull request are read once for each head. */
import { expect, test } from "vitest";
import { PullsReader } from "../../../src/dispatcher/locks/read-pulls.ts";
import type { FolderEntry, OpenPull, StoredPull } from "../../../src/dispatcher/ports/pulls.ts";
import { demo } from "../../support/issues.ts";

const open = (number: number, more: Partial<OpenPull> = {}): OpenPull => ({
  number,
  headSha: `head-${number}`,
  base: "main",
  closes: [],
  changedFiles: 1,
  ...more,
});

/** What is in each folder of a commit: `commit:folder`. */
type Trees = Readonly<Record<string, readonly FolderEntry[]>>;

interface Rigged {
  readonly trees?: Trees;
  /** When the share of each author's account has room. */
  readonly until?: (login: string | undefined, points: number) => number | undefined;
}

function rig(
  listed: readonly OpenPull[],
  paths: readonly string[] = ["a.ts"],
  { trees = {}, until = () => undefined }: Rigged = {},
) {
  const read: number[] = [];
  const dropped: number[] = [];
  const requests: string[] = [];
  const stored = new Map<number, StoredPull>();
  const tracker = {
    openPulls: async () => listed,
    pullFiles: async (_: unknown, number: number) => {
      read.push(number);
      return { paths, count: paths.length };
    },
    foldersAt: async (_: unknown, commits: readonly string[], folders: readonly string[]) => {
      requests.push(folders.join(" "));
      return folders.map((folder) => commits.map((commit) => trees[`${commit}:${folder}`]));
    },
  };
  const store = {
    savePull: async (_: string, pull: StoredPull) => void stored.set(pull.number, pull),
    dropPulls: async (_: string, numbers: readonly number[]) => void dropped.push(...numbers),
  };
  const shares = {
    take: async (_: unknown, account: { login: string } | undefined, points: number) =>
      until(account?.login, points),
  };
  const reader = new PullsReader(tracker, store, shares);
  const readPulls = async (repository: typeof demo, before: readonly StoredPull[]) =>
    (await reader.list(repository, before, ["src/api"])).pulls;
  return { read, dropped, stored, requests, reader, readPulls };
}

test("AG52 a head that is known is not read again, a new one is, and what is no longer open is dropped", async () => {
  const before = await rig([open(1), open(2), open(3)]).readPulls(demo, []);
  const shown = before.map((pull) => ({ ...pull, shown: "success.1" }));
  const { read, dropped, readPulls } = rig([open(1, { closes: [12] }), open(2, { headSha: "pushed" })]);
  const after = await readPulls(demo, shown);
  expect([read, dropped]).toEqual([[2], [3]]);
  expect(after).toMatchObject([{ number: 1, closes: [12], shown: "success.1" }, { headSha: "pushed" }]);
  expect(after[1]?.shown).toBeUndefined();
});

test("K05 AG52 a list that GitHub cut off is kept as such; one that a push made too short is read again", async () => {
  const cut = Array.from({ length: 3_000 }, (_, at) => `f${at}`);
  const [large] = await rig([open(1, { changedFiles: 3_001 })], cut).readPulls(demo, []);
  expect(large).toMatchObject({ isWhole: false });
  const again = rig([open(1, { changedFiles: 3_001 })], cut);
  await again.readPulls(demo, large === undefined ? [] : [large]);
  expect(again.read).toEqual([]);
  const [short] = await rig([open(1, { changedFiles: 2 })]).readPulls(demo, []);
  const third = rig([open(1, { changedFiles: 2 })]);
  await third.readPulls(demo, short === undefined ? [] : [short]);
  expect(third.read).toEqual([1]);
});

test("AG52 a pull request that is retargeted changes other files at the same head, and is read again", async () => {
  const before = await rig([open(1), open(2)]).readPulls(demo, []);
  const { read, readPulls } = rig([open(1, { base: "develop" }), open(2, { changedFiles: 2 })]);
  await readPulls(demo, before);
  expect(read).toEqual([1, 2]);
});

const folder = (name: string, oid: string): FolderEntry => ({ name, oid, isFolder: true });
const file = (name: string, oid: string): FolderEntry => ({ name, oid, isFolder: false });
const large = (more: Partial<OpenPull> = {}): OpenPull =>
  open(1, {
    headSha: "head",
    baseSha: "base",
    changedFiles: 2_900,
    author: "U_eve",
    authorLogin: "eve",
    ...more,
  });

test("K05 G19 the 2,900 files of a pull request that shows the same as its base where something is locked are not read", async () => {
  const trees = {
    "head:": [folder("src", "s2"), folder("web", "w2"), file("readme", "r1")],
    "base:": [folder("src", "s1"), folder("web", "w1"), file("readme", "r1")],
    "head:src": [folder("api", "a1"), folder("ui", "u2")],
    "base:src": [folder("api", "a1")],
  };
  const { read, requests, reader } = rig([large()], [], { trees });
  const { pulls } = await reader.list(demo, [], ["src/api"]);
  expect(pulls).toMatchObject([{ isWhole: true, files: [], apartFrom: ["src/api"] }]);
  expect([read, requests]).toEqual([[], ["", "src"]]);
  // A lock that is added below the same path asks nothing, one elsewhere compares again.
  const below = await reader.complete(demo, pulls, ["src/api/users"]);
  expect([below.pulls, requests.length]).toEqual([pulls, 2]);
  await reader.complete(demo, pulls, ["src/api", "web"]);
  expect(read).toEqual([1]);
});

test.each([
  [
    "a folder that is locked differs",
    ["src/api"],
    {
      "head:": [folder("src", "s2")],
      "base:": [folder("src", "s1")],
      "head:src": [folder("api", "a2")],
      "base:src": [folder("api", "a1")],
    },
  ],
  [
    "it is spelled with other letters",
    ["src/api"],
    { "head:": [folder("SRC", "s2")], "base:": [], "head:SRC": [folder("Api", "a2")] },
  ],
  ["what is locked was removed", ["src"], { "head:": [], "base:": [folder("src", "s1")] }],
  ["the lock begins with a star", [""], { "head:": [file("b", "2")], "base:": [file("b", "1")] }],
  ["GitHub does not have the commit", ["src"], { "base:": [folder("src", "s1")] }],
])("K05 the files are read where %s", async (_, locked, trees) => {
  const { read, reader } = rig([large()], ["src/api/a.ts"], { trees });
  const { pulls } = await reader.list(demo, [], locked);
  expect(read).toEqual([1]);
  expect(pulls[0]?.apartFrom).toBeUndefined();
});

test("G19 what an author's share has no room for is put off, never called compared, and read when there is room", async () => {
  let spent = true;
  const until = (login: string | undefined) => (spent && login === "eve" ? 5_000 : undefined);
  const listed = [large({ number: 1 }), open(2, { author: "U_bob", authorLogin: "bob" })];
  const { read, reader } = rig(listed, ["src/api/a.ts"], { until });
  const { pulls, retryAt } = await reader.list(demo, [], ["src/api"]);
  expect(pulls).toMatchObject([{ number: 1, isWhole: false, isPutOff: true, files: [] }, { number: 2 }]);
  expect([read, retryAt]).toEqual([[2], 5_000]);
  spent = false;
  const later = await reader.complete(demo, pulls, ["src/api"]);
  expect([read, later.retryAt]).toEqual([[2, 1], undefined]);
  expect(later.pulls[0]?.isPutOff).toBeUndefined();
});
