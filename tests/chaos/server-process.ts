/** A web or worker process of the cluster, started as an operator starts it; a run also suspends and kills it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Role = "web" | "worker";
export type Release = "previous" | "this";
type Environment = Readonly<Record<string, string>>;

export interface ServerProcess {
  readonly role: Role;
  /** Also the user under which it connects to PostgreSQL. */
  readonly name: string;
  readonly home: string;
  readonly url: () => string;
  readonly isAlive: () => boolean;
  /** Resolves once it is ready; rejects if it ends before. */
  readonly whenUp: Promise<void>;
  readonly signal: (name: "SIGSTOP" | "SIGCONT" | "SIGKILL") => void;
  /** Ends it in order, or by force after half a minute. Resolves to whether it ended in order. */
  readonly stop: () => Promise<boolean>;
  /** Undefined while it runs, and if a signal ended it. */
  readonly exitCode: () => number | undefined;
  /** Its exit code and signal, if it ended although nothing killed or stopped it. */
  readonly unexpectedEnd: () => string | undefined;
  /** The errors that it logged. */
  readonly errors: () => readonly string[];
}

/** @param folder a checkout */
export const programIn = (folder: string): string => join(folder, "src/cli/signalbox.mjs");

export const signalbox = programIn(fileURLToPath(new URL("../..", import.meta.url)));

/** What every program of ours needs, and nothing else of this process's environment. */
export const bareEnvironment: Environment = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: join(tmpdir(), "signalbox-compiled"),
};

/** It must not outlive this process, however that ends. */
const endsWithParent = ["setpriv", "--pdeathsig", "KILL"];
const stopsWithinMs = 30_000;
/** On a busy machine. */
const upWithinMs = 180_000;

/** @param entry the program of its release */
export function startServerProcess(
  role: Role,
  name: string,
  entry: string,
  settings: Environment,
): ServerProcess {
  const home = mkdtempSync(join(tmpdir(), `signalbox-chaos-${role}-`));
  const [program = "", ...args] = [...endsWithParent, process.execPath, entry, "start", "--role", role];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...bareEnvironment, ...settings, SIGNALBOX_HOME: home, PORT: "0", LOG_LEVEL: "error" },
  });
  const errors: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => void errors.push(...linesIn(text)));
  let url = "";
  let isEndExpected = false;
  const whenUp = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      url ||= /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";
      if (url !== "") resolve();
    });
    setTimeout(
      () => reject(new Error(`${name} was not up within ${upWithinMs / 1_000} s.`)),
      upWithinMs,
    ).unref();
    child.once("close", () => reject(new Error(`${name} ended before it was up: ${errors.join("\n")}`)));
  });
  // A process that is killed before it is ready must not fail the run.
  whenUp.catch(() => {});
  child.once("exit", () => rmSync(home, { recursive: true, force: true }));
  return {
    role,
    name,
    home,
    whenUp,
    url: () => url,
    isAlive: () => !isDead(child),
    signal: (which) => {
      isEndExpected ||= which === "SIGKILL";
      child.kill(which);
    },
    stop: async () => {
      if (isDead(child)) return true;
      isEndExpected = true;
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      let isForced = false;
      const timer = setTimeout(() => {
        isForced = true;
        child.kill("SIGKILL");
      }, stopsWithinMs);
      await once(child, "exit");
      clearTimeout(timer);
      return !isForced;
    },
    exitCode: () => child.exitCode ?? undefined,
    unexpectedEnd: () =>
      isDead(child) && !isEndExpected ? `exit code ${child.exitCode}, signal ${child.signalCode}` : undefined,
    errors: () => errors,
  };
}

function isDead({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function linesIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
