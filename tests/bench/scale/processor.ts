/**
 * The CPU time that processes spend on a delivery: a server on SQLite, and a web process with one worker or two on
 * PostgreSQL. Each side has a hub of its own in this process, whose time does not count, with the same issues.
 */
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { type Hub, startHub } from "../../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { processMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { type LoadGenerator, startLoadGenerator } from "../load/bursts.ts";
import { nowhere } from "../load/intake.ts";
import { openTasks, type Template } from "../load/template.ts";
import type { Run } from "../part.ts";
import { type Running, run, whenDrained, whenSettled, whenStarted } from "../running.ts";
import { median, ratios } from "../statistics.ts";
import { type BenchPostgres, freePort } from "./postgres.ts";
import { type AppAtHub, startWeb, startWorker, variablesOf } from "./processes.ts";

/** An installation is served by one worker, so two share these. */
const owners = ["acme", "bolt", "cargo", "delta", "ember", "flint", "grove", "haven"];
const tasksOfEach = 12;
/** A tenure without work ends after five. */
const untilTenuresEndMs = 7_000;

/** Microseconds a delivery, by round. */
interface Times {
  readonly server: number[];
  readonly web: number[];
  readonly workers: number[];
}

const noTimes = (): Times => ({ server: [], web: [], workers: [] });

interface Side {
  readonly port: number;
  readonly generator: LoadGenerator;
  readonly processes: readonly Running[];
  readonly stop: () => Promise<void>;
}

export async function processorFigures(
  postgres: BenchPostgres,
  { folder, isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [1, 200] : [5, 2_000];
  const single = await startSingle(join(folder, "single"));
  const cluster = await startCluster(join(folder, "cluster"), await postgres.newIndex());
  try {
    const measure = async (workers: number): Promise<Times> => {
      const times = noTimes();
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        const [server = Number.NaN] = await perDelivery(single, count);
        const [web = Number.NaN, ...others] = await perDelivery(cluster, count);
        const sum = others.reduce((all, each) => all + each, 0);
        progress(
          `round ${round} of ${rounds}, workers ${workers}: SQLite ${Math.round(server)} µs, web ${Math.round(web)} µs, workers ${others.map(Math.round).join(" + ")} µs`,
        );
        if (round === 0) continue;
        times.server.push(server);
        times.web.push(web);
        times.workers.push(sum);
      }
      return times;
    };
    const one = await measure(1);
    await cluster.addWorker();
    return figuresOf(one, await measure(2));
  } finally {
    await single.stop();
    await cluster.stop();
  }
}

/** Each question for /health costs the process that is asked CPU time. */
const pollMs = 250;

/** Of each process of this side, in microseconds; after its tenures have ended, so that all workers may take them. */
async function perDelivery({ port, generator, processes }: Side, count: number): Promise<readonly number[]> {
  await systemClock.sleep(untilTenuresEndMs);
  const before = processes.map(({ pid }) => processMs(pid));
  await generator.send(`http://127.0.0.1:${port}`, count);
  await whenDrained(port, pollMs);
  return processes.map(({ pid }, at) => ((processMs(pid) - (before[at] ?? Number.NaN)) / count) * 1_000);
}

function figuresOf(one: Times, two: Times): readonly Figure[] {
  const alone = ratios(one.workers, one.server);
  const shared = ratios(two.workers, two.server);
  const together = one.workers.map((worker, round) => worker + (one.web[round] ?? Number.NaN));
  const µs = (name: string, values: readonly number[]): Figure => ({
    name,
    value: median(values),
    unit: "µs",
  });
  return [
    µs("CPU time a delivery: server on SQLite, which also accepts it", one.server),
    µs("  web process on PostgreSQL", one.web),
    µs("  worker on PostgreSQL", one.workers),
    {
      name: "worker on PostgreSQL / server on SQLite, CPU time a delivery",
      value: median(alone),
      unit: "x",
      target: { atMost: 1.3 },
    },
    {
      name: "web process and worker / server on SQLite",
      // The server also accepts the deliveries, so a worker alone has less to do.
      value: median(ratios(together, one.server)),
      unit: "x",
      target: { atMost: 1.3 },
    },
    {
      name: "two workers / one in a burst, whose batches are smaller with two, CPU time a delivery",
      // Each against SQLite in the same round, as they were measured one after the other.
      value: median(shared) / median(alone),
      unit: "x",
    },
  ];
}

async function startSingle(home: string): Promise<Side> {
  const { hub, generator } = await busyHub();
  const port = await freePort();
  const { web, worker } = variablesOf(appAt(hub));
  const server = run(["start"], { ...web, ...worker, SIGNALBOX_HOME: home, PORT: String(port) });
  return begun(hub, generator, [server], port);
}

async function startCluster(
  home: string,
  databaseUrl: string,
): Promise<Side & { addWorker: () => Promise<void> }> {
  const { hub, generator } = await busyHub();
  const app = appAt(hub);
  const { process: web, port } = await startWeb({ app, databaseUrl, home: join(home, "web") });
  const processes = [web];
  const addWorker = async (): Promise<void> => {
    const own = join(home, `worker-${processes.length}`);
    processes.push((await startWorker({ app, databaseUrl, home: own })).process);
  };
  await addWorker();
  return { ...(await begun(hub, generator, processes, port)), addWorker };
}

async function begun(
  hub: Hub,
  generator: LoadGenerator,
  processes: readonly Running[],
  port: number,
): Promise<Side> {
  const [first] = processes;
  if (first !== undefined) await whenStarted(first, port);
  hub.setWebhookUrl(`http://127.0.0.1:${port}${webhookPath}`);
  await whenSettled(port);
  return {
    port,
    generator,
    processes,
    stop: async () => {
      await generator.stop();
      for (const each of processes) await each.stop();
      await hub.close();
    },
  };
}

/** A hub with an installation for each owner, and deliveries about the tasks in them. */
async function busyHub(): Promise<{ readonly hub: Hub; readonly generator: LoadGenerator }> {
  const hub = await startHub({ home: ":memory:", port: 0, seed: seed() });
  // Deliveries are made only for an address.
  hub.setWebhookUrl(nowhere);
  const templates: Template[] = [];
  for (const owner of owners) templates.push(...(await openTasks(hub, tasksOfEach, `${owner}/demo`)));
  return { hub, generator: startLoadGenerator(hub.app.webhookSecret, templates) };
}

function seed(): HubSeed {
  const [demo] = demoSeed.repositories;
  const roles = demo?.roles ?? {};
  return {
    ...demoSeed,
    members: Object.fromEntries(owners.map((owner) => [owner, { maria: "admin" } as const])),
    repositories: owners.map((owner) => ({ ...demo, fullName: `${owner}/demo`, roles })),
    app: { ...demoSeed.app, alsoOn: owners.slice(1) },
  };
}

const appAt = ({ url, app: { id: appId, privateKey, webhookSecret } }: Hub): AppAtHub => ({
  url,
  appId,
  privateKey,
  webhookSecret,
});
