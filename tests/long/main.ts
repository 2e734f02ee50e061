/** `npm run long`: runs the tests that CI runs for seconds at full length, one part after the other. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type LongOptions, type PartName, partNames, parts, unusedOptions } from "./parts.ts";

const help = `npm run long -- [options]

  --only <part>   run this part; may be given more than once
  --minutes <n>   how long chaos and soak (60) and limits (10) take
  --seed <n>      another seed for chaos, soak, limits and shown
  --texts <n>     how many texts shown asks about: 200000
  --folder <name> change the code of one folder only, such as engine/matters, in the part mutants
  --file <path>   and of that folder one file only, such as engine/matters/bind-word.ts
  --help          print this

Parts:
${partNames.map((name) => `  ${name.padEnd(8)} ${parts[name].about}\n`).join("")}`;

const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns whether it passed. */
function runPart(name: PartName, options: LongOptions): boolean {
  const { files, words = [], isProgram, titles, isInTurn, variables } = parts[name];
  process.stdout.write(`== ${name}: ${JSON.stringify(variables(options))}\n`);
  const chosen = titles === undefined ? [] : ["-t", titles];
  const inTurn = isInTurn === true ? ["--no-file-parallelism"] : [];
  const started = isProgram === true ? [...files, ...words] : [vitest, "run", ...files, ...chosen, ...inTurn];
  const ran = spawnSync(process.execPath, started, {
    cwd: root,
    stdio: "inherit",
    // Otherwise the stories that CI runs on both stores would run twice.
    env: { ...process.env, SIGNALBOX_FLOWS_ON: "sqlite", ...variables(options) },
  });
  return ran.status === 0;
}

function isPart(name: string): name is PartName {
  return partNames.some((known) => known === name);
}

function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}

function main(): number {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      minutes: { type: "string" },
      seed: { type: "string" },
      texts: { type: "string" },
      folder: { type: "string" },
      file: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { minutes, seed, texts = "200000", folder, file, only = [...partNames] } = values;
  const unknown = only.filter((name) => !isPart(name));
  if (unknown.length > 0 || ![minutes ?? "0", seed ?? "0", texts].every(isNumber)) {
    process.stderr.write(help);
    return 1;
  }
  const unused = unusedOptions(values, only);
  if (unused !== undefined) {
    process.stderr.write(`${unused}\n`);
    return 1;
  }
  const passed = only.filter(isPart).map((name) => runPart(name, { minutes, seed, texts, folder, file }));
  return passed.every(Boolean) ? 0 : 1;
}

process.exitCode = main();
