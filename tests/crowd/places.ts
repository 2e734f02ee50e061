/** Where the agents of a crowd work: beside the server, or on a second machine with nothing but its address and a token. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Place } from "./agent-loop.ts";
import { type Door, firstAddress, openDoor, type SecondMachine, type TlsDoor } from "./network.ts";
import { launcher } from "./server.ts";
import { type AgentName, bareEnvironment, type Stage } from "./stage.ts";

export function besideServer({ home }: Stage): Place {
  return { within: [], home, flags: [], env: { SIGNALBOX_HOME: home } };
}

/** The second machine, from which the server is reached by https and the hub in place of GitHub. */
export class Elsewhere {
  readonly #stage: Stage;
  readonly #machine: SecondMachine;
  readonly #toServer: TlsDoor;
  readonly #toHub: Door;
  readonly #hub: string;

  private constructor(stage: Stage, machine: SecondMachine, toServer: TlsDoor, toHub: Door, hub: string) {
    this.#stage = stage;
    this.#machine = machine;
    this.#toServer = toServer;
    this.#toHub = toHub;
    this.#hub = hub;
  }

  /** @param toServer opened before the server, which has to know its address */
  static async open(stage: Stage, toServer: TlsDoor, machine: SecondMachine): Promise<Elsewhere> {
    const port = Number(new URL(stage.hub.url).port);
    const toHub = await openDoor(() => port);
    const hub = await machine.openRelay(port, toHub.port);
    return new Elsewhere(stage, machine, toServer, toHub, hub);
  }

  async place(agent: AgentName): Promise<Place> {
    const folder = join(this.#stage.folder, "elsewhere", agent);
    const home = join(folder, ".local", "state", "signalbox");
    mkdirSync(home, { recursive: true });
    this.#stage.writeSession(home, [agent], this.#hub);
    const words = [launcher, "tokens", "add", "--agent", agent, "--home", this.#stage.home];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env: bareEnvironment });
    const token = join(folder, "token");
    writeFileSync(token, stdout, { mode: 0o600 });
    return {
      within: this.#machine.within,
      home,
      flags: ["--server", serverUrl(this.#toServer), "--token-file", token],
      env: {
        NODE_EXTRA_CA_CERTS: this.#toServer.certificate,
        XDG_STATE_HOME: join(folder, ".local", "state"),
      },
    };
  }

  close(): void {
    this.#toHub.close();
    this.#toServer.close();
    this.#machine.close();
  }
}

export function serverUrl({ port }: Door): string {
  return `https://${firstAddress}:${port}`;
}
