/**
 * A second machine: a network namespace that a veth pair joins to ours. From there nothing of ours is reached but what listens
 * at our end of the pair. Works inside of `unshare -rn` only, where this process is root of its own network.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";

/** The addresses of the two ends, in a network that no machine of the reader's uses as far as it matters here. */
export const firstAddress = "10.77.0.1";
const secondAddress = "10.77.0.2";

const relay = fileURLToPath(new URL("relay.mjs", import.meta.url));

/** How a program gets into two namespaces: the words before its own. */
export const inNamespace = ["unshare", "--map-root-user", "--net", "--"];

/** Undefined if this machine allows both namespaces. */
export function whyNoNamespaces(): string | undefined {
  const needed = ["unshare", "ip", "nsenter", "openssl", "setpriv"];
  const missing = needed.find((name) => spawnSync(name, ["--help"]).error !== undefined);
  if (missing !== undefined) return `${missing} is missing`;
  const script =
    "ip link set lo up && ip link add name veth-a type veth peer name veth-b && unshare --net true";
  const [program = "", ...words] = [...inNamespace, "sh", "-c", script];
  const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
  return status === 0 ? undefined : `no network namespaces here: ${stderr.trim().split("\n")[0]}`;
}

/** Its network lives as long as this process of it. */
export class SecondMachine {
  /** The words before those of a program that is started there. */
  readonly within: readonly string[];
  readonly #own: ChildProcess[];

  private constructor(keeper: ChildProcess) {
    this.#own = [keeper];
    this.within = ["nsenter", "--target", String(keeper.pid), "--net", "--"];
  }

  /** @throws outside of `unshare -rn` */
  static async open(): Promise<SecondMachine> {
    const run = (line: string): string => execFileSync("sh", ["-c", line], { encoding: "utf8" });
    run("ip link set lo up && ip link add name first type veth peer name second");
    const keeper = await startUntilUp(["unshare", "--net", "sh", "-c", "echo up; exec sleep 86400"]);
    const machine = new SecondMachine(keeper);
    run(`ip link set second netns ${keeper.pid}`);
    run(`ip addr add ${firstAddress}/24 dev first && ip link set first up`);
    const there = `ip link set lo up && ip addr add ${secondAddress}/24 dev second && ip link set second up`;
    run(`${machine.within.join(" ")} sh -c '${there}'`);
    return machine;
  }

  /** What stands there for GitHub's name, which leads to the same place on every machine. @returns its address there */
  async openRelay(port: number, target: number): Promise<string> {
    const words = [...this.within, process.execPath, relay, String(port), String(target)];
    this.#own.push(await startUntilUp(words));
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    for (const child of this.#own) child.kill("SIGKILL");
  }
}

/** It must not outlive this process, however that ends. */
async function startUntilUp(words: readonly string[]): Promise<ChildProcess> {
  const child = spawn("setpriv", ["--pdeathsig", "KILL", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

/** What listens at our end of the pair, and hands each connection on to loopback. */
export interface Door {
  readonly port: number;
  readonly close: () => void;
}

/** @param target the port on loopback, which may change */
export function openDoor(target: () => number): Promise<Door> {
  return listen(createServer((outer) => handOn(outer, target())));
}

export interface TlsDoor extends Door {
  /** The certificate, which who comes in has to trust. */
  readonly certificate: string;
}

/** As an operator's proxy would, it speaks https outwards, with a certificate of its own. */
export async function openTlsDoor(target: () => number): Promise<TlsDoor> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-door-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=signalbox.test", "-addext", `subjectAltName=IP:${firstAddress}`];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const door = await listen(createTlsServer(options, (outer) => handOn(outer, target())));
  return {
    port: door.port,
    certificate,
    close: () => {
      door.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function handOn(outer: NodeJS.ReadWriteStream & { destroy: () => void }, port: number): void {
  const inner = connect(port, "127.0.0.1");
  inner.on("error", () => outer.destroy());
  outer.on("error", () => inner.destroy());
  outer.once("close", () => inner.destroy());
  inner.once("close", () => outer.destroy());
  inner.pipe(outer);
  outer.pipe(inner);
}

async function listen(server: Server): Promise<Door> {
  server.listen(0, firstAddress);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A door has a port.");
  return { port: address.port, close: () => void server.close() };
}
