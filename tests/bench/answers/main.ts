/**
 * `npm run bench:answers -- --data DIR --split dev --projects DIR`: asks every question of the data, writes
 * the predictions and runs the data's own scorers on them. docs/measured.md describes the directories.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { authorityTable } from "./authority-table.ts";
import { isDataFolder, setsOf } from "./data.ts";
import { type Prediction, predict } from "./predict.ts";
import { isProjectFolder } from "./project-data.ts";
import { projectTable } from "./project-table.ts";
import { timingTable } from "./timing-table.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    projects: { type: "string" },
    split: { type: "string", default: "dev" },
    out: { type: "string" },
    set: { type: "string", multiple: true },
  },
});
const projects = values.projects ?? (values.data === undefined ? undefined : join(values.data, "context"));
const hasData = values.data !== undefined && isDataFolder(values.data, values.split);
const hasProjects = projects !== undefined && isProjectFolder(projects);

if (!hasData && !hasProjects) {
  process.stderr.write(
    `The answer data is not here: --data names a folder with corpora/ and ${values.split}/ in it, --projects one with stores/ and questions/ (else context/ in the former). It is kept outside the repository.\n`,
  );
  process.exit(2);
}
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), "answers-")));
mkdirSync(out, { recursive: true });
process.stdout.write(`Predictions: ${out}\n\n`);
if (hasProjects && values.set === undefined) process.stdout.write(await projectTable(resolve(projects), out));
if (hasData) printPages(resolve(values.data ?? ""), values.split, values.set);

function printPages(folder: string, split: string, wanted: readonly string[] | undefined): void {
  const predictions: Prediction[] = [];
  const took: number[] = [];
  for (const set of wanted ?? setsOf(folder, split))
    for (const { prediction, tookMs } of predict(folder, split, set)) {
      predictions.push(prediction);
      took.push(tookMs);
    }
  const file = join(out, "pages.jsonl");
  writeFileSync(file, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  const scorer = spawnSync(process.execPath, [join(folder, "score.mjs"), split, file], { encoding: "utf8" });
  process.stdout.write(`${scorer.stdout}${scorer.stderr}\n`);
  if (existsSync(join(folder, split, "authority.jsonl.gz")))
    process.stdout.write(authorityTable(folder, split));
  process.stdout.write(timingTable(folder, split, took));
}
