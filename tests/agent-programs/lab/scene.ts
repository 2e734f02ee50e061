/** One program in one check: its script, its command line, its tasks, and what the model was shown. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type RunRecord, runRecordShape } from "../../../src/harness/records/run-record.ts";
import type { RecordedRequest } from "../model/scripted-model.ts";
import type { Script } from "../model/step.ts";
import type { AgentProgram } from "../programs/agent-program.ts";
import type { Lab } from "./lab.ts";
import type { Ran, Started } from "./people.ts";

export interface RunOptions {
  readonly checkout?: string;
  readonly agent?: string;
  /** Further flags of `signalbox run`. */
  readonly flags?: string;
  /** Further words of the program. */
  readonly words?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface HeadlessOptions extends Pick<RunOptions, "checkout" | "words" | "env"> {
  readonly command?: string;
  readonly input?: string;
}

export interface RunEnded extends Ran {
  /** Undefined if the program was not started. */
  readonly record: RunRecord | undefined;
}

export class Scene {
  readonly lab: Lab;
  readonly program: AgentProgram;
  /** The program's command line, as a user writes it. */
  readonly command: string;
  readonly script: string;
  readonly #home: string;
  readonly #trusted = new Set<string>();
  #variables: Readonly<Record<string, string>> | undefined;

  constructor(lab: Lab, program: AgentProgram, command: string) {
    this.lab = lab;
    this.program = program;
    this.command = command;
    this.script = lab.unique(program.name);
    this.#home = join(lab.folder, `home-${this.script}`);
    mkdirSync(this.#home);
  }

  play(steps: Script): void {
    this.lab.model.play(this.script, steps);
  }

  /** A task with which nobody else is concerned. */
  openTask(goal?: string): Promise<number> {
    return this.lab.repository.openTask(`Work for ${this.script}`, goal);
  }

  /** `signalbox run` as alice, on one task. */
  async start(task: number, options: RunOptions = {}): Promise<Started> {
    const { agent = "ada", flags = "", words = "", env = {} } = options;
    const cwd = options.checkout ?? (await this.lab.repository.clone());
    const line = `exec signalbox run --agent ${agent} --issue ${task} ${flags} -- ${this.command} ${words}`;
    return this.lab.people.start("alice", line, { cwd, env: { ...this.surroundings(cwd), ...env } });
  }

  async run(task: number, options?: RunOptions): Promise<RunEnded> {
    const { ended } = await this.start(task, options);
    return { ...(await ended), record: (await this.records(task))[0] };
  }

  /** The records of the task's runs, newest first. */
  async records(task: number): Promise<readonly RunRecord[]> {
    const printed = await this.lab.people.must("alice", "signalbox runs --json --limit 20");
    return z
      .array(runRecordShape)
      .parse(JSON.parse(printed))
      .filter(({ issue }) => issue === `acme/demo#${task}`);
  }

  /** The program by itself, as a user's shell or a workflow starts it. */
  async headless(options: HeadlessOptions = {}): Promise<Ran> {
    const { command = this.program.headless, words = "", env = {}, input = "Do the task.\n" } = options;
    const cwd = options.checkout ?? (await this.lab.repository.clone());
    const surroundings = { ...this.surroundings(cwd), ...env };
    return this.lab.people.run("alice", `exec ${command} ${words}`, { cwd, env: surroundings, input });
  }

  requests(): readonly RecordedRequest[] {
    return this.lab.model.requests(this.script);
  }

  /** What the tools have returned to the model, in order. */
  results(): readonly string[] {
    return this.requests().at(-1)?.results ?? [];
  }

  /** The variables with which the program works in the checkout. */
  surroundings(checkout: string): Readonly<Record<string, string>> {
    this.#variables ??= {
      HOME: this.#home,
      ...this.program.setUp({ home: this.#home, model: this.lab.model.address(this.script) }),
    };
    if (!this.#trusted.has(checkout)) this.program.trust?.(this.#home, checkout);
    this.#trusted.add(checkout);
    return this.#variables;
  }
}
