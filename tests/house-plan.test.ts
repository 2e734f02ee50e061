/**
 * Holds the source to the plan in docs/layout.md: who may import whom, which rooms are pure, which names are
 * banned; and code, pages and templates to plain English. Do not fix a failure by moving a line in `floors`: the plan leads, so move the code.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";

/** The rooms of each floor, from the ground up. The hub stands apart. */
const floors: readonly (readonly string[])[] = [
  ["base", "markdown"],
  ["protocol"],
  ["agents", "handover"],
  ["engine"],
  ["dispatcher", "coordinator"],
  ["operations", "programs"],
  ["github", "store", "jobs", "answerers", "worktree", "harness", "texts", "pages", "mcp"],
  ["server"],
  ["cli"],
];
/** The folders of the engine: each imports only from those before it. A feature's only way up is its `feature.ts`. */
const engineFolders: readonly string[] = [
  "model",
  "reserved",
  "messages",
  "fold",
  "admission",
  "matters",
  "freeing",
  "own-text",
  "polls",
  "wording",
  "commands",
  "asking",
  "questions",
  "handovers",
  "blocking",
  "leases",
  "locks",
  "starts",
  "discoveries",
  "spaces",
  "escalations",
  "ignored",
  "votes",
  "contracts",
  "suggestions",
  "settings",
  "notices",
  "presentation",
  "notes",
  "measures",
];
/** They compute: time, ids and chance come in as parameters. */
const pureRooms: ReadonlySet<string> = new Set([
  "base",
  "markdown",
  "protocol",
  "agents",
  "handover",
  "engine",
]);
/** They act, but only through ports: what touches the machine or GitHub is handed to them. */
const portRooms: ReadonlySet<string> = new Set(["dispatcher", "coordinator", "operations"]);
/** Libraries that only compute; anything else from outside is a framework or reaches the machine. */
const purePackages: ReadonlySet<string> = new Set(["zod", "yaml"]);
/** Only for the room that renders Markdown: everything else reads it with our own reader. */
const markdownPackages: ReadonlySet<string> = new Set([
  "hast",
  "hast-util-raw",
  "hast-util-sanitize",
  "hast-util-to-html",
  "mdast",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "mdast-util-to-hast",
  "micromark-extension-gfm",
]);
/** The rooms that the hub may know. */
const roomsOfHub: ReadonlySet<string> = new Set(["base", "markdown"]);
/** `lru-cache` reports to Node's diagnostics channels, and reads a clock only where entries have a lifetime. */
const portPackages: ReadonlySet<string> = new Set([...purePackages, "lru-cache"]);
/** The one file of a pure room that touches the machine: it holds the system clock. */
const impureFile = "base/clock.ts";
const impure =
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\s*\())|\bMath\.random\b|\bperformance\.now\b|\bset(?:Timeout|Interval|Immediate)\b|(?<![.\w$])(?:crypto|process|console|globalThis)\s*(?:\?\.|[.[])|(?<![.\w$])fetch\s*\(/g;
const bannedName = /(?:^|[-._/])(?:util|helper|common|misc|manager|service)s?(?=[-._/])/i;
const importing =
  /(?<![.\w$])(?:import|export)\s[^;"'`=]*?\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
const stringOrComment = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/.*/g;

interface SourceFile {
  /** Below src, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** -1 for what is no room of the plan. The public surface stands above the server and below the command line. */
const floorOf = (room: string): number =>
  room === "index.ts" ? 7.5 : floors.findIndex((rooms) => rooms.includes(room));
const roomOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

function lawOfRooms(from: string, to: string): string | undefined {
  if (from === to) return undefined;
  if (to === "index.ts") return "nobody imports the public surface";
  if (from === "hub")
    return roomsOfHub.has(to) ? undefined : "the hub imitates GitHub and knows only base and markdown";
  if (to === "hub") return from === "cli" ? undefined : "only cli may import the hub";
  const above = floorOf(from);
  const below = floorOf(to);
  if (above < 0 || below < 0) return `${below < 0 ? to : from} is no room of the plan`;
  if (below < above) return undefined;
  return `floor ${above} (${from}) imports only from lower floors, and ${to} is on floor ${below}`;
}

/** Persisted slices import nothing of the engine, and the shape of a feature is a type: both are for every folder. */
function lawOfEngine(from: string, to: string): string | undefined {
  if (!from.startsWith("engine/") || !to.startsWith("engine/")) return undefined;
  const [above, below] = [from, to].map((path) => engineFolders.indexOf(path.split("/")[1] ?? ""));
  if (above === undefined || below === undefined || from === "engine/feature.ts") return undefined;
  if (to.endsWith("/feature.ts") && to !== "engine/feature.ts")
    return from === "engine/decide.ts" ? undefined : "only decide.ts imports a feature";
  if (from === "engine/decide.ts") return undefined;
  if (to.endsWith("/persisted.ts")) return undefined;
  if (from.endsWith("/persisted.ts")) return "a persisted slice imports nothing of the engine";
  if (to === "engine/feature.ts")
    return from.endsWith("/feature.ts") ? undefined : "only features know their shape";
  if (above < 0 || below < 0) return "the plan has no such folder of the engine";
  return below <= above ? undefined : "a folder of the engine imports only from those before it";
}

function lawOfImport(path: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return target.startsWith("..")
      ? "source imports nothing outside src"
      : (lawOfRooms(roomOf(path), roomOf(target)) ?? lawOfEngine(path, target));
  }
  const [library = ""] = specifier.split("/");
  if (purePackages.has(library)) return undefined;
  const room = roomOf(path);
  if (markdownPackages.has(library))
    return room === "markdown" ? undefined : "only the room markdown uses a Markdown library";
  if (portRooms.has(room))
    return portPackages.has(library)
      ? undefined
      : `${room} reaches the outside through ports: no Node module, no framework`;
  return pureRooms.has(room) ? `${room} is pure: no Node module, no framework` : undefined;
}

/** Every breach in one file, each naming the file, what it wrote and the law. */
function breachesOf({ path, text }: SourceFile): readonly string[] {
  const code = text.replace(stringOrComment, (found) => (found.startsWith("/") ? " " : found));
  const breaches: string[] = [];
  const room = roomOf(path);
  if (room !== "hub" && floorOf(room) < 0) breaches.push(`src/${path}: "${room}" is no room of the plan`);
  if (bannedName.test(path)) breaches.push(`src/${path}: the name says nothing; name what it does`);
  if (path !== "index.ts" && /\bexport\s+default\b|\bas\s+default\b/.test(code))
    breaches.push(`src/${path}: a default export; only src/index.ts has one`);
  for (const [, named, bare] of code.matchAll(importing)) {
    const specifier = named ?? bare ?? "";
    const law = lawOfImport(path, specifier);
    if (law !== undefined) breaches.push(`src/${path} imports "${specifier}": ${law}`);
  }
  if (pureRooms.has(room) && path !== impureFile)
    for (const [found] of code.replace(stringOrComment, '""').matchAll(impure))
      breaches.push(`src/${path} uses "${found}": ${room} is pure, time and ids come in as parameters`);
  return breaches;
}

/** The files below src that a file imports, for a value or a type. */
const importsOf = ({ path, text }: SourceFile): readonly string[] =>
  [...text.matchAll(importing)]
    .map(([, named, bare]) => named ?? bare ?? "")
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(path), specifier));

/** The files that import themselves through others, sorted. */
function filesInCycles(all: readonly SourceFile[]): readonly string[] {
  const imports = new Map(all.map((file) => [file.path, importsOf(file)]));
  const reaches = (path: string): boolean => {
    const reached = new Set<string>();
    const left = [...(imports.get(path) ?? [])];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (next === path) return true;
      if (reached.has(next)) continue;
      reached.add(next);
      left.push(...(imports.get(next) ?? []));
    }
    return false;
  };
  return [...imports.keys()].filter(reaches).sort();
}

