/** signalbox with its hub, the scripted model and people in one folder: what every check plays in. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { ScriptedModel } from "../model/scripted-model.ts";
import type { ProgramName } from "../programs/agent-program.ts";
import { People } from "./people.ts";
import { Repository } from "./repository.ts";
import { until } from "./until.ts";

export interface LabOptions {
  /** This project's folder. */
  readonly root: string;
  /** Emptied first. */
  readonly folder: string;
  /** The programs that are rehearsed, and their paths. */
  readonly programs: ReadonlyMap<ProgramName, string>;
  /** More files of the repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** More of the server's environment. */
  readonly variables?: (model: ScriptedModel) => Readonly<Record<string, string>>;
}

export class Lab {
  readonly folder: string;
  readonly root: string;
  readonly programs: ReadonlyMap<ProgramName, string>;
  readonly model: ScriptedModel;
  readonly people: People;
  readonly repository: Repository;
  readonly address: string;
  /** The environment in which a program is started by hand. */
  readonly bare: Readonly<Record<string, string>>;
  readonly #server: ChildProcess;
  #count = 0;
  /** A rehearsal that is broken off leaves no server behind. */
  readonly #stop = (): void => {
    this.#server.kill("SIGKILL");
    process.exit(130);
  };

  private constructor(
    { folder, root, programs }: LabOptions,
    parts: Pick<Lab, "model" | "people" | "repository" | "address" | "bare">,
    server: ChildProcess,
  ) {
    this.folder = folder;
    this.root = root;
    this.programs = programs;
    this.model = parts.model;
    this.people = parts.people;
    this.repository = parts.repository;
    this.address = parts.address;
    this.bare = parts.bare;
    this.#server = server;
    process.on("SIGINT", this.#stop).on("SIGTERM", this.#stop);
  }

  static async open(options: LabOptions): Promise<Lab> {
    const { folder } = options;
    rmSync(folder, { recursive: true, force: true });
    const [app, hub] = await freePorts(2);
    const bare = bareEnvironment(options, { PORT: String(app), HUB_PORT: String(hub) });
    linkPrograms(options);
    mkdirSync(join(folder, "home"));
    const address = `http://127.0.0.1:${app}`;
    const people = new People(bare, folder);
    const repository = new Repository(people, folder);
    const model = await ScriptedModel.start();
    const server = startServer(folder, { ...bare, ...options.variables?.(model) });
    const lab = new Lab(options, { model, people, repository, address, bare }, server);
    try {
      await until("The server's start", 60_000, () => isHealthy(address));
      await repository.prepare(options.files ?? {});
    } catch (thrown) {
      await lab.close();
      throw thrown;
    }
    return lab;
  }

  /** A name that no other script, folder or file of this rehearsal has. */
  unique(name: string): string {
    this.#count += 1;
    return `${name}-${this.#count}`;
  }

  async close(): Promise<void> {
    process.off("SIGINT", this.#stop).off("SIGTERM", this.#stop);
    this.model.close();
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    const ended = once(this.#server, "exit");
    this.#server.kill("SIGTERM");
    await ended;
  }
}

/** In a folder of its own: the server starts no program from below the one that it works in. */
function startServer(folder: string, env: Readonly<Record<string, string>>): ChildProcess {
  const log = openSync(join(folder, "signalbox.log"), "w");
  const cwd = join(folder, "server");
  mkdirSync(cwd);
  return spawn("signalbox", ["start"], { cwd, env, stdio: ["ignore", log, log] });
}

function bareEnvironment({ folder, root }: LabOptions, ports: Readonly<Record<string, string>>) {
  const path = [
    join(folder, "bin"),
    join(root, "node_modules/.bin"),
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
  ].join(delimiter);
  return {
    ...{ PATH: path, LANG: "C.UTF-8", TERM: "dumb" },
    ...{ HOME: join(folder, "home"), SIGNALBOX_HOME: join(folder, "bus"), ...ports },
  };
}

/** The programs and signalbox, and nothing else of their folders. */
function linkPrograms({ folder, root, programs }: LabOptions): void {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(root, "src/cli/signalbox.mjs"), join(bin, "signalbox"));
  for (const [name, path] of programs) symlinkSync(path, join(bin, name));
}

async function isHealthy(address: string): Promise<boolean> {
  const response = await fetch(`${address}/health`).catch(() => undefined);
  return response?.ok === true;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
