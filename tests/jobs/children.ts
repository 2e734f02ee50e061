/** Workers in processes of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { onTestFinished, vi } from "vitest";

type Told = Readonly<Record<string, unknown>>;

export interface Child {
  readonly process: ChildProcess;
  /** Resolves to the first message of that type, also one that came before. */
  readonly hears: (type: string, timeoutMs?: number) => Promise<Told>;
  readonly all: (type: string) => readonly Told[];
}

export function childAt(url: string, mode: "serve" | "take late" | "migrate"): Child {
  const child = fork(new URL("process.ts", import.meta.url), [url, mode], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const heard: Told[] = [];
  child.on("message", (message) => heard.push(Object.fromEntries(Object.entries(message))));
  onTestFinished(() => void child.kill("SIGKILL"));
  const all = (type: string) => heard.filter((message) => message.type === type);
  return {
    ...{ process: child, all },
    hears: (type, timeout = 30_000) =>
      vi.waitFor(
        () => {
          const [first] = all(type);
          if (first === undefined) throw new Error(`The worker has not said "${type}".`);
          return first;
        },
        { timeout, interval: 20 },
      ),
  };
}
