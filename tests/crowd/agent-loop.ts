/** One agent's `signalbox run --every`, started again whenever it ends, as a timer does. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sharedVariables } from "../../src/cli/gh/gh-environment.ts";
import { readHubSession } from "../../src/cli/hub/hub-session.ts";
import { launcher } from "./server.ts";
import { type AgentName, bareEnvironment, type Stage } from "./stage.ts";

/**
 * Agents have machines of their own, whose time is not the server's. Here all share the same cores, so what the agents start lets
 * the server and GitHub's stand-in go first.
 */
const aside = [
  "setpriv",
  "--pdeathsig",
  "KILL",
  "setsid",
  fileURLToPath(new URL("aside.sh", import.meta.url)),
];

/** A program that works as agents do. */
export const agentProgram = fileURLToPath(new URL("agent-program.sh", import.meta.url));
/** Sooner than any timer would: an hour of waiting would show nothing more. */
const againAfterMs = 3_000;

/** Where an agent works: beside the server, or with its address and a token. */
export interface Place {
  /** The words before those of a program. */
  readonly within: readonly string[];
  /** The data folder, or where the records are and the hub's session is. */
  readonly home: string;
  /** The flags by which `run` finds the server. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Program {
  /** Its path; that of `agentProgram` if omitted. */
  readonly program?: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StepSeen {
  readonly at: number;
  readonly agent: string;
  readonly task: number;
  /** The process of the program. */
  readonly pid: number;
  readonly step: string;
}

/** What all programs of a stage have told, in the order of time. */
export function stepsSeen(stage: Stage): readonly StepSeen[] {
  const lines = readFileSync(logIn(stage), "utf8").split("\n");
  return lines.slice(0, -1).map((line) => {
    const [at = "", agent = "", task = "", pid = "", step = ""] = line.split(" ");
    return { at: Number(at), agent, task: Number(task), pid: Number(pid), step };
  });
}

const logIn = (stage: Stage): string => join(stage.folder, "steps");

export class AgentLoop {
  readonly agent: AgentName;
  readonly #place: Place;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #isOver = false;
  #whole: Promise<void> = Promise.resolve();
  /** How often it was started. */
  starts = 0;

  private constructor(stage: Stage, agent: AgentName, place: Place) {
    this.agent = agent;
    this.#place = place;
    this.#folder = join(stage.folder, "agents", agent);
    this.#log = join(this.#folder, "run.log");
    const session = readHubSession(place.home);
    this.#env = {
      ...bareEnvironment,
      ...sharedVariables(session, agent, place.home, {}),
      ...place.env,
      HOME: this.#folder,
      GIT_CONFIG_NOSYSTEM: "1",
      CHECKOUT: join(this.#folder, "checkout"),
      CROWD_LOG: logIn(stage),
      GOMAXPROCS: "1",
    };
  }

  static async open(stage: Stage, agent: AgentName, place: Place): Promise<AgentLoop> {
    const loop = new AgentLoop(stage, agent, place);
    mkdirSync(loop.#folder, { recursive: true });
    appendFileSync(logIn(stage), "");
    await loop.#git(["clone", "--quiet", "http://github.localhost/acme/demo.git", "checkout"]);
    for (const [key, value] of [
      ["user.name", agent],
      ["user.email", `${agent}@example.com`],
    ])
      await loop.#git(["-C", "checkout", "config", key ?? "", value ?? ""]);
    return loop;
  }

  /** Keeps starting it until `finish`. */
  begin(): void {
    this.#whole = this.#keepRunning();
  }

  /** Runs it once with these words. Resolves to its exit code; null if a signal ended it. */
  async run(
    words: readonly string[],
    { program = agentProgram, env = {} }: Program = {},
  ): Promise<number | null> {
    const { within, flags } = this.#place;
    const asked = ["run", "--agent", this.agent, ...flags, ...words, "--", program];
    const [first = "", ...rest] = [...within, ...aside, process.execPath, launcher, ...asked];
    const log = openSync(this.#log, "a");
    this.starts += 1;
    const child = spawn(first, rest, {
      cwd: join(this.#folder, "checkout"),
      env: { ...this.#env, ...env },
      stdio: ["ignore", log, log],
    });
    this.#child = child;
    const [code] = await once(child, "exit");
    return code;
  }

  /** Kills `run` itself: its program keeps running. @returns whether it ran */
  kill(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null && this.#child.kill("SIGKILL");
  }

  printed(): string {
    return this.starts === 0 ? "" : readFileSync(this.#log, "utf8");
  }

  async finish(): Promise<void> {
    this.#isOver = true;
    this.#child?.kill("SIGTERM");
    await this.#whole;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isOver) {
      await this.run(["--every"]);
      if (!this.#isOver) await sleep(againAfterMs);
    }
  }

  async #git(words: readonly string[]): Promise<void> {
    const [first = "", ...rest] = [...this.#place.within, "git", ...words];
    await promisify(execFile)(first, rest, { cwd: this.#folder, env: this.#env });
  }
}
