/**
 * Child processes that answer each message with one message. They exit when the channel to their parent closes,
 * so that none is left running after a bench that failed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";

export interface Child {
  readonly pid: number;
  /** Sends a message; resolves to the next reply. Rejects if the child ends instead. */
  readonly ask: <T>(message: object, answer: z.ZodType<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/** @param file relative to this directory */
export function startChild(file: string, args: readonly string[] = []): Child {
  const child = fork(new URL(file, import.meta.url), args, {
    serialization: "advanced",
    // A server's log would mix with our table.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    pid: child.pid ?? 0,
    ask: async (message, answer) => {
      const answered = nextMessage(child, file);
      child.send(message);
      return answer.parse(await answered);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const end = (code: number | null): void =>
    reject(new Error(`${file} ended with ${code} instead of answering.`));
  child.once("exit", end).once("message", resolve);
  return promise.finally(() => child.off("exit", end).off("message", resolve));
}

/**
 * In a child: answers each message with the result of `answer`. When the channel closes, calls `stop` and
 * exits.
 */
export function answerParent<T>(
  question: z.ZodType<T>,
  answer: (asked: T) => Promise<object>,
  stop: () => Promise<void> = async () => {},
): void {
  process.on("message", async (message) => {
    process.send?.(await answer(question.parse(message)));
  });
  process.once("disconnect", () => void stop().then(() => process.exit()));
}
