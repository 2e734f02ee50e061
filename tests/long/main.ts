/** `npm run long`: the tests that CI plays for seconds, for as long as they deserve. One part after the other. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type PartName, partNames, parts, unusedOptions, type Wish } from "./parts.ts";

const help = `npm run long -- [options]

  --only <part>   play this part; may be given more than once
  --minutes <n>   how long chaos and soak take: 60
  --seed <n>      another seed for chaos and soak
  --help          print this

Parts:
${partNames.map((name) => `  ${name.padEnd(8)} ${parts[name].about}\n`).join("")}`;

const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns whether it passed. */
function play(name: PartName, wish: Wish): boolean {
  const { files, titles, isInTurn, variables } = parts[name];
  process.stdout.write(`== ${name}: ${JSON.stringify(variables(wish))}\n`);
  const chosen = titles === undefined ? [] : ["-t", titles];
  const inTurn = isInTurn === true ? ["--no-file-parallelism"] : [];
  const ran = spawnSync(process.execPath, [vitest, "run", ...files, ...chosen, ...inTurn], {
    ...{ cwd: root, stdio: "inherit" },
    // Without it, the stories that CI plays on both stores would be played twice.
    env: { ...process.env, SIGNALBOX_FLOWS_ON: "sqlite", ...variables(wish) },
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
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { minutes = "60", seed, only = [...partNames] } = values;
  const unknown = only.filter((name) => !isPart(name));
  if (unknown.length > 0 || ![minutes, seed ?? "0"].every(isNumber)) {
    process.stderr.write(help);
    return 1;
  }
  const unused = unusedOptions(values, only);
  if (unused !== undefined) {
    process.stderr.write(`${unused}\n`);
    return 1;
  }
  const passed = only.filter(isPart).map((name) => play(name, { minutes, seed }));
  return passed.every(Boolean) ? 0 : 1;
}

process.exitCode = main();
