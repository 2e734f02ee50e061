/**
 * `npm run bench`: runs the parts one after the other, prints a table and writes bench-results.json. The
 * machine differs from minute to minute, so never compare numbers of two runs: measure both sides in one run,
 * alternating, and report a ratio.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { startChild } from "./children.ts";
import { exitCodeOf, type Figure, type PartResult, verdictOn } from "./figure.ts";
import {
  about,
  measurementsOf,
  type PartName,
  partNames,
  partsToRun,
  type StepName,
  stepNames,
  usualSizeOf,
} from "./part-names.ts";
import { tableOf } from "./table.ts";

const help = `npm run bench -- [options]

  --only <part>   run this part; may be given more than once. With scale, unless --step is given, also the parts that
                  measure its goals in one process: sync, unblocking, rounds
  --issues <n>    the size of the largest index of the part scale: 1,000,000, or 100,000 with --step
  --repositories <n>
                  how many repositories of 1,000 issues the part scale reads for the first time: 1,000, or 20 with --step
  --hours <n>     how many hours the shift of the part agents is simulated: 1
  --step <name>   of the part scale only this step: ${stepNames.join(", ")}
  --quick         few rounds and small indexes: shows that it works, not how fast
  --json          print the results as JSON instead of a table
  --help          print this

Parts:
${partNames.map((name) => `  ${name.padEnd(9)} ${about[name]}\n`).join("")}
Results are also written to bench-results.json. Ends with 1 when a target is missed, or when a part given by --only
cannot run here; --quick has no targets.
`;

const answer = z.object({ figures: z.array(z.custom<Figure>()), skipped: z.string().optional() });

interface Options {
  readonly isQuick: boolean;
  readonly issues: number | undefined;
  readonly repositories: number | undefined;
  readonly hours: number | undefined;
  readonly step: StepName | undefined;
}

async function measure(name: PartName, options: Options): Promise<PartResult> {
  const part = options.step === undefined ? name : `${name}, ${options.step}`;
  const loadBefore = loadavg()[0] ?? 0;
  const begin = performance.now();
  const resultOf = (found: z.infer<typeof answer>): PartResult => ({
    part,
    ...found,
    seconds: (performance.now() - begin) / 1000,
    load: [loadBefore, loadavg()[0] ?? 0],
  });
  const child = startChild("part.ts");
  try {
    return resultOf(await child.ask({ name, ...options }, answer));
  } catch (thrown) {
    return resultOf({ figures: [], skipped: `it failed: ${messageOf(thrown)}` });
  } finally {
    await child.stop();
  }
}

function isPart(name: string): name is PartName {
  return partNames.some((known) => known === name);
}

/** @throws UserError if it is no whole multiple */
function multipleOf(unit: number, option: string, given: string | undefined): number | undefined {
  const value = given === undefined ? undefined : Number(given);
  if (value !== undefined && !(Number.isInteger(value) && value >= unit && value % unit === 0))
    throw new UserError(`--${option} takes multiples of ${unit}, not ${JSON.stringify(given)}.`);
  return value;
}

/** @throws UserError if one of them is not what it should be */
function optionsOf(
  values: {
    readonly [name in "issues" | "repositories" | "hours" | "step"]?: string;
  },
): Omit<Options, "isQuick"> {
  const step = stepNames.find((name) => name === values.step);
  if (values.step !== undefined && step === undefined)
    throw new UserError(
      `The part scale has no step ${JSON.stringify(values.step)}; it has ${stepNames.join(", ")}.`,
    );
  return {
    issues: multipleOf(1_000, "issues", values.issues),
    repositories: multipleOf(10, "repositories", values.repositories),
    hours: multipleOf(1, "hours", values.hours),
    step,
  };
}

/** @throws UserError if an option would do nothing, as the part that it belongs to is not asked for by its name */
function refuseUnused(
  values: {
    readonly [name in "issues" | "repositories" | "step"]?: string;
  },
  isScaleNamed: boolean,
): void {
  const given = (["issues", "repositories", "step"] as const).filter((name) => values[name] !== undefined);
  if (given.length === 0 || isScaleNamed) return;
  const options = given.map((name) => `--${name}`).join(" and ");
  throw new UserError(`Only the part scale takes ${options}. Add --only scale.`);
}

function reportOf(results: readonly PartResult[], isQuick: boolean) {
  return {
    at: new Date().toISOString(),
    isQuick,
    machine: { cpu: cpus()[0]?.model ?? "unknown", cores: availableParallelism(), node: process.version },
    results: results.map((result) => ({
      ...result,
      figures: result.figures.map((figure) => ({ ...figure, verdict: verdictOn(figure) })),
    })),
  };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      issues: { type: "string" },
      repositories: { type: "string" },
      hours: { type: "string" },
      step: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const unknown = values.only?.find((name) => !isPart(name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no part ${JSON.stringify(unknown)}; there are ${partNames.join(", ")}.\n`);
    return 1;
  }
  const options = optionsOf(values);
  const parts = partsToRun(values.only?.filter(isPart), options.step);
  refuseUnused(values, values.only?.includes("scale") === true);
  if (options.hours !== undefined && !parts.includes("agents"))
    throw new UserError("Only the part agents takes --hours. Add --only agents.");
  const goals = values.quick || options.step !== undefined ? undefined : usualSizeOf(undefined);
  const results: PartResult[] = [];
  let json = "";
  for (const { name, step } of measurementsOf(parts, options.step)) {
    const sizes = {
      issues: options.issues ?? goals?.issues,
      repositories: options.repositories ?? goals?.repositories,
      hours: options.hours,
    };
    results.push(await measure(name, { isQuick: values.quick, ...sizes, step }));
    // A run may take hours: what was measured by then is kept, however it ends.
    json = `${JSON.stringify(reportOf(results, values.quick), undefined, 2)}\n`;
    writeFileSync("bench-results.json", json);
  }
  process.stdout.write(values.json ? json : tableOf(results));
  return exitCodeOf(results, { isQuick: values.quick, isByName: values.only !== undefined });
}

try {
  process.exitCode = await main();
} catch (thrown) {
  if (!(thrown instanceof UserError)) throw thrown;
  process.stderr.write(`${thrown.message}\n`);
  process.exitCode = 1;
}
