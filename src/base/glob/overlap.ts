/** Compares globs with each other, and with files. */
import { accepts, haveCommonText } from "./automaton.ts";
import type { FileGlob } from "./file-glob.ts";
import { foldName } from "./fold-name.ts";

export function haveCommonPath(a: FileGlob, b: FileGlob): boolean {
  const isApart = !a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix);
  return !isApart && haveCommonText(a.automaton, b.automaton);
}

export interface FilePath {
  /** As git has it; every character is literal. */
  readonly text: string;
  readonly folded: string;
}

export function filePath(text: string): FilePath {
  return { text, folded: foldName(text) };
}

/** Whether the glob matches the file, or a folder that the file is in. */
export function coversFile({ prefix, automaton }: FileGlob, { folded }: FilePath): boolean {
  return folded.startsWith(prefix) && accepts(automaton, folded);
}
