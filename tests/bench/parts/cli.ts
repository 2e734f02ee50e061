/** A command as an agent runs it, again and again: a process of its own, from its start to its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Figure } from "../figure.ts";
import { fillIndex } from "../index-of-tasks.ts";
import type { Run } from "../part.ts";
import { median, percentile } from "../statistics.ts";

const program = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");
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
  const ready = [program, "ready", "--json"];
  // The first run strips types and keeps the compiled code, which no later one does.
  await run(ready, home);
  const rounds = isQuick ? 1 : 15;
  const [taken, bare]: [Usage[], Usage[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    taken.push(await run(ready, home));
    bare.push(await run(["--eval", "0"], home));
  }
  const ms = taken.map((each) => each.ms);
  const figure = `ready --json, ${issues} issues`;
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
  ];
}

async function run(words: readonly string[], home: string): Promise<Usage> {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", report, ...words], {
    env: { PATH: process.env.PATH, SIGNALBOX_HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errorOutput] = await Promise.all([text(child.stderr), once(child, "close")]);
  const ms = performance.now() - begin;
  const { userCPUTime, systemCPUTime, maxRSS } = usage.parse(
    JSON.parse(errorOutput.slice(errorOutput.lastIndexOf("{"))),
  );
  return { ms, cpuMs: (userCPUTime + systemCPUTime) / 1_000, memoryMb: maxRSS / 1_024 };
}
