/**
 * Node ids as GitHub wrote them until 2021, and still does for what is older: base64 of the length of the type's name, the
 * name and the database id (`010:Repository1296269`). Which format an answer has depends on the age of the object, unless the
 * request has `X-Github-Next-Global-ID: 1` (https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids).
 */
import { type DecodedNodeId, decodeNodeId, isPrefix, prefixes } from "./node-id.ts";

const olderForm = /^MD[A-Za-z0-9+/]{4,100}={0,2}$/;
const newerForm = /^[A-Z]{1,4}_k[A-Za-z0-9_-]{4,60}$/;
const namedId = /^0(\d{1,2}):([A-Za-z]+)(\d{1,15})$/;

/** Of either format. @returns undefined for anything that is no node id */
export function readNodeId(nodeId: string): DecodedNodeId | undefined {
  if (!olderForm.test(nodeId)) return decodeNodeId(nodeId);
  const [, length, type, id] = namedId.exec(Buffer.from(nodeId, "base64").toString()) ?? [];
  const prefix = Object.entries(prefixes).find(([, name]) => name === type)?.[0] ?? "";
  return Number(length) === type?.length && isPrefix(prefix) ? { prefix, id: Number(id) } : undefined;
}

/** A JSON value with its node ids in the older format; anything else stays as it is. */
export function withOlderIds<T>(value: T): T;
export function withOlderIds(value: unknown): unknown {
  if (typeof value === "string") return newerForm.test(value) ? olderOf(value) : value;
  if (Array.isArray(value)) return value.map((each) => withOlderIds(each));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withOlderIds(each)]));
}

function olderOf(nodeId: string): string {
  const decoded = decodeNodeId(nodeId);
  if (decoded === undefined) return nodeId;
  const type = prefixes[decoded.prefix];
  return Buffer.from(`0${type.length}:${type}${decoded.id}`).toString("base64");
}
