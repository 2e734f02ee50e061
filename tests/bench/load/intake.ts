/** Prepares a server that only accepts deliveries: the App's keys, no GitHub to process them with, and payloads to send. */
import { join } from "node:path";
import { startHub } from "../../../src/hub/hub.ts";
import { openTasks, type Template } from "./template.ts";

/** Nothing listens on this port. */
export const nowhere = "http://127.0.0.1:9";

interface Intake {
  readonly serverOptions: {
    readonly secret: string;
    readonly appId: number;
    readonly privateKey: string;
    readonly hubUrl: string;
    readonly home: string;
  };
  readonly templates: readonly Template[];
}

/** @param folder where a server may keep its data */
export async function prepareIntake(folder: string): Promise<Intake> {
  const hub = await startHub({ home: ":memory:", port: 0 });
  hub.setWebhookUrl(nowhere);
  const templates = await openTasks(hub, 20);
  const { id: appId, privateKey, webhookSecret: secret } = hub.app;
  await hub.close();
  return {
    serverOptions: { secret, appId, privateKey, hubUrl: nowhere, home: join(folder, "home") },
    templates,
  };
}
