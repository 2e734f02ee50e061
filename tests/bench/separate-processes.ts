/** The App and the hub in separate processes, as the App runs beside GitHub, so that the costs of each can be measured. */

import { join } from "node:path";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { type Running, run, until, whenStarted } from "./running.ts";
import { freePort } from "./servers/ports.ts";

interface SeparateProcesses {
  readonly app: Running;
  readonly hub: Running;
  /** The App's port. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** @param home the data directory of both */
export async function startSeparately(home: string): Promise<SeparateProcesses> {
  const port = await freePort();
  const hubPort = await freePort();
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
