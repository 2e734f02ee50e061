/** A web process and workers on PostgreSQL, as an operator starts them, with the variables that each needs. */
import { randomBytes } from "node:crypto";
import { type Running, run, whenStarted } from "../running.ts";
import { freePort } from "./postgres.ts";

/** The App at a hub on this machine. */
export interface AppAtHub {
  /** The hub's. */
  readonly url: string;
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
}

type Variables = Readonly<Record<string, string>>;

/** What each role may know: only the web process has the secret of deliveries, and only a worker the App's key. */
export function variablesOf({ url, appId, privateKey, webhookSecret }: AppAtHub): {
  readonly web: Variables;
  readonly worker: Variables;
} {
  const github = { APP_ID: String(appId), GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http" };
  return {
    web: { ...github, WEBHOOK_SECRET: webhookSecret },
    worker: { ...github, PRIVATE_KEY: privateKey },
  };
}

interface Started {
  readonly process: Running;
  readonly port: number;
}

interface ProcessPlace {
  readonly app: AppAtHub;
  /** Of an index in PostgreSQL. */
  readonly databaseUrl: string;
  /** A directory for this process alone. */
  readonly home: string;
}

/** Resolves once it was started, and before it is ready. */
export async function startWeb({ app, databaseUrl, home }: ProcessPlace): Promise<Started> {
  const port = await freePort();
  const process = run(["start", "--role", "web"], {
    ...variablesOf(app).web,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SIGNALBOX_HOME: home,
    SESSION_KEY: randomBytes(32).toString("hex"),
  });
  return { process, port };
}

/** Resolves when it is ready. */
export async function startWorker({ app, databaseUrl, home }: ProcessPlace): Promise<Started> {
  const port = await freePort();
  const process = run(["start", "--role", "worker"], {
    ...variablesOf(app).worker,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SIGNALBOX_HOME: home,
  });
  await whenStarted(process, port);
  return { process, port };
}
