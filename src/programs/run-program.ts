/**
 * Runs one program without a shell, in its own process group, and ends the whole group with it: a child that
 * survives would keep working, and keep the pipes open that we read. Where the program is stopped, or was killed, everything that
 * it started ends with it, whichever group that is in.
 */
import { spawn } from "node:child_process";
import { messageOf } from "../base/errors.ts";
import { familyVariable, ProcessFamily } from "./process-family.ts";
import { type ProgramPurpose, permitted } from "./purpose.ts";

export interface ProgramRequest {
  readonly purpose: ProgramPurpose;
  /** The program and its arguments. */
  readonly argv: readonly string[];
  readonly folder: string;
  /** The whole environment, of which it gets what its purpose permits: nothing of ours is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variable with a reader's own model's key. */
  readonly keyName?: string | undefined;
  /** Written to its standard input, which is then closed. Without it there is no input. */
  readonly input?: string;
  /** Maximum run time, in milliseconds. */
  readonly timeMs: number;
  /** Maximum output to both streams together, in bytes; unlimited if omitted. */
  readonly outputBytes?: number;
  /** How long it may take to end after SIGTERM before it is killed. Without it, it is killed immediately. */
  readonly graceMs?: number;
  /** Called once the program runs. */
  readonly onStart?: (() => void) | undefined;
  /** Stops the program. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the grace of a program that is stopped: it is killed. */
  readonly hurry?: AbortSignal | undefined;
  /** What the program becomes the head of, where its caller has to end that later. */
  readonly family?: ProcessFamily;
  /** Whether its error stream is read, and counted; true if omitted. */
  readonly readsErrors?: boolean;
  /** Receives its output as it arrives. Must not keep the chunks if the output is unlimited. */
  readonly onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void;
}

export type ProgramExit =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "killed"; readonly by: string }
  | { readonly type: "took too long" | "wrote too much" | "interrupted" }
  | { readonly type: "not started"; readonly why: string };

type EarlyEnd = Extract<ProgramExit["type"], "took too long" | "wrote too much" | "interrupted">;

/** How long to read on after the program's end: a process that left its group may keep the pipes open. */
const pipesGraceMs = 500;

/** Never rejects. */
export function runProgram(request: ProgramRequest): Promise<ProgramExit> {
  const { promise, resolve } = Promise.withResolvers<ProgramExit>();
  const { signal, hurry, timeMs, graceMs = 0, outputBytes = Number.POSITIVE_INFINITY, onOutput } = request;
  const { family = new ProcessFamily() } = request;
  if (signal?.aborted === true) return Promise.resolve({ type: "interrupted" });
  const child = start(request, family);
  if (child instanceof Error) return Promise.resolve({ type: "not started", why: child.message });
  if (child.pid !== undefined) family.begin(child.pid);

  let ending: ProgramExit = { type: "killed", by: "a signal" };
  let early: EarlyEnd | undefined;
  let written = 0;
  let killing: NodeJS.Timeout | undefined;
  let rest: Promise<void> = Promise.resolve();

  const kill = (): void => {
    rest = family.kill();
  };
  const endEarly = (why: EarlyEnd): void => {
    if (early !== undefined) return;
    early = why;
    const isHurried = graceMs === 0 || hurry?.aborted === true;
    if (!isHurried) family.signal("SIGTERM");
    if (isHurried) kill();
    else killing = setTimeout(kill, graceMs);
  };
  const interrupt = (): void => endEarly("interrupted");
  const timer = setTimeout(() => endEarly("took too long"), timeMs);
  const hear =
    (stream: "stdout" | "stderr") =>
    (chunk: Buffer): void => {
      written += chunk.length;
      onOutput(chunk, stream);
      if (written > outputBytes) endEarly("wrote too much");
    };
  const finish = (): void => {
    clearTimeout(timer);
    clearTimeout(killing);
    signal?.removeEventListener("abort", interrupt);
    hurry?.removeEventListener("abort", kill);
    family.signalOwnGroup("SIGKILL");
    child.stdout?.destroy();
    child.stderr?.destroy();
    void rest.then(() => resolve(early === undefined ? ending : { type: early }));
  };
  signal?.addEventListener("abort", interrupt);
  hurry?.addEventListener("abort", kill);
  child.once("spawn", () => request.onStart?.());
  child.stdout?.on("data", hear("stdout"));
  child.stderr?.on("data", hear("stderr"));
  child.on("error", ({ message }) => {
    ending = { type: "not started", why: message };
    finish();
  });
  child.on("exit", (code, by) => {
    ending = code === null ? { type: "killed", by: by ?? "a signal" } : { type: "exited", code };
    family.signalOwnGroup("SIGKILL");
    if (early !== undefined || code === null) kill();
    setTimeout(finish, pipesGraceMs).unref();
  });
  child.on("close", finish);
  // A program may exit without reading its input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(request.input);
  return promise;
}

function start(request: ProgramRequest, family: ProcessFamily) {
  const { purpose, argv, folder, env, keyName, input, readsErrors = true } = request;
  const [program = "", ...args] = argv;
  try {
    return spawn(program, args, {
      cwd: folder,
      env: { ...permitted(purpose, env, keyName), ...family.variable(env[familyVariable]) },
      detached: true,
      shell: false,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", readsErrors ? "pipe" : "ignore"],
    });
  } catch (thrown) {
    return new Error(messageOf(thrown), { cause: thrown });
  }
}
