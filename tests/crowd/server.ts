/** The server in a process of its own, as an operator starts it, so that it can be killed and started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Hub } from "../../src/hub/hub.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";

export const launcher = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));
const metricsToken = "figures-of-the-crowd";
/** On a busy machine. */
const upWithinMs = 120_000;

export class Server {
  readonly #hub: Hub;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #url = "";
  /** The figures of those that were killed. */
  readonly #past: string[] = [];

  constructor(hub: Hub, home: string, env: Readonly<Record<string, string>>) {
    this.#hub = hub;
    const { app, url } = hub;
    const github = { GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http" };
    const ofTheApp = {
      APP_ID: String(app.id),
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: app.webhookSecret,
    };
    const own = { SIGNALBOX_HOME: home, PORT: "0", LOG_LEVEL: "error", METRICS_TOKEN: metricsToken };
    this.#env = { ...env, ...github, ...ofTheApp, ...own };
  }

  port(): number {
    return Number(new URL(this.#url).port);
  }

  async start(): Promise<void> {
    const words = ["--pdeathsig", "KILL", process.execPath, launcher, "start"];
    const child = spawn("setpriv", words, { env: this.#env, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    this.#url = await new Promise((resolve, reject) => {
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
      setTimeout(() => reject(new Error("The server is not up.")), upWithinMs).unref();
    });
    this.#hub.setWebhookUrl(`${this.#url}${webhookPath}`);
  }

  /** Without any warning to it. What it had counted is kept. */
  async kill(): Promise<void> {
    this.#past.push(await this.#figures());
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** The pages of all its lives. */
  async figures(): Promise<readonly string[]> {
    return [...this.#past, await this.#figures()];
  }

  async #figures(): Promise<string> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    return (await fetch(`${this.#url}/metrics`, { headers })).text();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}