/** Rooms whose files still import each other in cycles. Remove one as soon as it has none; add none. */
const roomsWithCycles: readonly string[] = [];

const source = join(import.meta.dirname, "..", "src");
const files: readonly SourceFile[] = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.[cm]?[jt]s$/.test(name))
  .map((name) => ({ path: name.replaceAll("\\", "/"), text: readFileSync(join(source, name), "utf8") }));

describe("the house", () => {
  test("every source file keeps to the plan", () => {
    expect(files.flatMap(breachesOf)).toEqual([]);
  });

  test("no file imports itself through others, not even for a type", () => {
    const cyclic = filesInCycles(files);
    expect(cyclic.filter((path) => !roomsWithCycles.includes(roomOf(path)))).toEqual([]);
    expect([...new Set(cyclic.map(roomOf))].sort()).toEqual(roomsWithCycles);
  });

  test("a cycle is found through types and re-exports, and a file that only leads to one is not in it", () => {
    const texts = {
      "hub/a.ts": 'import type { B } from "./deep/b.ts";',
      "hub/deep/b.ts": 'export { c } from "../c.ts";',
      "hub/c.ts": 'import "./a.ts";',
      "hub/d.ts": 'import { a } from "./a.ts";',
    };
    const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
    expect(filesInCycles(all)).toEqual(["hub/a.ts", "hub/c.ts", "hub/deep/b.ts"]);
  });

  test("the plan was held against the whole source, not against an empty folder", () => {
    expect(files.length).toBeGreaterThan(200);
    const rooms = [
      "base",
      "protocol",
      "engine",
      "dispatcher",
      "operations",
      "github",
      "store",
      "server",
      "cli",
      "hub",
    ];
    expect(files.map((file) => roomOf(file.path))).toEqual(expect.arrayContaining(rooms));
  });

  test.each([
    ["an import from a higher floor", "engine/a.ts", 'import { b } from "../store/b.ts";', "lower floors"],
    ["an import from a neighbour", "store/a.ts", 'import type { B } from "../github/b.ts";', "lower floors"],
    [
      "an import over several lines",
      "protocol/a.ts",
      'import {\n  b,\n} from "../engine/b.ts";',
      "lower floors",
    ],
    ["a re-export from a higher floor", "agents/a.ts", 'export * from "../cli/b.ts";', "lower floors"],
    ["an import for its effect", "github/a.ts", 'import "../server/b.ts";', "lower floors"],
    ["an import at run time", "github/a.ts", 'await import("../server/b.ts");', "lower floors"],
    ["an import of a type in place", "engine/a.ts", 'type B = import("../cli/b.ts").B;', "lower floors"],
    ["a capability above another one", "engine/questions/a.ts", 'import "../escalations/b.ts";', "before it"],
    ["a way round a feature", "engine/blocking/a.ts", 'import "../admission/feature.ts";', "only decide.ts"],
    ["a slice that knows more", "engine/questions/persisted.ts", 'import "../model/fact.ts";', "slice"],
    ["a folder that nobody planned", "engine/wishes/a.ts", 'import "../model/fact.ts";', "no such folder"],
    ["the hub knowing the protocol", "hub/a.ts", 'import { b } from "../protocol/b.ts";', "only base"],
    [
      "a Markdown library elsewhere",
      "cli/a.ts",
      'import { raw } from "hast-util-raw";',
      "only the room markdown",
    ],
    ["the server starting the hub", "server/a.ts", 'import { b } from "../hub/b.ts";', "only cli"],
    ["the public surface reaching the command line", "index.ts", 'export { b } from "./cli/b.ts";', "lower"],
    ["an import of the public surface", "cli/a.ts", 'import { b } from "../index.ts";', "public surface"],
    ["an import from outside src", "cli/a.ts", 'import b from "../../package.json";', "outside src"],
    ["a Node module in a pure room", "engine/a.ts", 'import { join } from "node:path";', "pure"],
    ["a Node module behind a port's back", "dispatcher/a.ts", 'import "node:crypto";', "through ports"],
    ["a cache in a pure room", "engine/a.ts", 'import { LRUCache } from "lru-cache";', "pure"],
    ["a framework in a pure room", "handover/a.ts", 'import { Probot } from "probot";', "pure"],
    ["a clock in a pure room", "engine/a.ts", "const now = Date.now();", "pure"],
    ["the present instant in a pure room", "engine/a.ts", "const now = new Date();", "pure"],
    ["randomness in a pure room", "agents/a.ts", "const id = crypto.randomUUID();", "pure"],
    ["the environment in a pure room", "base/a.ts", "const home = process.env.HOME;", "pure"],
    ["a room that nobody planned", "plugins/a.ts", "", "no room"],
    ["a name that says nothing", "engine/label-utils.ts", "", "says nothing"],
    ["a default export", "store/a.ts", "export default 1;", "default export"],
  ])("%s is a breach", (_title, path, text, law) => {
    expect(breachesOf({ path, text })).toEqual([expect.stringContaining(law)]);
  });

  test("what the plan allows is no breach", () => {
    const text = `/* Date.now() in a comment, and import { x } from "../cli/x.ts" too */
      import { z } from "zod"; import { a } from "../../protocol/a.ts"; import { b } from "../model/b.ts";
      export const at = (ms: number, text = "in process.") => new Date(ms); // Math.random()`;
    expect(breachesOf({ path: "engine/asking/a.ts", text })).toEqual([]);
    expect(breachesOf({ path: "dispatcher/a.ts", text: 'import { LRUCache } from "lru-cache";' })).toEqual(
      [],
    );
    expect(breachesOf({ path: "hub/web/a.ts", text: 'import { a } from "../../markdown/a.ts";' })).toEqual(
      [],
    );
    expect(breachesOf({ path: "markdown/a.ts", text: 'import { raw } from "hast-util-raw";' })).toEqual([]);
    expect(breachesOf({ path: "cli/hub/hub.ts", text: 'import { startHub } from "../hub/hub.ts";' })).toEqual(
      [],
    );
  });
});

