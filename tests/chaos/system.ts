/** A hub with two installations, a PostgreSQL that syncs, two web processes and three workers, and what is between. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { labelsToMake } from "../../src/protocol/label.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import type { Migration } from "../../src/store/postgres/database/migrate.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { type Cluster, newCluster } from "../support/postgres.ts";
import { type Door, startDoor } from "./door.ts";
import { type Forwarder, startForwarder } from "./forwarder.ts";
import { bareEnvironment, type Member, type Release, type Role, signalbox, startMember } from "./members.ts";
import type { PreviousRelease } from "./previous-release.ts";
import { type Relay, startRelay } from "./relay.ts";
import { ask, watchFences, workerPrefix } from "./watch.ts";

export const repositories = ["acme/demo", "globex/demo"] as const;

/** A process, and its ways to PostgreSQL and to GitHub. */
export interface Player extends Member {
  readonly release: Release;
  readonly postgres: Relay;
  /** Of a worker; a web process goes to GitHub as people only. */
  readonly github: Door;
}

export interface StageOptions {
  readonly webs?: number;
  readonly workers?: number;
  /** PostgreSQL gets a disk of its own of so many megabytes. */
  readonly diskMb?: number;
  /** Makes the schema and the processes; `migrate` and what is added as "this" follow. */
  readonly previous?: PreviousRelease | undefined;
  /** Workers reach the hub under an address that is not called loopback, so they keep GitHub's pace. */
  readonly isPaced?: boolean;
}

export interface AddOptions {
  /** This one unless it says otherwise. */
  readonly release?: Release | undefined;
  /** How far its wall clock is ahead; negative if it is behind. */
  readonly aheadMs?: number;
}

export interface Stage {
  readonly hub: Hub;
  readonly cluster: Cluster;
  readonly forwarder: Forwarder;
  readonly as: (login: string, repository: string) => Actor;
  /** Those that live, whether they run or stand still. */
  readonly members: (role: Role) => readonly Player[];
  /** All that ever were, by name. */
  readonly everybody: () => readonly Player[];
  /** Starts another one; it may not be up yet. */
  readonly add: (role: Role, options?: AddOptions) => Promise<Player>;
  /** Migrates to this release, as an operator does. */
  readonly migrate: () => Promise<Migration>;
  /** Whether the migration to this release keeps the previous one from running. */
  readonly isPreviousExcluded: () => boolean;
  /** How many errors all of them have logged, and the first of each kind. */
  readonly errors: () => { readonly count: number; readonly kinds: readonly string[] };
  /** Runs `signalbox` as an operator on the machine of a web process. */
  readonly command: (...argv: readonly string[]) => Promise<string>;
  /** Resolves to the names of those that had to be forced. */
  readonly close: () => Promise<readonly string[]>;
}

/** Users of PostgreSQL for as many processes as a long run starts. */
const users = 2_000;

/** Both lead to this machine. Only the first is one of the addresses under which a worker expects the hub. */
const [loopback, anyAddress] = ["127.0.0.1", "0.0.0.0"];

const run = promisify(execFile);

