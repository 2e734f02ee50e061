/** The hub's people, each in an environment of their own: what they run at a command line. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";

export interface Ran {
  /** 128 and the number of the signal, if one killed it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** What it has printed by now. */
  readonly stderr: () => string;
  readonly ended: Promise<Ran>;
}

export class People {
  readonly #bare: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #environments = new Map<string, Readonly<Record<string, string>>>();

  /**
   * @param bare the environment from which theirs are made
   * @param folder where they work unless a command says otherwise
   */
  constructor(bare: Readonly<Record<string, string>>, folder: string) {
    this.#bare = bare;
    this.#folder = folder;
  }

  /** Starts a line of bash in the place of the shell that reads it, so that a signal reaches what it starts. */
  start(
    login: string,
    line: string,
    { cwd = this.#folder, env = {}, input = "" }: Surroundings = {},
  ): Started {
    const child = spawn("bash", ["--norc", "-c", line], {
      cwd,
      env: { ...this.#environmentFor(login), ...env },
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (some: string) => {
      stdout += some;
    });
    child.stderr.setEncoding("utf8").on("data", (some: string) => {
      stderr += some;
    });
    const ended = new Promise<Ran>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code: code ?? 128, stdout, stderr }));
    });
    return { child, stderr: () => stderr, ended };
  }

  run(login: string, line: string, surroundings?: Surroundings): Promise<Ran> {
    return this.start(login, line, surroundings).ended;
  }

  /** @returns what it printed @throws if it failed */
  async must(login: string, line: string, surroundings?: Surroundings): Promise<string> {
    const { code, stdout, stderr } = await this.run(login, line, surroundings);
    if (code !== 0) throw new Error(`${line}: exit code ${code}: ${(stderr || stdout).trim()}`);
    return stdout;
  }

  #environmentFor(login: string): Readonly<Record<string, string>> {
    const known = this.#environments.get(login);
    if (known !== undefined) return known;
    const { stdout, stderr, status } = spawnSync(
      "bash",
      ["-c", `settings=$(signalbox env --as ${login}) && eval "$settings" && env -0`],
      { env: this.#bare, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`signalbox env --as ${login}: ${stderr}`);
    const pairs = stdout.split("\0").filter((pair) => pair !== "");
    const environment = Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
    this.#environments.set(login, environment);
    return environment;
  }
}

/** As one word of a line of bash. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
