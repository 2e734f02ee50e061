/** Starts workers in processes of their own, and collects the messages that they send. */
import { type ChildProcess, fork } from "node:child_process";
import { onTestFinished, vi } from "vitest";

type Message = Readonly<Record<string, unknown>>;

export interface Child {
  readonly process: ChildProcess;
  /** Resolves to the first message of this type, even if it came before the call. */
  readonly message: (type: string, timeoutMs?: number) => Promise<Message>;
  readonly messages: (type: string) => readonly Message[];
}

export function startWorkerProcess(url: string, mode: "serve" | "take late" | "migrate"): Child {
  const child = fork(new URL("worker-process.ts", import.meta.url), [url, mode], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const received: Message[] = [];
  child.on("message", (message) => received.push(Object.fromEntries(Object.entries(message))));
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages = (type: string) => received.filter((message) => message.type === type);
  return {
    process: child,
    messages,
    message: (type, timeout = 30_000) =>
      vi.waitFor(
        () => {
          const [first] = messages(type);
          if (first === undefined) throw new Error(`The worker has not sent "${type}".`);
          return first;
        },
        { timeout, interval: 20 },
      ),
  };
}