export async function openStage({
  webs = 2,
  workers = 3,
  diskMb,
  previous,
  isPaced = false,
}: StageOptions = {}): Promise<Stage> {
  const cluster = await newCluster({ syncs: true, diskMb });
  const hub = await startHub({ home: ":memory:", port: 0, seed: seed() });
  slowDown(hub);
  const programs = { this: signalbox, previous: previous?.program ?? signalbox };
  const first: Release = previous === undefined ? "this" : "previous";
  await prepare(cluster.url, programs[first]);
  const made = await schemaIn(cluster.url);
  let isExcluded = false;
  const all: Player[] = [];
  const settings = settingsFor(hub);
  const alive = (role: Role) => all.filter((each) => each.role === role && each.isAlive());
  let born = 0;

  const add = async (role: Role, { aheadMs = 0, release = "this" }: AddOptions = {}): Promise<Player> => {
    const name = `${role}_${++born}`;
    const postgres = await startRelay(`${cluster.folder}/.s.PGSQL.5432`);
    const github = await startDoor(hub.url);
    const member = startMember(role, name, programs[release], {
      ...settings[role],
      ...(role === "worker" ? { GHE_HOST: `${isPaced ? anyAddress : loopback}:${github.port}` } : {}),
      ...(aheadMs === 0 ? {} : wrongClock(aheadMs)),
      DATABASE_URL: `postgresql://${name}@127.0.0.1:${postgres.port}/postgres`,
    });
    const player = { ...member, release, postgres, github };
    all.push(player);
    return player;
  };

  const command = async (...argv: readonly string[]): Promise<string> => {
    const [web] = alive("web");
    const env = { ...bareEnvironment, SIGNALBOX_HOME: web?.home ?? "" };
    return (await run(process.execPath, [signalbox, ...argv], { env })).stdout;
  };

  const forwarder = await startForwarder(() =>
    alive("web").flatMap((web) => (web.url() === "" ? [] : web.url())),
  );
  hub.setWebhookUrl(`${forwarder.url}${webhookPath}`);
  const close = async (): Promise<readonly string[]> => {
    const living = all.filter((each) => each.isAlive());
    const ended = await Promise.all(living.map(async (each) => ((await each.stop()) ? [] : each.name)));
    forwarder.close();
    for (const { postgres, github } of all) {
      postgres.close();
      github.close();
    }
    await hub.close();
    cluster.server().kill("SIGQUIT");
    cluster.freeDisk();
    return ended.flat();
  };
  try {
    const roles: readonly Role[] = [...Array(webs).fill("web"), ...Array(workers).fill("worker")];
    for (const role of roles) await add(role, { release: first });
    await Promise.all(all.map(({ whenUp }) => whenUp));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    ...{ hub, cluster, forwarder, add, command, close },
    members: alive,
    isPreviousExcluded: () => isExcluded,
    migrate: async () => {
      await migrate(cluster.url, signalbox);
      const { version, needs } = await schemaIn(cluster.url);
      isExcluded = needs > made.version;
      return { from: made.version, to: version };
    },
    everybody: () => all,
    as: (login, repository) => actorOf(hub.url, hub.tokenOf(login), login, repository),
    errors: () => errorsIn(all.flatMap((each) => each.errors())),
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

/** Requests of the App take from 50 to 250 ms. */
function slowDown({ faults }: Hub): void {
  const match = { login: "signalbox[bot]" };
  for (const [path, ms] of [
    ["^/", 50],
    ["^/graphql$", 100],
    ["^/repos/", 200],
  ] as const)
    faults.add({ on: "request", match: { ...match, path }, effect: { kind: "slow", ms } });
}

async function prepare(url: string, program: string): Promise<void> {
  const names = Array.from({ length: users }, (_, at) => at + 1);
  const roles = names.flatMap((n) => [`web_${n}`, `${workerPrefix}${n}`]);
  await ask(url, roles.map((name) => `CREATE ROLE ${name} SUPERUSER LOGIN`).join(";"));
  await migrate(url, program);
  await watchFences(url);
}

const schema = z.tuple([z.object({ version: z.number(), needs: z.number() })]);

async function schemaIn(url: string): Promise<z.infer<typeof schema>[0]> {
  const query = "SELECT version, needs_schema AS needs FROM schema_step ORDER BY version DESC LIMIT 1";
  return schema.parse(await ask(url, query))[0];
}

async function migrate(url: string, program: string): Promise<void> {
  await run(process.execPath, [program, "migrate"], { env: { ...bareEnvironment, DATABASE_URL: url } });
}

function settingsFor({ app, url }: Hub): Readonly<Record<Role, Readonly<Record<string, string>>>> {
  const common = { APP_ID: String(app.id), GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http" };
  const web = { WEBHOOK_SECRET: app.webhookSecret, SESSION_KEY: randomBytes(32).toString("hex") };
  return { web: { ...common, ...web }, worker: { ...common, PRIVATE_KEY: app.privateKey } };
}

function wrongClock(aheadMs: number): Readonly<Record<string, string>> {
  const module = new URL("wrong-clock.ts", import.meta.url);
  return { NODE_OPTIONS: `--import=${module}`, WRONG_CLOCK_AHEAD_MS: String(aheadMs) };
}

function errorsIn(lines: readonly string[]): { readonly count: number; readonly kinds: readonly string[] } {
  return { count: lines.length, kinds: [...new Set(lines.map(wordsOf))] };
}

function wordsOf(line: string): string {
  const message = /"msg":"([^"]*)"/.exec(line)?.[1];
  const cause = /"message":"([^"]*)"/.exec(line)?.[1];
  return message === undefined ? line.slice(0, 200) : `${message}: ${cause ?? ""}`;
}
