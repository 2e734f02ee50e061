/** Runs the mutants of one folder with Stryker, in two goes, since those at work while modules load need a worker each. */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import type { MutatedFolder } from "./folders.ts";
import type { Survivor } from "./survivors.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

export interface FolderScore {
  readonly folder: string;
  readonly killed: number;
  /** Those that a test notices and those that none does. Not those that cannot run. */
  readonly counted: number;
  readonly survived: readonly Survivor[];
  readonly files: ReadonlySet<string>;
}

export async function runFolder(folder: string, { files }: MutatedFolder): Promise<FolderScore> {
  process.env.SIGNALBOX_MUTANTS_FOLDER = folder;
  const first = await runStryker(
    files.map((file) => `src/${file}`),
    true,
  );
  const left = first.filter(({ status }) => status === "Ignored").map(rangeText);
  const second = left.length === 0 ? [] : await runStryker([...new Set(left)], false);
  return scoreFolder(folder, mergeResults(first, second));
}

function runStryker(mutate: readonly string[], ignoreStatic: boolean): Promise<readonly MutantResult[]> {
  const configFile = fileURLToPath(new URL("stryker.config.json", import.meta.url));
  const tempDirName = join(tmpdir(), `signalbox-mutants-${process.pid}`);
  return new Stryker({ configFile, mutate: [...mutate], ignoreStatic, tempDirName }).runMutationTest();
}

/** As `mutate` takes it: columns from zero, where results have them from one. */
function rangeText({ fileName, location: { start, end } }: MutantResult): string {
  return `${relative(root, fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** The second go has the mutants within those of the first again. */
function mergeResults(
  first: readonly MutantResult[],
  second: readonly MutantResult[],
): readonly MutantResult[] {
  const merged = new Map(first.map((each) => [nameMutant(each), each]));
  for (const each of second) {
    const earlier = merged.get(nameMutant(each));
    if (earlier === undefined || earlier.status === "Ignored") merged.set(nameMutant(each), each);
  }
  return [...merged.values()];
}

function nameMutant(mutant: MutantResult): string {
  return `${rangeText(mutant)} ${mutant.replacement}`;
}

function scoreFolder(folder: string, results: readonly MutantResult[]): FolderScore {
  const noticed = results.filter(({ status }) => status === "Killed" || status === "Timeout");
  const unnoticed = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return {
    folder,
    killed: noticed.length,
    counted: noticed.length + unnoticed.length,
    survived: unnoticed.map(describeSurvivor),
    files: new Set(results.map(({ fileName }) => relative(root, fileName))),
  };
}

function describeSurvivor({ fileName, location: { start, end }, replacement }: MutantResult): Survivor {
  const lines = readFileSync(fileName, "utf8").split("\n");
  const from = lines.slice(start.line - 1, end.line);
  const last = from.length - 1;
  const cut = from.map((line, at) => {
    const ends = at === last ? end.column - 1 : undefined;
    return line.slice(at === 0 ? start.column - 1 : 0, ends);
  });
  return {
    file: relative(root, fileName),
    line: (from[0] ?? "").trim(),
    from: inOneLine(cut.join("\n")),
    to: inOneLine(replacement),
  };
}

function inOneLine(code: string): string {
  return code.replace(/\s+/g, " ").trim();
}
