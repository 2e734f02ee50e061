/**
 * Reads GitHub's database id out of a node id. GitHub writes node ids in two formats, an older one (base64 of
 * `04:User583231`) and one with a prefix (`U_kgDOAAjmPw`, MessagePack of zero, the ids of what it belongs to, and its own):
 * what has to outlast the change from one to the other compares the number
 * (https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids).
 */

const prefixed = /^([A-Z]{1,5})_([A-Za-z0-9_-]{4,60})$/;
const older = /^MD[A-Za-z0-9+/]{4,100}={0,2}$/;
const olderText = /^\d{2,3}:([A-Za-z]+)(\d{1,19})$/;
/** What the prefixes that are read stand for. */
const types: Readonly<Record<string, string>> = {
  U: "User",
  EMU: "User",
  BOT: "Bot",
  O: "Organization",
  R: "Repository",
  I: "Issue",
  IC: "IssueComment",
  PR: "PullRequest",
  CR: "CheckRun",
};

/** What a node id tells. */
export interface NodeNumber {
  /** As the older format spells it, such as `Issue`. */
  readonly type: string;
  /** The database id, in decimal. */
  readonly number: string;
}

/** Undefined for an id that tells no number. Never throws. */
export function readNodeId(id: string): NodeNumber | undefined {
  if (isOlderFormat(id)) {
    const text = decodeBytes(id).map((byte) => String.fromCharCode(byte));
    const [, type, number] = olderText.exec(text.join("")) ?? [];
    return type === undefined || number === undefined ? undefined : { type, number };
  }
  const [, prefix = "", packed = ""] = prefixed.exec(id) ?? [];
  const number = Object.hasOwn(types, prefix) ? readLastNumber(decodeBytes(packed)) : undefined;
  return number === undefined ? undefined : { type: types[prefix] ?? "", number };
}

/** Those of `known` that are among `ids` in either format. */
export function knownAmong(ids: ReadonlySet<string>, known: readonly string[]): ReadonlySet<string> {
  const older = new Set([...ids].filter((id) => isOlderFormat(id)).map(keyOf));
  return new Set(known.filter((id) => ids.has(id) || (older.size > 0 && older.has(keyOf(id)))));
}

/** Whether the two name one thing, each in whatever format. */
export function isSameNode(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

/** What is kept under a node id, whichever format the id had then. For settings of owners and people, which outlast a change. */
export function valueUnder<T>(values: ReadonlyMap<string, T>, id: string): T | undefined {
  return values.get(id) ?? values.get(keysOfNode(values, id)[0] ?? id);
}

/** All keys that name the node. */
export function keysOfNode(values: ReadonlyMap<string, unknown>, id: string): readonly string[] {
  const isOlder = isOlderFormat(id);
  // In one format a node has one id, and comparing texts takes no decoding.
  return [...values.keys()].filter(
    (key) => key === id || (isOlderFormat(key) !== isOlder && isSameNode(key, id)),
  );
}

/** An id that tells no number is only like itself. */
function keyOf(id: string): string {
  const told = readNodeId(id);
  return told === undefined ? id : `${told.type} ${told.number}`;
}

export function isOlderFormat(id: string): boolean {
  return older.test(id);
}

const bytesAfter = new Map([
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
]);

/** MessagePack: a short array of zero and one or two numbers, the last of which is the entity's own. */
function readLastNumber([array = 0, zero, ...rest]: readonly number[]): string | undefined {
  const expected = array - 0x91;
  if (expected < 1 || expected > 2 || zero !== 0) return undefined;
  const numbers: string[] = [];
  for (let at = 0; at < rest.length; ) {
    const kind = rest[at] ?? 0;
    const length = kind < 0x80 ? 0 : bytesAfter.get(kind);
    if (length === undefined || at + length >= rest.length) return undefined;
    const bytes = length === 0 ? [kind] : rest.slice(at + 1, at + 1 + length);
    numbers.push(String(bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)));
    at += 1 + length;
  }
  return numbers.length === expected ? numbers.at(-1) : undefined;
}

function decodeBytes(base64: string): readonly number[] {
  try {
    return [...atob(base64.replaceAll("-", "+").replaceAll("_", "/"))].map((letter) => letter.charCodeAt(0));
  } catch {
    return [];
  }
}
