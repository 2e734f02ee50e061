/**
 * Uses a local program as an answerer: the question on its standard input, one JSON object on its output.
 * Started without a shell, so no text of a user is ever part of a command line.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answerer, AnswererResult } from "../coordinator/answers/answerer.ts";
import type { ReaderProgram } from "../programs/reader-program.ts";
import { type ProgramExit, runProgram } from "../programs/run-program.ts";
import { instructions, promptFor, replyIn } from "./prompt.ts";

export interface CommandSettings extends ReaderProgram {
  readonly timeoutMs: number;
  /** What it needs of the server's environment to run; anything else is left out. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const maxOutputBytes = 512 * 1024;

export function commandAnswerer(settings: CommandSettings): Answerer {
  return {
    name: `command ${settings.argv[0].split(/[/\\]/).at(-1) ?? ""}`,
    answer: async (task, signal) => {
      // Empty folders of its own, so that it finds no files, no settings and no login.
      const root = await mkdtemp(join(tmpdir(), "signalbox-answerer-"));
      try {
        const prompt = `${instructions}\n\n${promptFor(task, `data-${randomUUID()}`)}\n`;
        const printed = await printedBy(settings, root, prompt, signal);
        if (typeof printed !== "string") return { type: "failed", because: printed.because };
        const reply = replyIn(printed);
        return reply === undefined
          ? { type: "failed", because: "what it printed was not of the shape asked for" }
          : { type: "replied", reply };
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    },
  };
}

type Failed = Extract<AnswererResult, { readonly type: "failed" }>;

async function printedBy(
  { argv, key, timeoutMs, environment }: CommandSettings,
  root: string,
  input: string,
  signal: AbortSignal,
): Promise<string | Pick<Failed, "because">> {
  const chunks: Buffer[] = [];
  const [folder, home, temp] = [join(root, "work"), join(root, "home"), join(root, "tmp")];
  for (const each of [folder, home, temp]) await mkdir(each);
  const exit = await runProgram({
    purpose: "reader",
    argv,
    folder,
    env: { ...environment, ...(key && { [key.name]: key.value }), HOME: home, TMPDIR: temp },
    keyName: key?.name,
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
