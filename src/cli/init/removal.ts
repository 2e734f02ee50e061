/**
 * Plans what `init --remove` takes out, file by file: what `init` brought, unless people have changed it. What they
 * wrote into the context folders is never removed.
 */
import { unreachable } from "../../base/errors.ts";
import type { Change } from "./change.ts";
import { hooksRemoval } from "./hooks-entry.ts";
import { entryRemoval } from "./mcp-entry.ts";
import { sectionIn, withoutSection } from "./section.ts";
import { isAsInstalled, withLf } from "./stamp.ts";
import type { WantedFile } from "./wanted-file.ts";

/**
 * @param present the current file; undefined if there is none
 * @param force also removes forms and the section if they were edited
 */
export function planRemoval(wanted: WantedFile, present: string | undefined, force: boolean): Change {
  const { path, text, upkeep } = wanted;
  if (present === undefined) return { path, action: "same", before: undefined, after: undefined };
  const removed: Change = { path, action: "remove", before: present, after: undefined };
  switch (upkeep) {
    case "form": {
      const isOurs = isAsInstalled(present) || withLf(present) === withLf(text);
      return isOurs || force ? removed : { ...removed, action: "keep", why: "it was edited" };
    }
    case "once":
      return withLf(present) === withLf(text)
        ? removed
        : { ...removed, action: "keep", after: present, why: "it belongs to the repository" };
    case "section":
      return sectionRemoval(path, present, force);
    case "entry":
      return entryRemoval(text, present, force);
    case "hooks":
      return hooksRemoval(path, text, present, force);
    default:
      return unreachable(upkeep);
  }
}

function sectionRemoval(path: string, before: string, force: boolean): Change {
  const state = sectionIn(before);
  const same = { path, before, after: before };
  if (state.type === "absent") return { ...same, action: "same" };
  if (state.type === "torn")
    return { ...same, action: "keep", why: "one of its two signalbox markers is missing; remove the other" };
  const rest = withoutSection(before);
  const change = rest.trim() === "" ? { path, before, after: undefined } : { path, before, after: rest };
  if (!state.isAsInstalled && !force)
    return { ...change, action: "keep", why: "its signalbox section was edited" };
  return { ...change, action: change.after === undefined ? "remove" : "update" };
}
