/** Describes what is wrong with a value that a schema refused: the field, the value found there and what is expected. */
import type { z } from "zod";

/** How the values of one schema are spoken of. */
export interface Vocabulary {
  /** What a known key is: `a setting`. */
  readonly noun: string;
  readonly jsonSchema: () => Readonly<Record<string, unknown>>;
  /** May say more than the schema does of what is expected, by the value found. */
  readonly rephrase?: (expected: string, found: unknown) => string;
}

/** One phrase for each fault of the issue: an unknown key is one each. */
export function describeFault(
  issue: z.core.$ZodIssue,
  plain: unknown,
  { noun, jsonSchema, rephrase = (expected) => expected }: Vocabulary,
): readonly string[] {
  const where = issue.path.map(String).join(".");
  if (issue.code === "invalid_key")
    return [`${code(where)} is not a valid name: expected ${issue.issues[0]?.message ?? issue.message}`];
  if (issue.code !== "unrecognized_keys")
    return [
      `${code(where || "the file")}: found ${foundAt(plain, issue.path)}, expected ${rephrase(expectedBy(issue), valueAt(plain, issue.path))}`,
    ];
  const known = knownKeys(jsonSchema(), issue.path.map(String));
  return issue.keys.map((key) => {
    const near = nearest(key, known);
    const unknown = `${code([...issue.path, key].join("."))} is not ${noun}`;
    return near === undefined ? unknown : `${unknown}; did you mean ${code(near)}?`;
  });
}

function foundAt(plain: unknown, path: readonly PropertyKey[]): string {
  const value = valueAt(plain, path);
  return value === undefined ? "nothing" : code(JSON.stringify(value));
}

function valueAt(plain: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (isSchema(at) ? at[String(step)] : undefined), plain);
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeNames.get(issue.expected) ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? code(JSON.stringify(issue.values[0]))
        : `one of ${issue.values.map((value) => code(JSON.stringify(value))).join(", ")}`;
    case "too_small":
      return `at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case "too_big":
      return `at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case "invalid_union":
      return unionOf(issue.errors) ?? issue.message;
    default:
      return issue.message;
  }
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["object", "a mapping"],
  ["record", "a mapping"],
  ["array", "a list"],
  ["string", "a string"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "`true` or `false`"],
]);

function unitOf(origin: string, count: number | bigint): string {
  const noun =
    origin === "string" ? "character" : origin === "array" || origin === "set" ? "item" : undefined;
  return noun === undefined ? "" : ` ${noun}${count === 1 || count === 1n ? "" : "s"}`;
}

/** The first problem of each alternative; undefined if none has one to report. */
function unionOf(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const each = alternatives.flatMap(([first]) => {
    if (first === undefined || first.code === "unrecognized_keys") return [];
    const expected = expectedBy(first);
    return first.path.length === 0 ? expected : `${expected} at ${code(first.path.map(String).join("."))}`;
  });
  return each.length === 0 ? undefined : [...new Set(each)].join(", or ");
}

function code(text: string): string {
  return `\`${text.slice(0, 100).replaceAll("`", "'")}\``;
}

type Schema = Readonly<Record<string, unknown>>;

/** The keys that the schema allows at a path. */
function knownKeys(schema: Schema, path: readonly string[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path)
    at = /^\d+$/.test(step)
      ? child(at, "items")
      : (child(child(at, "properties"), step) ?? child(at, "additionalProperties"));
  const properties = child(at, "properties");
  return isSchema(properties) ? Object.keys(properties) : [];
}

function child(schema: unknown, key: string): unknown {
  return isSchema(schema) ? schema[key] : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

/** The known key with the smallest edit distance; undefined if even that one is too different. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const short = key.slice(0, 40);
  const scored = known.map((name) => ({ name, edits: edits(short, name) })).sort((a, b) => a.edits - b.edits);
  const [best] = scored;
  return best !== undefined && best.edits <= Math.max(2, best.name.length / 3) ? best.name : undefined;
}

/** Levenshtein distance, ignoring case. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  [...a.toLowerCase()].forEach((letter, i) => {
    const next = [i + 1];
    [...b.toLowerCase()].forEach((other, j) => {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
