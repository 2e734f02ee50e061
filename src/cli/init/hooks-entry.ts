/** Our hooks in `.claude/settings.json` or `.codex/hooks.json`, a file that belongs to the repository and may have others. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Change } from "./change.ts";
import { parsedAs, withIndentOf } from "./json-file.ts";

const group = z.looseObject({ hooks: z.array(z.looseObject({ command: z.string().optional() })) });
const events = z.record(z.string(), z.array(z.unknown()));
const fileShape = z.looseObject({ hooks: events.default({}) });
type Events = z.output<typeof events>;

const unreadable = "it is not JSON with lists under hooks";
const edited = "its hooks for signalbox were edited";

/** @param text the file with our hooks alone */
export function hooksChange(path: string, text: string, before: string | undefined, force: boolean): Change {
  const base = { path, before };
  if (before === undefined) return { ...base, after: text, action: "create" };
  const file = parsedAs(fileShape, before);
  if (file === undefined) return { ...base, after: before, action: "keep", why: unreadable };
  const ours = eventsIn(text);
  if (hasAll(file.hooks, ours)) return { ...base, after: before, action: "same" };
  const hooks = withOurs(withoutOurs(file.hooks), ours);
  const after = withIndentOf(before, { ...file, hooks });
  if (!hasEdited(file.hooks, ours) || force) return { ...base, after, action: "update" };
  return { ...base, after, action: "keep", why: edited };
}

export function hooksRemoval(path: string, text: string, before: string, force: boolean): Change {
  const base = { path, before };
  const file = parsedAs(fileShape, before);
  if (file === undefined) return { ...base, after: before, action: "keep", why: unreadable };
  const rest = withoutOurs(file.hooks);
  if (isDeepStrictEqual(rest, file.hooks)) return { ...base, after: before, action: "same" };
  const { hooks: _, ...others } = file;
  const isBare = Object.keys(rest).length === 0;
  const after =
    isBare && Object.keys(others).length === 0
      ? undefined
      : withIndentOf(before, isBare ? others : { ...file, hooks: rest });
  if (hasEdited(file.hooks, eventsIn(text)) && !force) return { ...base, after, action: "keep", why: edited };
  return { ...base, after, action: after === undefined ? "remove" : "update" };
}

function eventsIn(text: string): Events {
  return parsedAs(fileShape, text)?.hooks ?? {};
}

/** Whether a group runs one of our two commands, in whatever form. */
function isOurs(written: unknown): boolean {
  const { data } = group.safeParse(written);
  return data?.hooks.some(({ command = "" }) => /\bsignalbox (?:inbox --hook|beat)\b/.test(command)) ?? false;
}

function hasAll(present: Events, ours: Events): boolean {
  return Object.entries(ours).every(([event, groups]) =>
    groups.every((each) => present[event]?.some((found) => isDeepStrictEqual(found, each))),
  );
}

function hasEdited(present: Events, ours: Events): boolean {
  return Object.entries(present).some(([event, groups]) =>
    groups.some((found) => isOurs(found) && !ours[event]?.some((each) => isDeepStrictEqual(found, each))),
  );
}

function withoutOurs(present: Events): Events {
  return Object.fromEntries(
    Object.entries(present).flatMap(([event, groups]) => {
      const rest = groups.filter((found) => !isOurs(found));
      return rest.length === 0 && groups.length > 0 ? [] : [[event, rest]];
    }),
  );
}

function withOurs(present: Events, ours: Events): Events {
  const added = Object.entries(ours).map(([event, groups]) => [
    event,
    [...(present[event] ?? []), ...groups],
  ]);
  return { ...present, ...Object.fromEntries(added) };
}
