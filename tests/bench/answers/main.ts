/**
 * `npm run bench:answers -- --data DIR --split dev`: asks every question of the data, writes the predictions, runs the
 * data's own scorer on them and prints the authority table and timings. A newcomer would read good figures into a run
 * on `dev`: the weights were trained there, so only another split tells.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { authorityTable } from "./authority-table.ts";
import { isDataFolder, setsOf } from "./data.ts";
import { type Prediction, predict } from "./predict.ts";
import { smallStoreTable } from "./small-stores.ts";
import { timingTable } from "./timing-table.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    split: { type: "string", default: "dev" },
    out: { type: "string" },
    set: { type: "string", multiple: true },
  },
});

if (values.data === undefined || !isDataFolder(values.data, values.split)) {
  process.stderr.write(
    `The answer data is not here: --data names a folder with corpora/ and ${values.split}/ in it. It is kept outside the repository.\n`,
  );
  process.exit(2);
}
const folder = resolve(values.data);
const sets = values.set ?? setsOf(folder, values.split);
const predictions: Prediction[] = [];
const took: number[] = [];
for (const set of sets)
  for (const { prediction, tookMs } of predict(folder, values.split, set)) {
    predictions.push(prediction);
    took.push(tookMs);
  }
const out = values.out ?? join(mkdtempSync(join(tmpdir(), "answers-")), "predictions.jsonl");
writeFileSync(out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
process.stdout.write(`Predictions: ${out}\n\n`);
const scorer = spawnSync(process.execPath, [join(folder, "score.mjs"), values.split, resolve(out)], {
  encoding: "utf8",
});
process.stdout.write(`${scorer.stdout}${scorer.stderr}\n`);
process.stdout.write(authorityTable(folder, values.split));
process.stdout.write(smallStoreTable(folder, values.split));
process.stdout.write(timingTable(folder, values.split, took));
