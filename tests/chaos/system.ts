/**
 * The system under test: the hub with two installations, PostgreSQL with fsync, two web processes and three workers, with
 * proxies between them.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { labelsToMake } from "../../src/protocol/label.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import type { Migration } from "../../src/store/postgres/database/migrate.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { type Cluster, newCluster } from "../support/postgres.ts";
import { createFenceTriggers, queryRows, workerPrefix } from "./fence-triggers.ts";
import { type GitHubProxy, startGitHubProxy } from "./github-proxy.ts";
import { type LoadBalancer, startLoadBalancer } from "./load-balancer.ts";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy.ts";
import type { PreviousRelease } from "./previous-release.ts";
import {
  bareEnvironment,
  type Release,
  type Role,
  type ServerProcess,
  signalbox,
  startServerProcess,
} from "./server-process.ts";

export const repositories = ["acme/demo", "globex/demo"] as const;

/** A process with its proxies to PostgreSQL and to GitHub. */
export interface ClusterProcess extends ServerProcess {
  readonly release: Release;
  readonly postgresProxy: PostgresProxy;
  /** Used by workers only: a web process asks GitHub only on behalf of people who sign in. */
  readonly githubProxy: GitHubProxy;
}

export interface SystemOptions {
  readonly webs?: number;
  readonly workers?: number;
  /** Size of a separate disk for PostgreSQL, in megabytes. */
  readonly diskMb?: number;
  /** Creates the schema, and runs all processes until `migrate`, and until others are added. */
  readonly previous?: PreviousRelease | undefined;
  /** Workers reach the hub under an address other than loopback, so that they keep to GitHub's rate limits. */
  readonly isPaced?: boolean;
  /** A folder whose files name the durable steps at which a worker kills itself (`self-killing-worker.ts`). */
  readonly killSteps?: string;
}

export interface AddOptions {
  /** This one if omitted. */
  readonly release?: Release | undefined;
  /** How far its wall clock is ahead; negative if it is behind. */
  readonly aheadMs?: number;
}

export interface System {
  readonly hub: Hub;
  readonly postgres: Cluster;
  readonly loadBalancer: LoadBalancer;
  readonly as: (login: string, repository: string) => Actor;
  /** The processes of a role that have not ended, including suspended ones. */
  readonly alive: (role: Role) => readonly ClusterProcess[];
  /** All processes that were ever started. */
  readonly processes: () => readonly ClusterProcess[];
  /** Starts another process; it may not be ready yet. */
  readonly add: (role: Role, options?: AddOptions) => Promise<ClusterProcess>;
  /** Migrates to this release, as an operator does. */
  readonly migrate: () => Promise<Pick<Migration, "from" | "to">>;
  /** Whether the migration to this release keeps the previous one from running. */
  readonly isPreviousExcluded: () => boolean;
  /** How many errors all processes have logged, and the distinct messages. */
  readonly errors: () => { readonly count: number; readonly kinds: readonly string[] };
  /** Runs `signalbox` as an operator on the machine of a web process. */
  readonly command: (...argv: readonly string[]) => Promise<string>;
  /** Stops everything. Resolves to the names of the processes that had to be killed. */
  readonly close: () => Promise<readonly string[]>;
}

/** As many users of PostgreSQL as a long run starts processes. */
const users = 2_000;

/** Both reach this machine. For the second, workers keep to the rate limits of GitHub. */
const [loopback, anyAddress] = ["127.0.0.1", "0.0.0.0"];

const run = promisify(execFile);
const selfKillingWorker = fileURLToPath(new URL("self-killing-worker.ts", import.meta.url));