const root = join(source, "..");
const page = (name: string): string => readFileSync(join(root, name), "utf8");
/** Paths in code spans, each up to its first placeholder: `src/engine/<name>/feature.ts` is `src/engine/`. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:src|tests|docs|templates|\.github|\.ci)\/[^`\s]*)`/g)].map(
    ([, path = ""]) => /^[^<*]*(?=[<*])/.exec(path)?.[0].replace(/[^/]*$/, "") ?? path,
  );
const sectionOf = (text: string, title: string): string =>
  text.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? "";
/** The code spans in the given column of a section's table. */
const columnOf = (section: string, column: number): readonly string[] =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) =>
      [...(line.split("|")[column] ?? "").matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name),
    );

describe("the pages for contributors", () => {
  const layout = page("docs/layout.md");

  test.each(["docs/layout.md", "CONTRIBUTING.md"])("%s names only paths that exist", (name) => {
    const paths = pathsIn(page(name));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("every page links and names only files that exist", () => {
    const pages = [
      "README.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => posix.join("docs", name.replaceAll("\\", "/"))),
    ];
    const missing = pages.flatMap((name) => {
      const linked = [...page(name).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g)].map(([, path = ""]) =>
        posix.join(posix.dirname(name), path),
      );
      const named = name.startsWith("docs/decisions/")
        ? pathsIn(page(name)).filter((path) => !path.startsWith("docs/"))
        : [];
      return [...linked, ...named]
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${name}: ${path}`);
    });
    expect(pages.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test("each decision has a number of its own, which its title repeats", () => {
    const names = readdirSync(join(root, "docs/decisions"));
    const numbers = names.map((name) => Number(name.slice(0, 4)));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    const titles = names.map((name) => Number(/^# 0*(\d+)[.:]? /.exec(page(`docs/decisions/${name}`))?.[1]));
    expect(titles).toEqual(numbers);
  });

  test("a path that does not exist would be found, and a placeholder is not taken for one", () => {
    expect(pathsIn("`src/engine/<name>/feature.ts`, `src/nowhere.ts` and `docs/<page>.md`")).toEqual([
      "src/engine/",
      "src/nowhere.ts",
      "docs/",
    ]);
  });

  test("docs/layout.md follows one delivery through at most 30 files", () => {
    const walked = new Set(pathsIn(sectionOf(layout, "One delivery, from ingress to effect")));
    expect(walked.size).toBeGreaterThan(20);
    expect(walked.size).toBeLessThanOrEqual(30);
  });

  test("docs/layout.md lists the folders of the engine in the order of the plan", () => {
    expect(columnOf(sectionOf(layout, "The engine"), 1)).toEqual(engineFolders);
    const folders = files.flatMap(({ path }) => /^engine\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(folders)].sort()).toEqual([...engineFolders].sort());
  });

  test("docs/layout.md lists every room on its floor", () => {
    const rooms = [...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => room !== "index.ts");
    const listed = columnOf(sectionOf(layout, "Floors"), 2);
    expect([...listed].sort()).toEqual(rooms.sort());
    expect(listed.slice(0, -1).map(floorOf)).toEqual(
      listed
        .slice(0, -1)
        .map(floorOf)
        .sort((a, b) => b - a),
    );
  });
});

/** Idioms that native readers stumble over. Each has a sentence in which it is found, and what to write. */
const stumbles: readonly (readonly [idiom: RegExp, found: string, write: string])[] = [
  [/\b[Bb]eside\b/, "an agent beside the server", "on the server's machine, next to, along with"],
  [/, also (?:if|when|with|without|after|where)\b/, "It is held, also if it is closed.", "even"],
  [/(?:[.;:] |\/\*\* |\* |\| )Of (?:an?|the|two|each|several)\b/, "/** Of a handover: …", "For a"],
  [/\b(?:was|were) (?:not |never |last )?heard\b(?! from)|\bheard of\b/, "it was heard", "heard from"],
  [/\bonce (?:it|they|the \w+) (?:was|were)\b/, "once it was written", "once it has been"],
  [/\b(?:was|were) not \w+ for (?:a|long)\b/, "it was not read for a while", "has not been"],
  [/\bat most at\b|\bby program\b|\bown doing\b/, "read by program", "no later than, from a program"],
  // Stored options of earlier releases are quoted as they are.
  [/(?<!")\b[Ww]hoever\b|\banew\b/, "as whoever asks", "the caller, the person who, again"],
];

describe("plain English", () => {
  const stumblesIn = (text: string): readonly string[] =>
    stumbles.flatMap(([idiom, , write]) => {
      const found = idiom.exec(text)?.[0];
      return found === undefined ? [] : [`${found} → ${write}`];
    });

  test("code, pages and templates have none of the idioms that native readers stumble over", () => {
    const texts = ["src", "docs", "templates"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(?:ts|mjs|md)$/.test(path))
        .map((path) => join(folder, path)),
    );
    expect(texts.length).toBeGreaterThan(800);
    const found = [...texts, "README.md"].flatMap((path) =>
      stumblesIn(readFileSync(join(root, path), "utf8")).map((stumble) => `${path}: ${stumble}`),
    );
    expect(found).toEqual([]);
  });

  test.each(stumbles)("%s would be found", (_, text, write) => {
    expect(stumblesIn(text)).toEqual([expect.stringContaining(write)]);
  });
});
