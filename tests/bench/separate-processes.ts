/** The App and the hub, each in a process of its own, as they run for GitHub and as their costs can be told apart. */

import { join } from "node:path";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { type Running, run, until, whenStarted } from "./running.ts";
import { freePort } from "./servers/ports.ts";

interface Apart {
  readonly app: Running;
  readonly hub: Running;
  /** The App's port. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** @param home the data directory of both */
export async function startApart(home: string): Promise<Apart> {
  const [port, hubPort] = [await freePort(), await freePort()];
  const webhook = `http://127.0.0.1:${port}${webhookPath}`;
  const hub = run(["hub", "--webhook", webhook], { HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await until("the hub was up", 20, () => isUp(hubPort));
  const words = ["start", "--settings", join(home, "hub-app.env")];
  const app = run(words, { PORT: `${port}`, SIGNALBOX_HOME: home });
  await whenStarted(app, port);
  const stop = async (): Promise<void> => {
    await app.stop();
    await hub.stop();
  };
  return { app, hub, port, stop };
}

async function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/meta`).then(
    () => true,
    () => false,
  );
}
