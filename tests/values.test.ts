/**
 * What we wrote ourselves is not taken apart again: words that outlive a release (slots, keys of comments, issues and
 * outcomes, opening reasons, ids of notices) are spelled in one codec each, and everything else compares values.
 */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";

const root = new URL("../", import.meta.url);
/** The rooms that such words reach. */
const rooms = "engine,dispatcher,coordinator,operations,github,store,texts,server";
const files = globSync(`src/{${rooms}}/**/*.ts`, { cwd: root });

/** The files that may spell such words and read them. */
const codecs: ReadonlySet<string> = new Set([
  "src/engine/model/keys/slot.ts",
  "src/engine/model/keys/outcome-key.ts",
  "src/engine/model/keys/comment-key.ts",
  "src/engine/model/keys/issue-key.ts",
  "src/engine/model/keys/notice-id.ts",
]);
/** Holds words of many markers, to compress by. */
const dictionary = "src/github/write/marker-payload.ts";

/** How such words begin; a sentence begins otherwise. */
const spellings =
  /^\^?(?:\(\?:)?(?:wake[:$|]|tell[: ](?:$|\|)|remind[:|]|reply:|edge (?:$|\|)|open:(?:$|\|)|minimize (?:$|\|)|unlinked-|overruled:|(?:answer|proposed|overdue|contradiction|dead-blocker|ring|unmerged)@)|:answer@|:refused/;
/** Names of such words. */
const names: ReadonlySet<string> = new Set(["slot", "key", "marker", "openingReason", "because", "rule"]);
const readers: ReadonlySet<string> = new Set([
  "startsWith",
  "endsWith",
  "split",
  "slice",
  "substring",
  "indexOf",
  "lastIndexOf",
  "search",
  "match",
  "matchAll",
  "test",
  "exec",
]);

type Node = Readonly<Record<string, unknown>>;

/** What a file does with such words although it is no codec. */
function breachesIn(path: string, text: string): readonly string[] {
  const found: string[] = [];
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const line = text.slice(0, Number(node.start)).split("\n").length;
    const spelled = wordOf(node);
    if (spelled !== undefined && spellings.test(spelled)) found.push(`${path}:${line} spells "${spelled}"`);
    if (node.type === "CallExpression" && isReader(node)) found.push(`${path}:${line} takes a word apart`);
  });
  return found;
}

/** The text of a literal, of a piece of a template, or of an expression. */
function wordOf({ type, value, regex }: Node): string | undefined {
  if (isNode(regex)) return String(regex.pattern);
  if (type === "Literal" && typeof value === "string") return value;
  return type === "TemplateElement" && isNode(value) ? String(value.cooked) : undefined;
}

/** `key.startsWith(…)`, `/…/.test(record.slot)`. */
function isReader({ callee, arguments: given }: Node): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee.property)) return false;
  const method = String(callee.property.name);
  if (!readers.has(method)) return false;
  const [first]: readonly unknown[] = Array.isArray(given) ? given : [];
  return names.has(nameOf(method === "test" || method === "exec" ? first : callee.object));
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return String(node.type === "MemberExpression" && isNode(node.property) ? node.property.name : node.name);
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  if (!isNode(node)) return;
  visit(node);
  for (const value of Object.values(node)) walk(value, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("words that outlive a release", () => {
  test("are spelled and read by their codecs alone", () => {
    const others = files.filter((path) => !codecs.has(path) && path !== dictionary);
    const found = others.flatMap((path) => breachesIn(path, readFileSync(new URL(path, root), "utf8")));
    expect(found).toEqual([]);
  });

  test("are spelled in every codec, so that the search finds them", () => {
    for (const path of codecs) {
      const found = breachesIn(path, readFileSync(new URL(path, root), "utf8"));
      expect(found.length, path).toBeGreaterThan(0);
    }
  });

  test.each([
    ["an expression over slots", "effects.filter(({ slot }) => /^(?:wake$|edge |tell )/.test(slot));"],
    ["an expression over another's name for it", "const isAnswer = /:answer@[^:]*$/.test(written);"],
    ["a beginning", 'const prefix = "wake:";'],
    ["a beginning in a template", `const name = \`unlinked-\${count}\`;`],
    ["a key that is cut", 'const [reason] = opened.key.split("@");'],
    ["a sentence of ours that is read", 'if (line.because.startsWith("Blocked by")) hide(line);'],
  ])("%s is a breach", (_title, text) => {
    expect(breachesIn("src/engine/a.ts", text)).not.toEqual([]);
  });

  test.each([
    'const because = "Reply: no one answered.";',
    "const isSame = own.key === statusKey;",
    'const parts = path.split("/");',
    'const isName = text.startsWith("#");',
  ])("%s is none", (text) => {
    expect(breachesIn("src/engine/a.ts", text)).toEqual([]);
  });
});
