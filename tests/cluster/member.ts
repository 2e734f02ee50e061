/** A process of the cluster: started, awaited, started again when it dies, stopped in order. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { UserError } from "../../src/base/errors.ts";

export interface MemberOptions {
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** The file that gets its output. */
  readonly log: string;
  /** Whether it does its work, asked again and again. */
  readonly isReady: () => Promise<boolean>;
  readonly stopBy: NodeJS.Signals;
  readonly say: (text: string) => void;
  /** How long a process that died stays away, so that one sees how the others go on; undefined for good. */
  readonly awayMs?: number;
}

export interface Member {
  readonly name: string;
  /** Undefined while it is away. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const lookEveryMs = 100;
const patienceMs = 60_000;

/** Resolves once it is ready. @throws UserError if it ends before that */
export async function startMember(options: MemberOptions): Promise<Member> {
  const { name, say, awayMs, stopBy } = options;
  let isStopping = false;
  let again: NodeJS.Timeout | undefined;
  let child = begin(options);
  await ready(options, child);
  watch(child);

  function watch(current: ChildProcess): void {
    current.once("exit", (code, signal) => {
      if (isStopping) return;
      const later = awayMs === undefined ? "" : ` It starts again in ${awayMs / 1000} s.`;
      say(`${name} ended (${signal ?? `exit code ${code}`}).${later}\n`);
      if (awayMs !== undefined) again = setTimeout(restart, awayMs);
    });
  }

  function restart(): void {
    child = begin(options);
    watch(child);
    say(`${name} is started again, process ${child.pid}.\n`);
  }

  return {
    name,
    pid: () => (hasEnded(child) ? undefined : child.pid),
    stop: async () => {
      isStopping = true;
      clearTimeout(again);
      if (hasEnded(child)) return;
      child.kill(stopBy);
      await once(child, "exit");
    },
  };
}

/** In a group of its own: Ctrl-C would reach all at once, and PostgreSQL would end before those that finish their work. */
function begin({ program, words, env, user, log }: MemberOptions): ChildProcess {
  const file = openSync(log, "a", 0o600);
  const child = spawn(program, words, { env, ...user, detached: true, stdio: ["ignore", file, file] });
  child.on("error", () => {});
  closeSync(file);
  return child;
}

async function ready({ name, log, isReady }: MemberOptions, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs && !hasEnded(child); waitedMs += lookEveryMs) {
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  child.kill("SIGKILL");
  const last = readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");
  throw new UserError(`${name} does not start. The end of ${log}:\n${last}`);
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
