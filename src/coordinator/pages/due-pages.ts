/** Finds the pages of the context store that are about files which a handover changed. */
import { coversFile, filePath } from "../../base/glob/overlap.ts";
import type { DuePage } from "../../engine/model/page-finding.ts";
import type { StoredContext } from "../ports.ts";
import { pageScopeOf } from "../staleness/page-scope.ts";

const shownFiles = 5;
/** More pages than one task can compare. */
const maxPages = 20;

/** A page that was changed together with these files is not due: its author had it in front of them. */
export function duePages(
  files: StoredContext["files"],
  changed: readonly string[],
  isTaken: (path: string) => boolean,
): readonly DuePage[] {
  const names = [...new Set(changed)].toSorted();
  const all = names.map((name) => ({ name, path: filePath(name) }));
  const due: DuePage[] = [];
  for (const { path, use, text } of files) {
    if (due.length === maxPages || use !== "quoted" || names.includes(path) || isTaken(path)) continue;
    const about = pageScopeOf(text)?.about ?? [];
    const touched = all.filter((file) => about.some((glob) => coversFile(glob, file.path)));
    if (touched.length === 0) continue;
    const shown = touched.slice(0, shownFiles).map(({ name }) => name);
    due.push({ path, files: shown, more: touched.length - shown.length });
  }
  return due;
}
