/** Runs one command of a checkout, and keeps the end of what it prints. */
import { OutputTail } from "../programs/output-tail.ts";
import { type ProgramExit, runProgram } from "../programs/run-program.ts";

export interface Caps {
  /** Maximum run time, in milliseconds. */
  readonly timeMs: number;
  /** Maximum output to both streams together, in bytes. */
  readonly outputBytes: number;
}

/** Where the program runs, and its environment: it inherits none of ours. */
export interface CommandContext {
  readonly purpose: "check" | "git";
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Aborts the program. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly exit: ProgramExit;
  /** The end of its output, both streams in the order they arrived. */
  readonly outputTail: string;
}

const keptBytes = 4_000;

/** Never rejects. */
export async function runCapped(
  argv: readonly string[],
  { purpose, folder, env, signal }: CommandContext,
  caps: Caps,
): Promise<RunResult> {
  const tail = new OutputTail(keptBytes);
  const exit = await runProgram({
    purpose,
    argv,
    folder,
    env,
    signal,
    ...caps,
    onOutput: (chunk) => tail.push(chunk),
  });
  return { exit, outputTail: tail.text() };
}
