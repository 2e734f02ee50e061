/**
 * Processes of our own, spoken with by messages: each answers every message with one. They end with us, because they
 * watch the channel; a newcomer would only kill them at the end, and a bench that fails would leave them running.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";

export interface Child {
  readonly pid: number;
  /** Sends a message; resolves to the next that comes back. Rejects when the child ends instead. */
  readonly ask: <T>(message: object, answer: z.ZodType<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/** @param file relative to this folder */
export function startChild(file: string, args: readonly string[] = []): Child {
  const child = fork(new URL(file, import.meta.url), args, {
    serialization: "advanced",
    // What a server logs would mix with our table.
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

/** In a child: answers every message with what `answer` makes of it; ends after `stop` when nobody listens any more. */
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
