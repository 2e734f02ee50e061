/** A command as an agent runs it, again and again: a process of its own, from its start to its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { beginRun, besideServer } from "../../support/begun-run.ts";
import { startCrew } from "../../support/crew.ts";
import type { Figure } from "../figure.ts";
import { fillIndex } from "../index-of-tasks.ts";
import type { Run } from "../part.ts";
import { median, percentile } from "../statistics.ts";

const program = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");
const ready = [program, "ready", "--json"];
/** Has the process print its resource usage to stderr when it exits. */
const report = `data:text/javascript,process.on("exit",()=>process.stderr.write(JSON.stringify(process.resourceUsage())))`;
const usage = z.object({ userCPUTime: z.number(), systemCPUTime: z.number(), maxRSS: z.number() });

interface Usage {
  readonly ms: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
}

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const issues = isQuick ? 1_000 : 10_000;
  const home = join(folder, "index");
  await fillIndex(home, issues, progress);
  // The first run strips types and keeps the compiled code, which no later one does.
  await run(ready, { SIGNALBOX_HOME: home });
  const rounds = isQuick ? 1 : 15;
  const [taken, bare]: [Usage[], Usage[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    taken.push(await run(ready, { SIGNALBOX_HOME: home }));
    bare.push(await run(["--eval", "0"], {}));
  }
  const ms = taken.map((each) => each.ms);
  const figure = `ready --json, ${issues} issues`;
  const inRun = await figuresInRun(folder, rounds);
  return [
    { name: `${figure}, median`, value: median(ms), unit: "ms", target: { atMost: 250 } },
    { name: `${figure}, p95`, value: percentile(ms, 0.95), unit: "ms" },
    { name: "the same, CPU time, median", value: median(taken.map((each) => each.cpuMs)), unit: "ms" },
    { name: "node alone, median", value: median(bare.map((each) => each.ms)), unit: "ms" },
    {
      name: "memory at its highest, median",
      value: median(taken.map((each) => each.memoryMb)),
      unit: "MB",
      target: { atMost: 90 },
    },
    { name: "memory of node alone", value: median(bare.map((each) => each.memoryMb)), unit: "MB" },
    ...inRun,
  ];
}

/** By the run's secret, and in the same agent's name from the data folder, in turns: an agent is to notice no difference. */
async function figuresInRun(folder: string, rounds: number): Promise<readonly Figure[]> {
  const bus = await startCrew({ ada: { login: "ada" } });
  try {
    const task = await bus.as("alice").open("Retry the queue", "### Goal\n\nIt works.", ["kind:task"], []);
    await bus.settled();
    const { variables } = await beginRun(bus, folder, "ada", task);
    const beside = besideServer(bus, "ada");
    const [taken, compared]: [Usage[], Usage[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      const pair = [await run(ready, variables), await run(ready, beside)] as const;
      // The first round strips types and keeps the compiled code.
      if (round < 0) continue;
      taken.push(pair[0]);
      compared.push(pair[1]);
    }
    const what = "ready --json by a run's secret";
    const ratio = median(taken.map(({ ms }) => ms)) / median(compared.map(({ ms }) => ms));
    const cpuRatio = median(taken.map(({ cpuMs }) => cpuMs)) / median(compared.map(({ cpuMs }) => cpuMs));
    return [
      { name: `${what}, median`, value: median(taken.map(({ ms }) => ms)), unit: "ms" },
      { name: "compared with the data folder", value: ratio, unit: "x", target: { atMost: 1.1 } },
      { name: "its CPU time compared", value: cpuRatio, unit: "x", target: { atMost: 1.1 } },
    ];
  } finally {
    await bus.stop();
  }
}

async function run(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Usage> {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", report, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errorOutput] = await Promise.all([text(child.stderr), once(child, "close")]);
  const ms = performance.now() - begin;
  const { userCPUTime, systemCPUTime, maxRSS } = usage.parse(
    JSON.parse(errorOutput.slice(errorOutput.lastIndexOf("{"))),
  );
  return { ms, cpuMs: (userCPUTime + systemCPUTime) / 1_000, memoryMb: maxRSS / 1_024 };
}
