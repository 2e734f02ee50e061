/**
 * `npm run train:answers -- --data DIR`: fits ranking, confidence and the authority classifier on the development
 * data, prints what cross-validation says of them and writes src/coordinator/trained; `--only tune` shows the numbers set by hand. A newcomer would report the
 * figures of the data trained on; only those of questions left out tell anything.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { trainAuthority } from "./train-authority.ts";
import { trainEvidence } from "./train-evidence.ts";
import { tune } from "./tune.ts";

const { values } = parseArgs({ options: { data: { type: "string" }, only: { type: "string" } } });
if (values.data === undefined) {
  process.stderr.write("Name the folder with the answer data: --data DIR\n");
  process.exit(2);
}
const folder = new URL("../../../src/coordinator/trained/", import.meta.url);
const madeBy = "npm run train:answers -- --data DIR";

function write(file: string, model: object): void {
  writeFileSync(new URL(file, folder), `${JSON.stringify({ madeBy, ...model }, null, 2)}\n`);
}

if (values.only === "tune") tune(values.data);
else {
  if (values.only !== "authority") write("evidence.json", trainEvidence(values.data));
  if (values.only !== "evidence") write("authority.json", trainAuthority(values.data));
}
