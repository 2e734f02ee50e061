/** Finds node ids of GitHub's older format in a value, and renames them. */
import { isOlderFormat, readNodeId } from "../../base/node-id.ts";

/**
 * Where ids stand: in an answer or a delivery, only where GitHub writes them, since other people's text is in there, too; in
 * a marker of ours, in words without a space, such as `reply:MDEyOklzc3VlQ29tbWVudDE=`.
 */
export type IdPlace = "answer" | "marker";

const idInWord = /(?<![A-Za-z0-9+/_-])MD[A-Za-z0-9+/]{4,100}={0,2}/g;
const maxJudged = 10_000;
const judged = new Map<string, boolean>();
/** Parts of a marker that are people's words. */
const words: ReadonlySet<string> = new Set(["decision", "because", "title", "text", "about"]);

/** Each once. */
export function findOlderIds(value: unknown, place: IdPlace): ReadonlySet<string> {
  const found = new Set<string>();
  collect(value, "", place, found);
  return found;
}

/** Builds nothing, because nearly everything that is read has no older id. */
function collect(value: unknown, name: string, place: IdPlace, found: Set<string>): void {
  if (typeof value === "string") {
    if (mayHoldIds(value, name, place))
      for (const [id] of value.matchAll(idInWord)) if (isNodeId(id)) found.add(id);
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, name, place, found);
  } else if (typeof value === "object" && value !== null) {
    for (const key in value) collect(Reflect.get(value, key), key, place, found);
  }
}

/** The value with the newer ids in place of the older ones, as far as they are known; the rest as it is. */
export function renameIds<T>(value: T, place: IdPlace, newer: Pick<Map<string, string>, "get">): T;
export function renameIds(value: unknown, place: IdPlace, newer: Pick<Map<string, string>, "get">): unknown {
  return renamed(value, "", place, newer);
}

function renamed(
  value: unknown,
  name: string,
  place: IdPlace,
  newer: Pick<Map<string, string>, "get">,
): unknown {
  if (typeof value === "string") {
    if (!mayHoldIds(value, name, place)) return value;
    return value.replace(idInWord, (id) => (isNodeId(id) ? (newer.get(id) ?? id) : id));
  }
  if (Array.isArray(value)) return value.map((each: unknown) => renamed(each, name, place, newer));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renamed(each, key, place, newer)]),
  );
}

function mayHoldIds(text: string, name: string, place: IdPlace): boolean {
  // The external id of a check run of ours names the handover that it is about.
  if (place === "answer") return name === "node_id" ? isOlderFormat(text) : name === "external_id";
  return text.includes("MD") && !words.has(name) && !/\s/.test(text);
}

/** Deliveries name the same accounts and repositories again and again, and reading an id takes microseconds. */
function isNodeId(id: string): boolean {
  const before = judged.get(id);
  if (before !== undefined) return before;
  if (judged.size >= maxJudged) judged.clear();
  const is = isOlderFormat(id) && readNodeId(id) !== undefined;
  judged.set(id, is);
  return is;
}
