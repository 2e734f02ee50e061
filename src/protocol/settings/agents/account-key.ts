/**
 * Compares accounts by GitHub's database id. GitHub writes node ids in two formats, an older one (base64 of `04:User583231`)
 * and one with a prefix (`U_kgDOAAjmPw`, MessagePack of the same number): one account may be listed in one and seen in the
 * other, and must not count as somebody else.
 */

const types: Readonly<Record<string, string>> = { U: "User", BOT: "Bot", O: "Organization", EMU: "User" };
const prefixed = /^([A-Z]{1,5})_([A-Za-z0-9_-]{4,40})$/;
const older = /^MD[A-Za-z0-9+/]{4,100}={0,2}$/;
const olderText = /^\d{2,3}:([A-Za-z]+)(\d{1,19})$/;

const maxKnown = 10_000;
const known = new Map<string, string | undefined>();

/** `User 583231`; undefined if the id tells no number. */
export function databaseKeyOf(id: string): string | undefined {
  if (known.has(id)) return known.get(id);
  if (known.size >= maxKnown) known.clear();
  const key = readKey(id);
  known.set(id, key);
  return key;
}

/** Whether the two node ids are of one account. */
export function isSameAccount(one: string, other: string): boolean {
  if (one === other) return true;
  const key = databaseKeyOf(one);
  return key !== undefined && key === databaseKeyOf(other);
}

/** Whether the two are written in different formats, and one of them tells no number: they may be one account. */
export function mayBeSameAccount(one: string, other: string): boolean {
  if (older.test(one) === older.test(other)) return false;
  return databaseKeyOf(one) === undefined || databaseKeyOf(other) === undefined;
}

function readKey(id: string): string | undefined {
  if (older.test(id)) {
    const [, type, number] =
      olderText.exec(
        bytesIn(id)
          .map((byte) => String.fromCharCode(byte))
          .join(""),
      ) ?? [];
    return type === undefined || number === undefined ? undefined : `${type} ${number}`;
  }
  const [, prefix = "", packed = ""] = prefixed.exec(id) ?? [];
  const type = types[prefix];
  const number = type === undefined ? undefined : numberIn(bytesIn(packed));
  return number === undefined ? undefined : `${type} ${number}`;
}

/** MessagePack: an array of two, zero and the number. */
function numberIn([array, zero, kind = -1, ...rest]: readonly number[]): string | undefined {
  if (array !== 0x92 || zero !== 0) return undefined;
  if (kind >= 0 && kind < 0x80) return rest.length === 0 ? String(kind) : undefined;
  const length = new Map([
    [0xcc, 1],
    [0xcd, 2],
    [0xce, 4],
    [0xcf, 8],
  ]).get(kind);
  if (length === undefined || rest.length !== length) return undefined;
  return String(rest.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n));
}

function bytesIn(base64: string): readonly number[] {
  try {
    return [...atob(base64.replaceAll("-", "+").replaceAll("_", "/"))].map((letter) => letter.charCodeAt(0));
  } catch {
    return [];
  }
}