export async function startSystem({
  webs = 2,
  workers = 3,
  diskMb,
  previous,
  isPaced = false,
  killSteps,
}: SystemOptions = {}): Promise<System> {
  const postgres = await newCluster({ syncs: true, diskMb });
  const hub = await startHub({ home: ":memory:", port: 0, seed: seed() });
  slowDown(hub);
  const programs = { this: signalbox, previous: previous?.program ?? signalbox };
  const first: Release = previous === undefined ? "this" : "previous";
  await prepare(postgres.url, programs[first]);
  const initial = await schemaIn(postgres.url);
  let isExcluded = false;
  const processes: ClusterProcess[] = [];
  const settings = settingsFor(hub);
  const alive = (role: Role) => processes.filter((each) => each.role === role && each.isAlive());
  let started = 0;

  const add = async (
    role: Role,
    { aheadMs = 0, release = "this" }: AddOptions = {},
  ): Promise<ClusterProcess> => {
    const name = `${role}_${++started}`;
    const postgresProxy = await startPostgresProxy(`${postgres.folder}/.s.PGSQL.5432`);
    const githubProxy = await startGitHubProxy(hub.url);
    const killsItself = role === "worker" && killSteps !== undefined;
    const server = startServerProcess(role, name, killsItself ? selfKillingWorker : programs[release], {
      ...settings[role],
      ...(killsItself ? { KILL_AT_STEPS_IN: killSteps } : {}),
      ...(role === "worker" ? { GHE_HOST: `${isPaced ? anyAddress : loopback}:${githubProxy.port}` } : {}),
      ...(aheadMs === 0 ? {} : skewedClock(aheadMs)),
      DATABASE_URL: `postgresql://${name}@127.0.0.1:${postgresProxy.port}/postgres`,
    });
    const added = { ...server, release, postgresProxy, githubProxy };
    processes.push(added);
    return added;
  };

  const command = async (...argv: readonly string[]): Promise<string> => {
    const [web] = alive("web");
    const env = { ...bareEnvironment, SIGNALBOX_HOME: web?.home ?? "" };
    return (await run(process.execPath, [signalbox, ...argv], { env })).stdout;
  };

  const loadBalancer = await startLoadBalancer(() =>
    alive("web").flatMap((web) => (web.url() === "" ? [] : web.url())),
  );
  hub.setWebhookUrl(`${loadBalancer.url}${webhookPath}`);
  const close = async (): Promise<readonly string[]> => {
    const running = processes.filter((each) => each.isAlive());
    const ended = await Promise.all(running.map(async (each) => ((await each.stop()) ? [] : each.name)));
    loadBalancer.close();
    for (const { postgresProxy, githubProxy } of processes) {
      postgresProxy.close();
      githubProxy.close();
    }
    await hub.close();
    postgres.server().kill("SIGQUIT");
    postgres.freeDisk();
    return ended.flat();
  };
  try {
    const roles: readonly Role[] = [...Array(webs).fill("web"), ...Array(workers).fill("worker")];
    for (const role of roles) await add(role, { release: first });
    await Promise.all(processes.map(({ whenUp }) => whenUp));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    hub,
    postgres,
    loadBalancer,
    add,
    command,
    close,
    alive,
    isPreviousExcluded: () => isExcluded,
    migrate: async () => {
      await migrate(postgres.url, signalbox);
      const { version, needs } = await schemaIn(postgres.url);
      isExcluded = needs > initial.version;
      return { from: initial.version, to: version };
    },
    processes: () => processes,
    as: (login, repository) => actorOf(hub.url, hub.tokenOf(login), login, repository),
    errors: () => errorsIn(processes.flatMap((each) => each.errors())),
  };
}

function seed(): HubSeed {
  const [demo] = demoSeed.repositories;
  const roles = demo?.roles ?? {};
  const labels = labelsToMake();
  return {
    ...demoSeed,
    members: { acme: { maria: "admin" }, globex: { maria: "admin" } },
    repositories: repositories.map((fullName) => ({
      fullName,
      roles,
      labels,
      files: { "README.md": "#\n" },
    })),
    app: { ...demoSeed.app, alsoOn: ["globex"] },
  };
}

/** Requests of the App take from 100 to 300 ms. */
function slowDown({ faults }: Hub): void {
  const match = { login: "signalbox[bot]" };
  for (const [path, ms] of [
    ["^/", 100],
    ["^/graphql$", 50],
    ["^/repos/", 200],
  ] as const)
    faults.add({ on: "request", match: { ...match, path }, effect: { kind: "slow", ms } });
}

async function prepare(url: string, program: string): Promise<void> {
  const names = Array.from({ length: users }, (_, at) => at + 1);
  const roles = names.flatMap((n) => [`web_${n}`, `${workerPrefix}${n}`]);
  await queryRows(url, roles.map((name) => `CREATE ROLE ${name} SUPERUSER LOGIN`).join(";"));
  await migrate(url, program);
  await createFenceTriggers(url);
}

const schema = z.tuple([z.object({ version: z.number(), needs: z.number() })]);

async function schemaIn(url: string): Promise<z.infer<typeof schema>[0]> {
  const query = "SELECT version, needs_schema AS needs FROM schema_step ORDER BY version DESC LIMIT 1";
  return schema.parse(await queryRows(url, query))[0];
}

async function migrate(url: string, program: string): Promise<void> {
  await run(process.execPath, [program, "migrate"], { env: { ...bareEnvironment, DATABASE_URL: url } });
}

function settingsFor({ app, url }: Hub): Readonly<Record<Role, Readonly<Record<string, string>>>> {
  const common = { APP_ID: String(app.id), GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http" };
  const web = { WEBHOOK_SECRET: app.webhookSecret, SESSION_KEY: randomBytes(32).toString("hex") };
  return { web: { ...common, ...web }, worker: { ...common, PRIVATE_KEY: app.privateKey } };
}

function skewedClock(aheadMs: number): Readonly<Record<string, string>> {
  const module = new URL("skewed-clock.ts", import.meta.url);
  return { NODE_OPTIONS: `--import=${module}`, CLOCK_AHEAD_MS: String(aheadMs) };
}

function errorsIn(lines: readonly string[]): { readonly count: number; readonly kinds: readonly string[] } {
  return { count: lines.length, kinds: [...new Set(lines.map(messageOf))] };
}

function messageOf(line: string): string {
  const message = /"msg":"([^"]*)"/.exec(line)?.[1];
  const cause = /"message":"([^"]*)"/.exec(line)?.[1];
  return message === undefined ? line.slice(0, 200) : `${message}: ${cause ?? ""}`;
}
