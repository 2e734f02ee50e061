/** Remembers parsed globs: the same few are compared again in every decision. */
import { type FileGlob, type FileGlobFault, parseFileGlob } from "./file-glob.ts";

const maxKnown = 10_000;
/** Oldest first. */
const known = new Map<string, FileGlob | FileGlobFault>();

export function knownGlob(text: string): FileGlob | FileGlobFault {
  const found = known.get(text);
  if (found !== undefined) return found;
  const parsed = parseFileGlob(text);
  known.set(text, parsed);
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  return parsed;
}
