/** Finds tasks of a plan that may be worked on simultaneously and touch the same files: one would wait for the other's locks. */
import { type FileGlob, parseFileGlob } from "../../base/glob/file-glob.ts";
import { haveCommonPath } from "../../base/glob/overlap.ts";
import { entriesBefore, type PlanEntry } from "./plan.ts";

/** Enough to see that the plan should be cut differently. */
const maxFound = 20;

export interface SharedFiles {
  readonly keys: readonly [string, string];
  readonly globs: readonly [string, string];
}

/**
 * @param ordered what an entry waits for comes before it
 * @param placeOf tells repositories apart
 */
export function sharedFiles(
  ordered: readonly PlanEntry[],
  placeOf: (entry: PlanEntry) => string,
): readonly SharedFiles[] {
  // What comes before each entry costs memory by the square of their number.
  if (!ordered.some((entry) => globsOf(entry).length > 0)) return [];
  const before = new Map<string, ReadonlySet<string>>();
  const seen: { readonly key: string; readonly place: string; readonly globs: readonly FileGlob[] }[] = [];
  const found: SharedFiles[] = [];
  for (const entry of ordered) {
    const { key } = entry;
    const direct = entriesBefore(entry);
    const waitsFor = new Set(direct.flatMap((each) => [each, ...(before.get(each) ?? [])]));
    before.set(key, waitsFor);
    const here = { key, place: placeOf(entry), globs: globsOf(entry) };
    for (const other of here.globs.length === 0 ? [] : seen) {
      const globs =
        other.place === here.place && !waitsFor.has(other.key) ? common(other.globs, here.globs) : undefined;
      if (globs !== undefined) found.push({ keys: [other.key, key], globs });
      if (found.length === maxFound) return found;
    }
    seen.push(here);
  }
  return found;
}

function globsOf(entry: PlanEntry): readonly FileGlob[] {
  if (entry.kind !== "task") return [];
  return entry.message.files.map(parseFileGlob).filter((glob) => typeof glob !== "string");
}

function common(
  some: readonly FileGlob[],
  others: readonly FileGlob[],
): readonly [string, string] | undefined {
  for (const one of some)
    for (const other of others) if (haveCommonPath(one, other)) return [one.text, other.text];
  return undefined;
}
