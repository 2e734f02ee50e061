/** "Where is X?", from the grammar of the question to its proposal. */
import { describe, expect, test } from "vitest";
import { placeAskedIn } from "../../../src/coordinator/definitions/asked-place.ts";
import { createDefinitionCache } from "../../../src/coordinator/definitions/definition-cache.ts";
import { definitionsIn } from "../../../src/coordinator/definitions/definitions.ts";
import { placesAt } from "../../../src/coordinator/definitions/find-place.ts";
import type { PageQuotes } from "../../../src/coordinator/gates/own-page.ts";
import type { ContextSource, TreeFile } from "../../../src/coordinator/ports.ts";
import { demo, maria } from "../../support/issues.ts";
import { asksTimeZone, coordinatorDesk, pushedBy, storeFiles } from "../desk.ts";

const library =
  "// The library.\n\nexport function createLibrary(parts: Parts): Library {\n  return parts;\n}\n";
const files = {
  ...storeFiles,
  "src/context/library.ts": library,
  "src/context/other.ts": "export const x = 1;\n",
};
const auto = "coordinator: {mode: auto}";

describe("N24 a title", () => {
  test.each([
    ["Where is `createLibrary`?", "createLibrary"],
    ["Where is the function createLibrary defined?", "createLibrary"],
    ["where's createLibrary() in the repo", "createLibrary"],
    ["Where does the `Settings` class live?", "Settings"],
    ["Where can I find the class Settings?", "Settings"],
    ["Where is the definition of MAX_FILES in our code base?", "MAX_FILES"],
    ["In which file is “retry” declared?", "retry"],
    ["Which file defines 'retry'?", "retry"],
    ["In what folder does `context-source.ts` live?", "context-source.ts"],
    ["Where is src/github/transport/client.ts?", "src/github/transport/client.ts"],
    ["Where is the folder `docs/adr/`?", "docs/adr"],
  ])("N24 a title that asks for a place is recognised: %s", (title, name) => {
    expect(placeAskedIn(title)?.name).toBe(name);
  });

  test.each([
    "Where should we store sessions?",
    "Where should `createLibrary` be?",
    "Where is the best place for `createLibrary`?",
    "Where is `createLibrary` used?",
    "Where is `createLibrary` to go when we split the package?",
    "Where do we put `createLibrary`?",
    "Where is the data?",
    "Where is the class diagram?",
    "Where is `DATABASE_URL` set?",
    "Where is `a` and should we delete `b`?",
    "May we move `createLibrary`?",
    "Where are timestamps stored?",
    "Where is `../../etc/passwd`?",
    "Where is `a/../b.ts`?",
    "Where is `<img src=x>`?",
    "Where is `x y`?",
    `Where is \`${"x".repeat(400)}\`?`,
    "Where is ``?",
    "",
  ])("N24 a title that asks for anything else is not recognised: %s", (title) => {
    expect(placeAskedIn(title)).toBeUndefined();
  });
});

