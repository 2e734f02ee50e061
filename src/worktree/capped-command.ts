/**
 * Runs one program without a shell, and kills it when it takes too long or prints too much. Kill its whole
 * process group: a child that survives would keep the pipe open that we wait for.
 */
import { spawn } from "node:child_process";
import { messageOf } from "../base/errors.ts";

export interface Caps {
  /** Maximum run time, in milliseconds. */
  readonly timeMs: number;
  /** Maximum output to both streams together, in bytes. */
  readonly outputBytes: number;
}

/** Where the program runs, and its environment: it inherits none of ours. */
export interface CommandContext {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Aborts the program. */
  readonly signal?: AbortSignal;
}

export type CommandExit =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "killed"; readonly by: string }
  | { readonly type: "took too long" | "wrote too much" | "interrupted" }
  | { readonly type: "not started"; readonly why: string };

export interface RunResult {
  readonly exit: CommandExit;
  /** The end of its output, both streams in the order they arrived. */
  readonly outputTail: string;
}

const keptBytes = 4_000;
const pipesGraceMs = 500;

/** Never rejects. */
export function runCapped(command: readonly string[], place: CommandContext, caps: Caps): Promise<RunResult> {
  const { promise, resolve } = Promise.withResolvers<RunResult>();
  const [program = "", ...args] = command;
  let kept = Buffer.alloc(0);
  let written = 0;
  const finish = (exit: CommandExit): void => resolve({ exit, outputTail: kept.toString() });
  if (place.signal?.aborted === true) {
    finish({ type: "interrupted" });
    return promise;
  }
  const child = started(program, args, place);
  if (child instanceof Error) {
    finish({ type: "not started", why: child.message });
    return promise;
  }
  let ending: CommandExit = { type: "killed", by: "a signal" };
  let cutShort: CommandExit | undefined;
  const cut = (type: "took too long" | "wrote too much" | "interrupted"): void => {
    cutShort ??= { type };
    endGroup(child.pid);
  };
  const breakOff = (): void => cut("interrupted");
  const timer = setTimeout(() => cut("took too long"), caps.timeMs);
  const hear = (chunk: Buffer): void => {
    written += chunk.length;
    kept = Buffer.concat([kept, chunk]).subarray(-keptBytes);
    if (written > caps.outputBytes) cut("wrote too much");
  };
  const end = (): void => {
    clearTimeout(timer);
    place.signal?.removeEventListener("abort", breakOff);
    endGroup(child.pid);
    child.stdout.destroy();
    child.stderr.destroy();
    finish(cutShort ?? ending);
  };
  place.signal?.addEventListener("abort", breakOff);
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  child.on("error", ({ message }) => {
    ending = { type: "not started", why: message };
    end();
  });
  child.on("exit", (code, by) => {
    ending = code === null ? { type: "killed", by: by ?? "a signal" } : { type: "exited", code };
    endGroup(child.pid);
    // A process that left the group may keep the pipes open: do not wait for its output.
    setTimeout(() => end(), pipesGraceMs).unref();
  });
  child.on("close", () => end());
  return promise;
}

function started(program: string, args: readonly string[], { folder, env }: CommandContext) {
  try {
    return spawn(program, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  } catch (thrown) {
    return new Error(messageOf(thrown), { cause: thrown });
  }
}

/** Kills the process group. The program leads it, and whatever it starts belongs to it unless it leaves. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // The group is already empty.
  }
}
