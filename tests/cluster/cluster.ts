/** PostgreSQL, the hub, two web processes, two workers and one address for them, on this machine. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { UserError } from "../../src/base/errors.ts";
import { readSettingsFile } from "../../src/cli/settings-file.ts";
import { startForwarder } from "./forwarder.ts";
import { type Member, startMember } from "./member.ts";
import { homeIn, type PlannedProcess, portsFrom, processesOf } from "./plan.ts";
import { findPrograms, type PostgresPlace, prepare, startOf, urlOf } from "./postgres.ts";

const run = promisify(execFile);
const launcher = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));

export interface ClusterOptions {
  readonly folder: string;
  readonly port: number;
  readonly say: (text: string) => void;
  /** How long a process that died stays away. */
  readonly awayMs: number;
}

export interface Cluster {
  readonly databaseUrl: string;
  readonly members: readonly { readonly planned: PlannedProcess; readonly member: Member }[];
  readonly stop: () => Promise<void>;
}

/** What `--fresh` removes: all that a cluster makes, and nothing else in the folder. */
const made = ["postgres", "secrets.json", "home", "web-2", "worker-1", "worker-2", "logs", "env.sh"];

export function forget(folder: string): void {
  for (const name of made) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

/** @throws UserError that says what is missing or in the way; what was started by then is stopped */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return { ...(await start(options, (each) => void stops.push(each))), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function start(
  options: ClusterOptions,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Omit<Cluster, "stop">> {
  const { folder, port, awayMs } = options;
  const programs = findPrograms(process.env.PATH ?? "");
  const ports = portsFrom(port);
  await requireFree([ports.door, ports.hub, ports.postgres, ...ports.web, ...ports.workers]);
  mkdirSync(join(folder, "logs"), { recursive: true });
  const { sessionKey, password } = secretsIn(folder);
  const place = { programs, data: join(folder, "postgres"), port: ports.postgres, password };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const begin = async (member: Parameters<typeof startMember>[0]): Promise<Member> => {
    const begun = await startMember(member);
    onStop(begun.stop);
    return begun;
  };
  const common = { env, say: options.say };

  const databaseUrl = await startPostgres(place, (member) => begin({ ...common, ...member }), folder);
  await run(process.execPath, [launcher, "migrate"], { env: { ...env, DATABASE_URL: databaseUrl } });
  const home = homeIn(folder);
  const webhook = `http://127.0.0.1:${ports.door}/api/github/webhooks`;
  await begin({
    ...common,
    name: "hub",
    program: process.execPath,
    stopBy: "SIGTERM",
    log: logOf(folder, "hub"),
    words: [launcher, "hub", "--home", home, "--hub-port", String(ports.hub), "--webhook", webhook],
    isReady: async () => existsSync(join(home, "hub-app.env")) && (await isOpen(ports.hub)),
  });
  const door = await startForwarder(ports.door, ports.web);
  onStop(door.close);
  const app = readSettingsFile(join(home, "hub-app.env"));
  const plan = processesOf({ folder, port, inherited: env, databaseUrl, sessionKey, app });
  const starts = plan.map(async (planned) => ({
    planned,
    member: await startMember({
      ...common,
      name: planned.name,
      program: process.execPath,
      stopBy: "SIGTERM" as const,
      awayMs,
      words: [launcher, "start", "--role", planned.role],
      env: planned.env,
      log: logOf(folder, planned.name),
      isReady: () => answersReady(planned.port),
    }),
  }));
  // If one does not start, those that do have to be stopped.
  onStop(async () => {
    const begun = (await Promise.allSettled(starts)).flatMap((each) => ("value" in each ? [each.value] : []));
    await Promise.all(begun.map(({ member }) => member.stop()));
  });
  const members = await Promise.all(starts);
  return { databaseUrl, members };
}

const logOf = (folder: string, name: string): string => join(folder, "logs", `${name}.log`);

type WithoutCommon = Omit<Parameters<typeof startMember>[0], "env" | "say">;

async function startPostgres(
  place: PostgresPlace,
  begin: (member: WithoutCommon) => Promise<Member>,
  folder: string,
): Promise<string> {
  prepare(place);
  const admin = urlOf(place, "postgres");
  await begin({
    ...startOf(place),
    name: "PostgreSQL",
    stopBy: "SIGINT",
    log: logOf(folder, "postgres"),
    isReady: () => told(admin, "SELECT 1"),
  });
  // It is there from the second start on.
  await told(admin, "CREATE DATABASE signalbox ENCODING 'UTF8' TEMPLATE template0");
  return urlOf(place, "signalbox");
}

/** Whether PostgreSQL took it. */
async function told(url: string, sql: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(sql);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

interface Secrets {
  readonly sessionKey: string;
  readonly password: string;
}

/** Made once, so that sessions and the database outlive a stop. */
function secretsIn(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  if (!existsSync(path)) {
    const random = (): string => randomBytes(24).toString("hex");
    writeFileSync(path, JSON.stringify({ sessionKey: random(), password: random() }), { mode: 0o600 });
  }
  const { sessionKey, password } = JSON.parse(readFileSync(path, "utf8"));
  return { sessionKey: String(sessionKey), password: String(password) };
}

async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (!isFree)
      throw new UserError(
        `Port ${port} is in use, perhaps by another cluster. Stop what uses it, or choose others: npm run cluster -- --port ${port + 1000}`,
      );
  }
}

async function isOpen(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

async function answersReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