describe("N24 definitions", () => {
  const all = (path: string, text: string) =>
    definitionsIn(path, text).map((its) => `${its.kind} ${its.name} ${its.line}`);

  test.each([
    ["a.ts", "export default async function run<T>(a: T) {", "function run"],
    ["a.ts", "export const enum Color {", "type Color"],
    ["a.ts", "export type Shape =", "type Shape"],
    ["a.ts", "export interface Shape<T> extends Base {", "type Shape"],
    ["a.ts", "export const maxFiles = 3;", "constant maxFiles"],
    ["a.ts", "  private async load(id: string) {", "function load"],
    ["a.py", "    async def load(self):", "function load"],
    ["a.py", "class Shape:", "type Shape"],
    ["a.py", "MAX_FILES: int = 3", "constant MAX_FILES"],
    ["a.go", "func (s *Store) Load(id string) error {", "function Load"],
    ["a.go", "type Store struct {", "type Store"],
    ["a.go", "const maxFiles int = 3", "constant maxFiles"],
    ["a.rs", "    pub(crate) const unsafe fn load(&self) {", "function load"],
    ["a.rs", "pub struct Unit;", "type Unit"],
    ["a.rs", "pub trait Shape: Sized {", "type Shape"],
    ["a.rs", "pub static LIMIT: usize = 3;", "constant LIMIT"],
    ["a.java", "    public static final int MAX_FILES = 3;", "constant MAX_FILES"],
    ["a.java", "    public List<String> load(int id) {", "function load"],
    ["a.java", "public final class Store implements Closeable {", "type Store"],
    ["a.kt", "data class Point(val x: Int)", "type Point"],
    ["a.rb", "  def self.load(id)", "function load"],
    ["a.c", "static int read_all(FILE *in)", "function read_all"],
    ["a.h", "#define MAX_FILES 3", "constant MAX_FILES"],
    ["a.sh", "read_all() {", "function read_all"],
    ["a.php", "    public function load(int $id): void", "function load"],
  ])("N24 a definition is found in %s: %s", (path, line, expected) => {
    expect(all(path, `\n${line}\n`)).toEqual([`${expected} 2`]);
  });

  test.each([
    ["a.ts", 'import type { Shape } from "./shape.ts";'],
    ["a.ts", "// function load() {}"],
    ["a.ts", " * class Shape {"],
    ["a.ts", "/*\nfunction load() {}\nclass Shape {}\n*/"],
    ["a.ts", "    const local = 3;"],
    ["a.ts", "return load(id);"],
    ["a.ts", "export default defineConfig({"],
    ["a.ts", "type of thing that nobody writes"],
    ["a.py", '"""\nclass Shape:\n"""'],
    ["a.c", "int read_all(FILE *in);"],
    ["a.c", "struct shape;"],
    ["a.c", "return read_all(in)"],
    ["a.java", "    public Store(int size) {"],
    ["a.md", "function load() {}"],
  ])("N24 no definition is found in %s: %s", (path, text) => {
    expect(all(path, text)).toEqual([]);
  });

  test.each([
    "export ",
    "public static ",
    "func (",
    "class A<",
    "const a ",
    "int a ",
    "/*",
    '"""\n',
    "a\n",
    "pub(",
  ])("N24 hostile files are read in time linear in their length: %s", (piece) => {
    const text = piece.repeat(Math.floor((1 << 20) / piece.length));
    const begin = process.threadCpuUsage();
    for (const ending of ["ts", "c", "py", "go"]) definitionsIn(`a.${ending}`, text);
    const { user, system } = process.threadCpuUsage(begin);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});

/** What the tree shows of a name, with the requests made to the source. */
async function find(
  title: string,
  tree: readonly Partial<TreeFile>[] | undefined,
  texts: Record<string, string> = {},
) {
  const asked = placeAskedIn(title);
  if (asked === undefined) throw new Error("It asks for no place.");
  const read: string[] = [];
  const source: ContextSource = {
    provenance: coordinatorDesk().ports.source.provenance,
    entries: async () => [],
    list: async () => ({ files: [], skipped: [] }),
    tree: async () =>
      tree?.map(({ path = "", oid = path, size = 10, kind = "file" }) => ({ path, oid, size, kind })),
    read: async (_repository, some) => {
      read.push(...some.map(({ path }) => path));
      return {
        texts: new Map(some.flatMap(({ oid }) => (oid in texts ? [[oid, texts[oid] ?? ""]] : []))),
        skipped: [],
      };
    },
  };
  const clock = { now: () => 0, sleep: async () => {} };
  const at = { repository: demo, commit: "c".repeat(40) };
  const places = placesAt({ source, clock }, createDefinitionCache(), at, new AbortController().signal);
  return { found: await places.find(asked), again: () => places.find(asked), read };
}

describe("N24 a name", () => {
  const tree = [{ path: "a.ts" }, { path: "b.ts" }];
  const one = { "a.ts": "\nfunction load() {}\n", "b.ts": "export const other = 1;\n" };

  test("N24 a name that one file defines is found there, and each blob is read once", async () => {
    const { found, again, read } = await find("Where is `load`?", tree, one);
    expect(found).toMatchObject({
      type: "one",
      place: { path: "a.ts", line: 2, text: "function load() {}" },
    });
    expect(read).toEqual(["a.ts", "b.ts", "a.ts"]);
    await again();
    expect(read).toEqual(["a.ts", "b.ts", "a.ts", "a.ts"]);
  });

  test("N24 a name that occurs twice or not at all has no place", async () => {
    const twice = { ...one, "b.ts": "function load() {}" };
    expect((await find("Where is `load`?", tree, twice)).found).toEqual({
      type: "several",
      count: 2,
      first: ["a.ts#L2", "b.ts#L1"],
    });
    expect((await find("Where is `nothing`?", tree, one)).found).toEqual({ type: "none" });
    expect((await find("Where is the class `load`?", tree, one)).found).toEqual({ type: "none" });
    const both = [...tree, { path: "src/load", kind: "folder" as const }];
    expect((await find("Where is `load`?", both, one)).found).toMatchObject({ type: "several" });
  });

  test("N24 a place is claimed only if all source files could be read", async () => {
    const unread = [{ path: "a.ts" }, { path: "b.ts", kind: "unread" as const }];
    expect((await find("Where is `load`?", unread, one)).found).toMatchObject({ type: "unknown" });
    expect((await find("Where is `load`?", tree, { "a.ts": one["a.ts"] })).found).toMatchObject({
      type: "unknown",
    });
    expect((await find("Where is `load`?", undefined)).found).toMatchObject({ type: "unknown" });
    const many = Array.from({ length: 1_001 }, (_, i) => ({ path: `${i}.ts` }));
    const { found, read } = await find("Where is `load`?", many);
    expect(found).toMatchObject({ type: "unknown" });
    expect(read).toEqual([]);
    const large = [{ path: "a.ts", size: 17 << 20 }];
    expect((await find("Where is `load`?", large, one)).found).toMatchObject({ type: "unknown" });
  });

  test("N24 a file or a folder is found by the end of its path, without reading code", async () => {
    const some = [
      { path: "src/a/client.ts" },
      { path: "src/a", kind: "folder" as const },
      { path: "src/a/README.md" },
      { path: "src", kind: "folder" as const },
    ];
    const texts = { "src/a/client.ts": "\n\n/** The client. */\n", "src/a/README.md": "# A\n" };
    const file = await find("Where is `client.ts`?", some, texts);
    expect(file.found).toMatchObject({ place: { what: "file", path: "src/a/client.ts", line: 3 } });
    expect(file.read).toEqual(["src/a/client.ts"]);
    const folder = await find("Where is the folder `a`?", some, texts);
    expect(folder.found).toMatchObject({
      place: { what: "folder", folder: "src/a", path: "src/a/README.md" },
    });
  });

  test.each(["node_modules/x/a.ts", "packages/b/vendor/a.ts", "dist/a.ts", "web/a.min.js"])(
    "N24 a name is not searched for in dependencies and generated files: %s",
    async (path) => {
      const name = path.endsWith("js") ? "a.min.js" : "a.ts";
      expect((await find(`Where is \`${name}\`?`, [{ path }], { [path]: "x" })).found).toEqual({
        type: "none",
      });
      const { found, read } = await find("Where is `load`?", [{ path }], { [path]: "function load() {}" });
      expect(found).toEqual({ type: "none" });
      expect(read).toEqual([]);
    },
  );

  test.each([
    ["a link", [{ path: "src/a.ts", kind: "link" as const }]],
    ["a path that differs from another in case alone", [{ path: "src/a.ts" }, { path: "SRC/A.ts" }]],
    ["a path that ends the link to it", [{ path: "x#`y/a.ts" }]],
    ["an empty file", [{ path: "empty/a.ts" }]],
    ["no text", [{ path: "binary/a.ts" }]],
  ])("N24 a name that stands for %s has no place", async (_what, some) => {
    const texts = { "src/a.ts": "x", "SRC/A.ts": "x", "x#`y/a.ts": "x", "empty/a.ts": "\n" };
    expect((await find("Where is the file `a.ts`?", some, texts)).found).toEqual({ type: "none" });
  });

  test("N24 a name in a tree of 100,000 entries is found without delaying other requests", async () => {
    const huge = Array.from({ length: 100_000 }, (_, i) => ({
      path: `some/folder/${i % 300}/file-${i}.txt`,
    }));
    const begin = process.threadCpuUsage();
    const { found } = await find("Where is `file-4711.txt`?", huge, { "some/folder/211/file-4711.txt": "x" });
    const { user, system } = process.threadCpuUsage(begin);
    expect(found).toMatchObject({ type: "one" });
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

describe("N24 a question that asks where a name is", () => {
  async function proposed(
    title: string,
    options: Parameters<typeof coordinatorDesk>[0] = { settings: auto },
    more = {},
  ) {
    const desk = coordinatorDesk(options);
    desk.push(files);
    const id = desk.ask(40, title, more);
    await desk.pass();
    return { desk, id, proposal: desk.proposal(id) };
  }

  test("N24 a place question is answered with the place, at the pinned commit", async () => {
    const { desk, proposal } = await proposed("Where is `createLibrary` defined?");
    const commit = desk.ports.headOf(demo.id);
    expect(proposal).toMatchObject({
      isSuggestion: false,
      proposed: {
        type: "answer",
        answerer: "tree",
        isCertain: true,
        decision: "`createLibrary` is defined in `src/context/library.ts`, line 3.",
        quotes: [
          {
            citation: `src/context/library.ts@${commit}#L3-L3`,
            text: "export function createLibrary(parts: Parts): Library {",
          },
        ],
      },
    });
  });

  test("N24 a place answer is a suggestion if the mode says so, only the asker brought the code, or its class is in doubt", async () => {
    const ask = "Where is `createLibrary`?";
    expect((await proposed(ask, {})).proposal).toMatchObject({
      isSuggestion: true,
      proposed: { answerer: "tree" },
    });
    const { provenance } = coordinatorDesk().ports.source;
    const own = {
      ...provenance,
      pageOriginOf: async (_repository: unknown, { texts }: PageQuotes) =>
        pushedBy({ ...maria, id: "U_alice", login: "alice" }, texts),
    };
    const asker = { seen: { author: { ...maria, id: "U_alice", login: "alice" } } };
    const { proposal } = await proposed(ask, { settings: auto, provenance: own }, asker);
    expect(proposal).toMatchObject({ isSuggestion: true, isOwnPage: true });
    const doubtful = await proposed(ask, { settings: auto }, { decisionClass: "nobody-knows-this" });
    expect(doubtful.proposal).toMatchObject({ isSuggestion: true, proposed: { isCertain: false } });
  });

  test("N24 a place question that asks for a step as well is not answered from the tree", async () => {
    const { proposal } = await proposed(
      "Where is `createLibrary`?",
      { settings: auto },
      {
        context: "I would like to drop support for Node 20 there. OK to delete the customers' data?",
      },
    );
    expect(proposal?.gates).toContainEqual(expect.objectContaining({ gate: "authority", passes: false }));
    expect(proposal?.proposed).not.toMatchObject({ answerer: "tree" });
  });

  test("N24 a place question whose name is not there once, or that names options, is an ordinary question with what was found", async () => {
    const { proposal } = await proposed("Where is `createNothing`?");
    expect(proposal?.proposed.type).not.toBe("answer");
    expect(proposal?.gates.find(({ gate }) => gate === "tree")?.passes).toBe(false);
    const choice = await proposed(
      "Where is `createLibrary`?",
      { settings: auto },
      { options: "- here\n- there" },
    );
    expect(choice.desk.treesRead()).toBe(0);
  });

  test("N24 only a place question makes the tree read, once for each pass", async () => {
    const { desk } = await proposed(asksTimeZone);
    expect(desk.treesRead()).toBe(0);
    desk.ask(41, "Where is `createLibrary`?");
    desk.ask(42, "Where is the file `other.ts`?");
    await desk.pass();
    await desk.pass();
    expect(desk.treesRead()).toBe(1);
  });

  test("N24 a place question is considered again when the tree could not be read", async () => {
    const desk = coordinatorDesk({ settings: auto });
    desk.push(files);
    desk.treeFails(true);
    const id = desk.ask(40, "Where is `createLibrary`?");
    const woken = async () => {
      desk.coordinator.wake(demo.id);
      await desk.coordinator.idle();
    };
    await woken();
    await woken();
    expect(desk.proposal(id)?.proposed.type).not.toBe("answer");
    expect(desk.refreshes).toHaveLength(1);
    desk.treeFails(false);
    await woken();
    expect(desk.proposal(id)?.proposed).toMatchObject({ type: "answer", answerer: "tree" });
    await woken();
    expect(desk.treesRead()).toBe(3);
  });

  test("N24 a repeated place question is looked up again, and goes to a person when the place has moved", async () => {
    const title = "Where is the function `createLibrary` defined?";
    const desk = coordinatorDesk({ settings: auto });
    desk.push(files);
    desk.ask(30, title, { decision: "`createLibrary` is defined in `src/context/library.ts`, line 9." });
    const id = desk.ask(40, title);
    await desk.pass();
    expect(desk.proposal(id)).toMatchObject({
      isSuggestion: false,
      proposed: { answerer: "tree", precedent: undefined, decision: expect.stringContaining("library.ts") },
    });
    desk.push({ ...storeFiles, "src/moved.ts": library });
    await desk.pass();
    expect(desk.proposal(id)).toMatchObject({
      isSuggestion: true,
      proposed: { answerer: "tree", decision: expect.stringContaining("src/moved.ts") },
    });
  });

  test("N24 a question about another repository's code is not answered, even if that repository shares its pages", async () => {
    const other = { ...demo, id: "R_other", name: "other" };
    const desk = coordinatorDesk({
      repositories: [demo, other],
      settings: "{coordinator: {mode: auto}, context: {also: [acme/other]}}",
      settingsOf: { [other.id]: "context: {shareable: true}" },
    });
    desk.push(files, other);
    desk.push(storeFiles);
    const id = desk.ask(40, "Where is `createLibrary`?");
    await desk.pass();
    expect(JSON.stringify(desk.proposal(id))).not.toContain("library.ts");
  });
});
