/** Our entry in `.mcp.json`, a file that belongs to the repository and may name other servers. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Change } from "./change.ts";
import { parsedAs, withIndentOf } from "./json-file.ts";

export const mcpPath = ".mcp.json";

const fileShape = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).default({}) });
const name = "signalbox";
const unreadable = "it is not JSON with servers under mcpServers";

/** @param text the file with our entry alone */
export function entryChange(text: string, before: string | undefined, force: boolean): Change {
  const base = { path: mcpPath, before };
  if (before === undefined) return { ...base, after: text, action: "create" };
  const file = parsedAs(fileShape, before);
  if (file === undefined) return { ...base, after: before, action: "keep", why: unreadable };
  const ours = entryIn(text);
  const present = file.mcpServers[name];
  if (isDeepStrictEqual(present, ours)) return { ...base, after: before, action: "same" };
  const after = withIndentOf(before, { ...file, mcpServers: { ...file.mcpServers, [name]: ours } });
  if (present === undefined || force) return { ...base, after, action: "update" };
  return { ...base, after, action: "keep", why: "its entry for signalbox was edited" };
}

export function entryRemoval(text: string, before: string, force: boolean): Change {
  const base = { path: mcpPath, before };
  const file = parsedAs(fileShape, before);
  if (file === undefined) return { ...base, after: before, action: "keep", why: unreadable };
  const { [name]: present, ...others } = file.mcpServers;
  if (present === undefined) return { ...base, after: before, action: "same" };
  const isAlone = Object.keys(others).length === 0 && Object.keys(file).length === 1;
  const after = isAlone ? undefined : withIndentOf(before, { ...file, mcpServers: others });
  if (!force && !isDeepStrictEqual(present, entryIn(text)))
    return { ...base, after, action: "keep", why: "its entry for signalbox was edited" };
  return { ...base, after, action: after === undefined ? "remove" : "update" };
}

function entryIn(text: string): unknown {
  return parsedAs(fileShape, text)?.mcpServers[name];
}
