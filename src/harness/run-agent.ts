/**
 * Runs an agent's program to its end, with a sign of life while it lives. Memory stays bounded however much it
 * prints: of its output the end is kept, and its result is read line by line.
 */
import type { Clock } from "../base/clock.ts";
import { OutputTail } from "../programs/output-tail.ts";
import { ProcessFamily } from "../programs/process-family.ts";
import { type ProgramExit, runProgram } from "../programs/run-program.ts";
import type { Harness, HarnessResult } from "./harness.ts";

export interface AgentProgram {
  readonly harness: Harness;
  readonly argv: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The start packet. */
  readonly input: string;
  /** The run's id, which marks all processes of the program. */
  readonly mark: string;
  readonly timeMs: number;
}

export interface Companions {
  readonly clock: Clock;
  /** Called once the program runs. */
  readonly started?: () => void;
  /** Stops the program. */
  readonly signal: AbortSignal;
  /** Kills a program that is stopped, instead of waiting for it. */
  readonly hurry?: AbortSignal;
  /** Sends a sign of life. Resolves to why the agent holds the task no longer, if the server says so. Never rejects. */
  readonly beat: () => Promise<string | undefined>;
}

export interface AgentRun {
  readonly exit: ProgramExit;
  readonly result: HarnessResult;
  /** The end of both streams, in the order in which they arrived. */
  readonly output: string;
  readonly outputBytes: number;
  /** Why the agent holds the task no longer; the program was stopped for it. */
  readonly lost: string | undefined;
  /** What the program may have left running. */
  readonly family: ProcessFamily;
}

const keptBytes = 272_000;
const graceMs = 10_000;
const beatEveryMs = 30_000;

/** Never rejects. */
export async function runAgent(program: AgentProgram, companions: Companions): Promise<AgentRun> {
  const output = new OutputTail(keptBytes);
  const reader = program.harness.createReader();
  const family = new ProcessFamily(program.mark);
  const ended = new AbortController();
  const fenced = new AbortController();
  const beating = keepBeating(companions, ended.signal).then((lost) => {
    if (lost !== undefined) fenced.abort();
    return lost;
  });
  const { argv, folder, env, input, timeMs } = program;
  const exit = await runProgram({
    purpose: "agent",
    argv,
    folder,
    env,
    input,
    timeMs,
    graceMs,
    family,
    signal: AbortSignal.any([companions.signal, fenced.signal]),
    hurry: companions.hurry,
    onStart: companions.started,
    onOutput: (chunk, stream) => {
      output.push(chunk);
      if (stream === "stdout") reader.push(chunk);
    },
  });
  ended.abort();
  const lost = await beating;
  return { exit, result: reader.result(), output: output.text(), outputBytes: output.written, lost, family };
}

/** Resolves once the program has ended, or the agent holds the task no longer. */
async function keepBeating({ beat, clock }: Companions, ended: AbortSignal): Promise<string | undefined> {
  while (!ended.aborted) {
    const lost = await beat();
    if (lost !== undefined) return lost;
    await clock.sleep(beatEveryMs, ended);
  }
  return undefined;
}
