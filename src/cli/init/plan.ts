/**
 * Plans what an installation would change, file by file. A file that people have changed belongs to them, and
 * is replaced only on request.
 */
import { unreachable } from "../../base/errors.ts";
import type { Change } from "./change.ts";
import { hooksChange } from "./hooks-entry.ts";
import { entryChange } from "./mcp-entry.ts";
import { sectionIn, withSection } from "./section.ts";
import { isAsInstalled, withLf, withStamp } from "./stamp.ts";
import type { WantedFile } from "./wanted-file.ts";

/** @param present the current file; undefined if there is none */
export function planChanges(wanted: WantedFile, present: string | undefined, force: boolean): Change {
  switch (wanted.upkeep) {
    case "form":
      return formChange(wanted, present, force);
    case "once":
      return onceChange(wanted, present);
    case "section":
      return sectionChange(wanted, present, force);
    case "entry":
      return entryChange(wanted.text, present, force);
    case "hooks":
      return hooksChange(wanted.path, wanted.text, present, force);
    default:
      return unreachable(wanted.upkeep);
  }
}

function formChange({ path, text }: WantedFile, before: string | undefined, force: boolean): Change {
  const after = withStamp(path, text);
  const base = { path, before, after };
  if (before === undefined) return { ...base, action: "create" };
  if (withLf(before) === after || withLf(before) === withLf(text)) return { ...base, action: "same" };
  if (force || isAsInstalled(before)) return { ...base, action: "update" };
  return { ...base, action: "keep", why: "it was edited, or already existed" };
}

function onceChange({ path, text }: WantedFile, before: string | undefined): Change {
  return { path, before, after: before ?? text, action: before === undefined ? "create" : "same" };
}

function sectionChange(wanted: WantedFile, before: string | undefined, force: boolean): Change {
  const { path, text, unlessLine } = wanted;
  const after = withSection(before ?? "", text);
  const base = { path, before, after };
  if (before === undefined) return { ...base, action: "create" };
  const state = sectionIn(before);
  if (state.type === "absent" && unlessLine !== undefined && withLf(before).split("\n").includes(unlessLine))
    return { ...base, after: before, action: "same" };
  if (state.type === "torn")
    return {
      ...base,
      after: before,
      action: "keep",
      why: "one of its two signalbox markers is missing; put it back, or remove the other",
    };
  if (state.type === "found" && state.content === `${text.trimEnd()}\n`) return { ...base, action: "same" };
  if (state.type === "found" && !state.isAsInstalled && !force)
    return { ...base, action: "keep", why: "its signalbox section was edited" };
  return { ...base, action: "update" };
}
