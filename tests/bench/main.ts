/**
 * `npm run bench`: runs the parts one after the other, prints a table and writes bench-results.json. The
 * machine differs from minute to minute, so never compare numbers of two runs: measure both sides in one run,
 * alternating, and report a ratio.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startChild } from "./children.ts";
import { exitCodeOf, type Figure, type PartResult, verdictOn } from "./figure.ts";
import { about, type PartName, partNames } from "./part-names.ts";
import { tableOf } from "./table.ts";

const help = `npm run bench -- [options]

  --only <part>   run this part; may be given more than once
  --issues <n>    the size of the largest index of the part scale
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
}

async function measure(name: PartName, options: Options): Promise<PartResult> {
  const loadBefore = loadavg()[0] ?? 0;
  const begin = performance.now();
  const child = startChild("part.ts");
  try {
    const { figures, skipped } = await child.ask({ name, ...options }, answer);
    const seconds = (performance.now() - begin) / 1000;
    return { part: name, seconds, load: [loadBefore, loadavg()[0] ?? 0], figures, skipped };
  } finally {
    await child.stop();
  }
}

function isPart(name: string): name is PartName {
  return partNames.some((known) => known === name);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      issues: { type: "string" },
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
  const issues = values.issues === undefined ? undefined : Number(values.issues);
  if (issues !== undefined && !(Number.isInteger(issues) && issues >= 1_000 && issues % 1_000 === 0)) {
    process.stderr.write(`--issues takes whole thousands, not ${JSON.stringify(values.issues)}.\n`);
    return 1;
  }
  const results: PartResult[] = [];
  for (const name of values.only?.filter(isPart) ?? partNames)
    results.push(await measure(name, { isQuick: values.quick, issues }));
  const report = {
    at: new Date().toISOString(),
    isQuick: values.quick,
    machine: { cpu: cpus()[0]?.model ?? "unknown", cores: availableParallelism(), node: process.version },
    results: results.map((result) => ({
      ...result,
      figures: result.figures.map((figure) => ({ ...figure, verdict: verdictOn(figure) })),
    })),
  };
  const json = `${JSON.stringify(report, undefined, 2)}\n`;
  writeFileSync("bench-results.json", json);
  process.stdout.write(values.json ? json : tableOf(results));
  return exitCodeOf(results, { isQuick: values.quick, isByName: values.only !== undefined });
}

process.exitCode = await main();
