/** A hub with two installations, a PostgreSQL that syncs, two web processes and three workers, and what is between. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { labelsToMake } from "../../src/protocol/label.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { type Cluster, newCluster } from "../support/postgres.ts";
import { type Forwarder, startForwarder } from "./forwarder.ts";
import { bareEnvironment, type Member, type Role, signalbox, startMember } from "./members.ts";
import { ask, watchFences, workerPrefix } from "./watch.ts";

export const repositories = ["acme/demo", "globex/demo"] as const;

export interface Stage {
  readonly hub: Hub;
  readonly cluster: Cluster;
  readonly forwarder: Forwarder;
  readonly as: (login: string, repository: string) => Actor;
  /** Those that live, whether they run or stand still. */
  readonly members: (role: Role) => readonly Member[];
  /** Starts another one; it may not be up yet. */
  readonly add: (role: Role) => Member;
  /** How many errors all of them have logged, and the first of each kind. */
  readonly errors: () => { readonly count: number; readonly kinds: readonly string[] };
  /** Runs `signalbox` as an operator on the machine of a web process. */
  readonly command: (...argv: readonly string[]) => Promise<string>;
  /** Resolves to the names of those that had to be forced. */
  readonly close: () => Promise<readonly string[]>;
}

const [webs, workers] = [2, 3];
/** Users of PostgreSQL for as many processes as a long run starts. */
const users = 2_000;

const run = promisify(execFile);

export async function openStage(): Promise<Stage> {
  const cluster = await newCluster({ syncs: true });
  const hub = await startHub({ home: ":memory:", port: 0, seed: seed() });
  slowDown(hub);
  await prepare(cluster.url);
  const all: Member[] = [];
  const settings = settingsFor(hub);
  const alive = (role: Role) => all.filter((each) => each.role === role && each.isAlive());
  let born = 0;

  const add = (role: Role): Member => {
    const name = `${role}_${++born}`;
    const databaseUrl = cluster.url.replace("postgres@", `${name}@`);
    const member = startMember(role, name, { ...settings[role], DATABASE_URL: databaseUrl });
    all.push(member);
    return member;
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
    await hub.close();
    cluster.server().kill("SIGQUIT");
    return ended.flat();
  };
  try {
    const first = [...Array(webs).fill("web"), ...Array(workers).fill("worker")].map(add);
    await Promise.all(first.map(({ whenUp }) => whenUp));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    ...{ hub, cluster, forwarder, add, command, close },
    members: alive,
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

async function prepare(url: string): Promise<void> {
  const names = Array.from({ length: users }, (_, at) => at + 1);
  const roles = names.flatMap((n) => [`web_${n}`, `${workerPrefix}${n}`]);
  await ask(url, roles.map((name) => `CREATE ROLE ${name} SUPERUSER LOGIN`).join(";"));
  const env = { ...bareEnvironment, DATABASE_URL: url };
  await run(process.execPath, [signalbox, "migrate"], { env });
  await watchFences(url);
}

function settingsFor({ app, url }: Hub): Readonly<Record<Role, Readonly<Record<string, string>>>> {
  const common = { APP_ID: String(app.id), GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http" };
  const web = { WEBHOOK_SECRET: app.webhookSecret, SESSION_KEY: randomBytes(32).toString("hex") };
  return { web: { ...common, ...web }, worker: { ...common, PRIVATE_KEY: app.privateKey } };
}

function errorsIn(lines: readonly string[]): { readonly count: number; readonly kinds: readonly string[] } {
  return { count: lines.length, kinds: [...new Set(lines.map(wordsOf))] };
}

function wordsOf(line: string): string {
  const message = /"msg":"([^"]*)"/.exec(line)?.[1];
  const cause = /"message":"([^"]*)"/.exec(line)?.[1];
  return message === undefined ? line.slice(0, 200) : `${message}: ${cause ?? ""}`;
}
