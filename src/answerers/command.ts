/**
 * Uses a local program as an answerer: the question on its standard input, one JSON object on its output.
 * Started without a shell, so no text of a user is ever part of a command line.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answerer, AnswererResult } from "../coordinator/answers/answerer.ts";
import { type ProgramExit, runProgram } from "../programs/run-program.ts";
import { instructions, promptFor, replyIn } from "./prompt.ts";

export interface CommandSettings {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  readonly timeoutMs: number;
  /** Its environment, without any of our secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const maxOutputBytes = 512 * 1024;

export function commandAnswerer(settings: CommandSettings): Answerer {
  return {
    name: `command ${settings.argv[0].split(/[/\\]/).at(-1) ?? ""}`,
    answer: async (task, signal) => {
      // An empty directory of its own, so that it finds no other files.
      const cwd = await mkdtemp(join(tmpdir(), "signalbox-answerer-"));
      try {
        const prompt = `${instructions}\n\n${promptFor(task, `data-${randomUUID()}`)}\n`;
        const printed = await printedBy(settings, cwd, prompt, signal);
        if (typeof printed !== "string") return { type: "failed", because: printed.because };
        const reply = replyIn(printed);
        return reply === undefined
          ? { type: "failed", because: "what it printed was not of the shape asked for" }
          : { type: "replied", reply };
      } finally {
        await rm(cwd, { recursive: true, force: true });
      }
    },
  };
}

type Failed = Extract<AnswererResult, { readonly type: "failed" }>;

async function printedBy(
  { argv, timeoutMs, environment }: CommandSettings,
  folder: string,
  input: string,
  signal: AbortSignal,
): Promise<string | Pick<Failed, "because">> {
  const chunks: Buffer[] = [];
  const exit = await runProgram({
    argv,
    folder,
    env: environment,
    input,
    signal,
    timeMs: timeoutMs,
    outputBytes: maxOutputBytes,
    // Progress and warnings are no reply, however many.
    readsErrors: false,
    onOutput: (chunk) => chunks.push(chunk),
  });
  const because = failureOf(exit, timeoutMs);
  return because === undefined ? Buffer.concat(chunks).toString() : { because };
}

/** Our own message: what the program prints may contain anything. */
function failureOf(exit: ProgramExit, timeoutMs: number): string | undefined {
  switch (exit.type) {
    case "exited":
      return exit.code === 0 ? undefined : `it ended with code ${exit.code}`;
    case "killed":
      return `it was killed by ${exit.by}`;
    case "took too long":
      return `it did not end within ${timeoutMs / 1000} s`;
    case "wrote too much":
      return "it printed too much";
    case "interrupted":
      return "it was broken off";
    case "not started":
      return "it could not be started";
  }
}
