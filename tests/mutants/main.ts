/** `npm run long -- --only mutants`: changes code in small ways and fails for each change that no test notices and nobody explained. */
import { type MutatedFolder, mutatedFolders } from "./folders.ts";
import { type FolderScore, runFolder } from "./run-folder.ts";
import { compareSurvivors, nameSurvivor, readSurvivors, type Survivor } from "./survivors.ts";

/** Of a hundred. */
const leastScore = 90;

function report(score: FolderScore): boolean {
  const { folder, killed, counted, survived, files } = score;
  const percent = (100 * killed) / counted;
  const { unlisted, outdated } = compareSurvivors(survived, readSurvivors(), files);
  tell(unlisted, "No test notices, and survivors.json does not say why none has to");
  tell(outdated, "In survivors.json, but noticed or gone. Remove the entry");
  process.stdout.write(`== ${folder}: ${killed} of ${counted} noticed, ${percent.toFixed(1)} %\n`);
  return percent >= leastScore && unlisted.length === 0 && outdated.length === 0;
}

function tell(mutants: readonly Survivor[], what: string): void {
  if (mutants.length > 0)
    process.stdout.write(`${what}:\n${mutants.map((each) => `  ${nameSurvivor(each)}\n`).join("")}`);
}

async function main(folders: readonly (readonly [name: string, MutatedFolder])[]): Promise<number> {
  let hasPassed = true;
  for (const [name, folder] of folders) hasPassed = report(await runFolder(name, folder)) && hasPassed;
  return hasPassed ? 0 : 1;
}

const { SIGNALBOX_MUTANTS: chosen, SIGNALBOX_MUTANTS_FILE: file } = process.env;
const folders = Object.entries(mutatedFolders)
  .filter(([name]) => chosen === undefined || name === chosen)
  .map(([name, folder]) => [name, file === undefined ? folder : { ...folder, files: [file] }] as const);
if (folders.length === 0)
  process.stderr.write(`--folder takes one of: ${Object.keys(mutatedFolders).join(", ")}\n`);
process.exitCode = folders.length === 0 ? 1 : await main(folders);
