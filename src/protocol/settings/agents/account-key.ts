/**
 * Compares accounts by GitHub's database id: one account may be listed in one format of node ids and seen in the other, and
 * must not count as somebody else.
 */
import { isOlderFormat, readNodeId } from "../../../base/node-id.ts";

const accountTypes: ReadonlySet<string> = new Set(["User", "Bot", "Organization"]);
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

/** Whether the two node ids are of one account. An account that is gone has none. */
export function isSameAccount(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  if (one === other) return true;
  const key = databaseKeyOf(one);
  return key !== undefined && key === databaseKeyOf(other);
}

/** Whether the two are written in different formats, and one of them tells no number: they may be one account. */
export function mayBeSameAccount(one: string, other: string): boolean {
  if (isOlderFormat(one) === isOlderFormat(other)) return false;
  return databaseKeyOf(one) === undefined || databaseKeyOf(other) === undefined;
}

function readKey(id: string): string | undefined {
  const told = readNodeId(id);
  const isRead = told !== undefined && (isOlderFormat(id) || accountTypes.has(told.type));
  return isRead ? `${told.type} ${told.number}` : undefined;
}
