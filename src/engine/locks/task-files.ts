/** The paths that a task's text asks for: the globs under *Files* that can be locked. */

import { type FileGlobFault, maxGlobAlternatives, maxGlobLength } from "../../base/glob/file-glob.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { coversFile, filePath } from "../../base/glob/overlap.ts";
import { withoutCodeMarks } from "../../protocol/code-marks.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isSameGlob, maxGlobs } from "./requests.ts";

export function filesOf(record: IssueRecord, { locks }: Pick<Settings, "locks">): readonly string[] {
  return writtenFiles(record)
    .filter((glob) => typeof knownGlob(glob) !== "string" && !isOpenToAll(glob, locks.open))
    .filter((glob, at, all) => all.findIndex((other) => isSameGlob(other, glob)) === at)
    .slice(0, maxGlobs);
}

/** The entries under *Files* that are no globs, each with the reason. */
export function unreadableFiles(
  record: IssueRecord,
): readonly { readonly glob: string; readonly why: string }[] {
  return writtenFiles(record).flatMap((glob) => {
    const parsed = knownGlob(glob);
    return typeof parsed === "string" ? [{ glob, why: sayFault(parsed) }] : [];
  });
}

function writtenFiles(record: IssueRecord): readonly string[] {
  const message = record.reading.kind === "task" && isAdmitted(record) ? record.reading.message : undefined;
  return message?.kind === "task" ? message.files.map(withoutCodeMarks) : [];
}

/** Whether `locks.open` of the settings lists it: then it cannot be locked. */
export function isOpenToAll(glob: string, open: readonly string[]): boolean {
  const isLiteral = !/[*?{]/.test(glob);
  return open.some((each) => {
    const parsed = knownGlob(each);
    if (typeof parsed === "string") return false;
    return isSameGlob(each, glob) || (isLiteral && coversFile(parsed, filePath(glob)));
  });
}

/** A phrase, such as `it is longer than 200 characters`. */
export function sayFault(fault: FileGlobFault): string {
  switch (fault) {
    case "empty":
      return "it is empty";
    case "too long":
      return `it is longer than ${maxGlobLength} characters`;
    case "too many alternatives":
      return `its braces stand for more than ${maxGlobAlternatives} globs`;
    case "relative":
      return "paths begin at the repository's root, without `.` and `..`";
    case "control character":
      return "it has a control character";
  }
}
