/** The mutants that no test has to notice, with the reason: `survivors.json`. A run is held to the list. */
import { readFileSync } from "node:fs";

/** A mutant by what it changes, not by its line: an edit elsewhere in the file does not lose it. */
export interface Survivor {
  readonly file: string;
  /** The first line of what is changed, trimmed. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
}

export interface ListedSurvivor extends Survivor {
  readonly reason: string;
}

export function readSurvivors(): readonly ListedSurvivor[] {
  return JSON.parse(readFileSync(new URL("survivors.json", import.meta.url), "utf8"));
}

export interface Disagreement {
  /** Survived, and the list does not say why it may. */
  readonly unlisted: readonly Survivor[];
  /** Listed, and now noticed or gone. */
  readonly outdated: readonly Survivor[];
}

/** Compares what survived with the entries for the files that were changed. */
export function compareSurvivors(
  survived: readonly Survivor[],
  listed: readonly ListedSurvivor[],
  files: ReadonlySet<string>,
): Disagreement {
  const names = new Set(survived.map(nameSurvivor));
  const known = new Set(listed.map(nameSurvivor));
  return {
    unlisted: survived.filter((each) => !known.has(nameSurvivor(each))),
    outdated: listed.filter((each) => files.has(each.file) && !names.has(nameSurvivor(each))),
  };
}

export function nameSurvivor({ file, line, from, to }: Survivor): string {
  return `${file}: ${line}\n    ${from}\n    => ${to}`;
}
