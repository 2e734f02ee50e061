/** Runs a web or a worker process until it is stopped. */
import type { UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { type Cluster, openCluster } from "../../server/cluster/open-cluster.ts";
import { type Environment, pacingFor } from "../../server/composition/environment.ts";
import { onceUp } from "../../server/composition/opening.ts";
import {
  readWebEnvironment,
  readWorkerEnvironment,
  type WebSettings,
  type WorkerSettings,
} from "../../server/composition/role-environment.ts";
import { closeServer } from "../../server/http/http-server.ts";
import { startWeb } from "../../server/web/start-web.ts";
import { startWorker } from "../../server/worker/start-worker.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { appLog } from "./app-log.ts";
import { closeInTime } from "./close-in-time.ts";
import { runtimeWith } from "./local-app.ts";
import { stopSignal } from "./stop-signal.ts";

interface Started {
  readonly url: string;
  readonly whenReady: Promise<void>;
  readonly close: () => Promise<void>;
}

type Up = NonNullable<Awaited<ReturnType<typeof onceUp<Cluster>>>>;

export async function serveWeb(terminal: Terminal, environment: Environment): Promise<void> {
  const settings = readWebEnvironment(environment);
  const logger = appLog(terminal, settings);
  if (settings.superfluous.length > 0)
    logger.warn(
      {},
      `A web process needs no private key: take ${settings.superfluous.join(", ")} out of its environment.`,
    );
  await serveUntilStopped(terminal, settings, "web", logger, (runtime, { opened, server }) =>
    startWeb({ ...settings, pacing: pacingFor(settings.github), noticeMs }, runtime, opened, server),
  );
}

export async function serveWorker(terminal: Terminal, environment: Environment): Promise<void> {
  const settings = readWorkerEnvironment(environment);
  const logger = appLog(terminal, settings);
  await serveUntilStopped(terminal, settings, "worker", logger, (runtime, { opened, server }) => {
    const options = { ...settings, pacing: pacingFor(settings.github), pollMs: undefined };
    return startWorker(options, runtime, opened, server);
  });
}

/** Load balancers ask every few seconds. */
const noticeMs = 5_000;

async function serveUntilStopped(
  terminal: Terminal,
  settings: Pick<WebSettings | WorkerSettings, "databaseUrl" | "host" | "port">,
  role: "web" | "worker",
  logger: Logger,
  start: (runtime: ProcessRuntime, up: Up) => Promise<Started>,
): Promise<void> {
  const stopped = stopSignal();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  const runtime = runtimeWith(logger);
  const up = await onceUp(settings, runtime, stopping.signal, () =>
    openCluster(settings.databaseUrl, role, runtime),
  );
  if (up === undefined) return;
  const process = await startedOrClosed(up, () => start(runtime, up));
  const told = Promise.race([stopped.then(() => undefined), up.opened.release.excluded]);
  let excluded: UserError | undefined;
  try {
    const isReady = await Promise.race([told.then(() => false), process.whenReady.then(() => true)]);
    if (isReady) terminal.out(announcement(role, process.url));
    excluded = await told;
    terminal.out("\nStopping: finishing work in progress; other processes take the rest.\n");
  } finally {
    await closeInTime(process.close, logger);
  }
  if (excluded !== undefined) throw excluded;
}

/** What is open already would keep a process alive that could not start. */
async function startedOrClosed(
  { opened: cluster, server }: Up,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start();
  } catch (thrown) {
    if (server !== undefined) await closeServer(server, 0);
    await cluster.close();
    throw thrown;
  }
}

function announcement(role: "web" | "worker", url: string): string {
  const what =
    role === "web"
      ? `accepts deliveries and shows pages at ${url}/`
      : `serves installations; ${url}/health shows how many`;
  return `signalbox ${role} is up: ${what}. Press Ctrl-C to stop.\n`;
}
