/** What a case saw, reduced to what two hosts can be compared by: no ids, names, times or texts of others. */

export type Observation =
  | string
  | number
  | boolean
  | null
  | readonly Observation[]
  | { readonly [key: string]: Observation };

/** The types of a JSON value: keys by name, of a list the shape of its first element. */
export function describeShape(value: unknown): Observation {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [describeShape(value[0])];
  if (typeof value !== "object") return typeof value;
  const entries = Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(entries.map(([key, each]) => [key, describeShape(each)]));
}

/** A host's words without what differs from run to run: numbers, ids, and the names given. */
export function scrub(words: string, names: readonly string[]): string {
  const named = names.reduce((text, name) => text.replace(asWhole(name), "<name>"), words);
  return named
    .replace(/[\w-]{8,300}={0,2}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? "<id>" : word))
    .replace(/\d+/g, "<number>")
    .slice(0, 300);
}

/** Not within another word, and not the name of a file: those of GitHub's words have to stay the same. */
function asWhole(name: string): RegExp {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${plain}(?![\\w-]|\\.(?:ya?ml|txt|json)\\b)`, "g");
}

/** Where two observations differ, a line each, such as `errors.type: NOT_FOUND → FORBIDDEN`. */
export function differencesBetween(one: Observation, other: Observation, path = ""): readonly string[] {
  if (isRecord(one) && isRecord(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
    const at = (record: { readonly [key: string]: Observation }, key: string): Observation =>
      record[key] === undefined ? "absent" : record[key];
    return keys.flatMap((key) =>
      differencesBetween(at(one, key), at(other, key), path === "" ? key : `${path}.${key}`),
    );
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  return [`${path === "" ? "" : `${path}: `}${JSON.stringify(one)} → ${JSON.stringify(other)}`];
}

function isRecord(value: Observation): value is { readonly [key: string]: Observation } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
