/**
 * Uses a local program as an answerer: the question on its standard input, one JSON object on its output.
 * Started without a shell, so no text of a user is ever part of a command line.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answerer, AnswererResult } from "../coordinator/answers/answerer.ts";
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

function printedBy(
  { argv: [program, ...args], timeoutMs, environment }: CommandSettings,
  cwd: string,
  input: string,
  signal: AbortSignal,
): Promise<string | Pick<Failed, "because">> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...{ cwd, env: { ...environment }, detached: true, shell: false },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (result: string | Pick<Failed, "because">): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      kill(child);
      resolve(result);
    };
    const stop = (): void => end({ because: "it was broken off" });
    const timer = setTimeout(
      () => end({ because: `it did not end within ${timeoutMs / 1000} s` }),
      timeoutMs,
    );
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", () => end({ because: "it could not be started" }));
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) end({ because: "it printed too much" });
      else chunks.push(chunk);
    });
    child.on("close", (code) =>
      end(
        code === 0
          ? Buffer.concat(chunks).toString()
          : { because: `it ended with code ${code ?? "of a signal"}` },
      ),
    );
    // A program may exit without reading its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Kills the program and everything it started. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}
