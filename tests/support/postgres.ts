/**
 * PostgreSQL for tests: a cluster in a folder of its own, with a socket of its own. The first test of a process that
 * needs it starts it, and it ends with the process, however that ends.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { onTestFinished } from "vitest";
import { migrate } from "../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../src/store/postgres/database/pool.ts";
import { type EmptiedIndex, emptiedIndex } from "./emptied-index.ts";
import { findPrograms, noPostgres } from "./postgres-programs.ts";

const run = promisify(execFile);

const programs = findPrograms();

export { noPostgres };

export interface Cluster {
  /** Connects to the database that every cluster has. */
  readonly url: string;
  readonly folder: string;
  readonly server: () => ChildProcess;
  /** Starts the server again after it was stopped or killed. */
  readonly start: () => Promise<void>;
  /** Gives back a disk of its own, which would outlast a process that is killed. */
  readonly freeDisk: () => void;
}

/** With a database that has the schema: copying it takes a tenth of the time of making its tables. */
const template = "signalbox_template";

let shared: Promise<Cluster> | undefined;

/** Indexes that tests have returned and that are as new. */
const free: EmptiedIndex[] = [];

async function sharedCluster(): Promise<Cluster> {
  const cluster = await newCluster({ syncs: false });
  await execute(cluster.url, `CREATE DATABASE ${template}`);
  const pool = openPool(databaseAt(cluster.url, template), { max: 1, name: "tests", onLost: () => {} });
  await migrate(pool);
  await pool.end();
  return cluster;
}

function databaseAt(url: string, name: string): string {
  return url.replace("/postgres?", `/${name}?`);
}

/** A new database without tables, dropped after the test. It does not sync: a test that kills PostgreSQL needs its own cluster. */
export async function newDatabase(): Promise<string> {
  const { url, drop } = await copyDatabase("template1");
  onTestFinished(drop);
  return url;
}

/**
 * A database with an empty index, for this test alone. It may have been another test's before: making and dropping a
 * database takes much longer than most tests that need one.
 */
export async function newIndex(): Promise<string> {
  const index = free.pop() ?? (await reusable());
  onTestFinished(async () => {
    if (await index.empty(renaming)) free.push(index);
    else await index.drop();
  });
  return index.url;
}

async function reusable(): Promise<EmptiedIndex> {
  const database = await copyDatabase(template);
  await execute(database.url, renaming);
  return emptiedIndex(database);
}

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export interface TestIndex extends TestDatabase {
  /** Replaces it with an empty index, at the same URL. */
  readonly lose: () => Promise<void>;
  /** Backs it up as docs/postgresql.md describes. Resolves to a function that restores it in place, once no server uses it. */
  readonly backUp: () => Promise<() => Promise<void>>;
}

/** A new database with an empty index, which the caller drops. */
export async function makeIndex(): Promise<TestIndex> {
  const { url, drop, empty } = await reusable();
  const lose = async (): Promise<void> => {
    if (!(await empty(renaming))) throw new Error("The test has changed more than the index's rows.");
  };
  return { url, drop, lose, backUp: () => backUp({ url, drop }) };
}

async function backUp({ url, drop }: TestDatabase): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-dump-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "signalbox.dump");
  await run(join(programs ?? "", "pg_dump"), ["--format=custom", `--file=${file}`, url]);
  return async () => {
    await drop();
    const [, name = ""] = /\/(\w+)\?/.exec(url) ?? [];
    await execute(
      url.replace(`/${name}?`, "/postgres?"),
      `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`,
    );
    await run(join(programs ?? "", "pg_restore"), ["--no-owner", `--dbname=${url}`, file]);
    await execute(url, renaming);
  };
}

/** A copied index has the name of its original: cursors of one would count in the other. */
const renaming = "UPDATE epoch SET id = 'n' || substr(md5(random()::text), 1, 6)";

async function copyDatabase(original: string): Promise<TestDatabase> {
  shared ??= sharedCluster();
  const { url } = await shared;
  const name = `test_${process.pid}_${++databases}`;
  await execute(url, `CREATE DATABASE ${name} TEMPLATE ${original}`);
  return {
    url: databaseAt(url, name),
    drop: () => execute(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The rows that a query gives, as JSON, for tests that cannot wait. */
export function rowsOf(url: string, query: string): unknown {
  return JSON.parse(ask(url, `SELECT coalesce(json_agg(row_to_json(found)), '[]') FROM (${query}) AS found`));
}

/** Runs a statement, for tests that cannot wait. */
export function change(url: string, sql: string): void {
  ask(url, sql);
}

/** Everything that its tables have, as text; bytes in hexadecimal digits. */
export function textOf(url: string): string {
  return ask(
    url,
    `SET xmlbinary = hex; SELECT string_agg(query_to_xml(format('SELECT * FROM %I', relname), true, true, '')::text, '')
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
}

function ask(url: string, sql: string): string {
  const words = ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url];
  return execFileSync(join(programs ?? "", "psql"), words, { maxBuffer: 1e9 }).toString();
}

let databases = 0;

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export interface ClusterOptions {
  readonly syncs: boolean;
  /** Size of a separate disk in memory, in megabytes. It is mounted, which takes root. */
  readonly diskMb?: number | undefined;
}

/** Starts a cluster, which ends with this process. The caller stops one that it does not need for so long. */
export async function newCluster({ syncs, diskMb }: ClusterOptions): Promise<Cluster> {
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "signalbox-pg-"));
  if (diskMb !== undefined) mount(folder, diskMb);
  let isMounted = diskMb !== undefined;
  const asUser = asPostgresUser(folder);
  process.once("exit", () => {
    if (isMounted) unmount(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const data = join(folder, "data");
  const [command = "", ...rest] = [...asUser, join(programs, "initdb")];
  await run(command, [
    ...rest,
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    // Not that of the columns, as on most servers: a comparison that depends on the locale is seen.
    "--locale=C.UTF-8",
    "-N",
  ]);
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    "shared_buffers=64MB",
    "autovacuum_naptime=1s",
    "log_min_messages=fatal",
    ...(syncs ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ].flatMap((setting) => ["-c", setting]);
  let server: ChildProcess | undefined;
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;
  const launch = (): void => {
    const [program = "", ...words] = [...asUser, join(programs, "postgres")];
    server = spawn(program, [...words, "-D", data, ...settings], { stdio: "ignore" });
    server.unref();
  };
  const start = (): Promise<void> => {
    launch();
    // One that was killed leaves processes, and until the last has gone a new one refuses to start.
    return whenAnswering(url, () => {
      if (server?.exitCode !== null) launch();
    });
  };
  await start();
  const freeDisk = (): void => {
    if (isMounted) unmount(folder);
    isMounted = false;
  };
  return { url, folder, start, freeDisk, server: () => server ?? spawnFailed() };
}

function mount(folder: string, sizeMb: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m`, "tmpfs", folder], { stdio: "pipe" });
}

/** At once for those who look for it, and in fact when the last process has closed its files. */
function unmount(folder: string): void {
  execFileSync("umount", ["--lazy", folder], { stdio: "pipe" });
}

/** Why tests that need a disk of their own are skipped; undefined if they run. */
export function noMount(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-mount-"));
  try {
    mount(folder, 1);
    unmount(folder);
    return undefined;
  } catch {
    return "A disk of its own takes root, who may mount";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawnFailed(): never {
  throw new Error("The cluster was never started.");
}

/** The command prefix that starts a program as the user `postgres`, since PostgreSQL refuses root, and ends it with this process. */
function asPostgresUser(folder: string): readonly string[] {
  const together = ["setpriv", "--pdeathsig", "QUIT"];
  if (process.getuid?.() !== 0) return together;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("postgres:"));
  const [, , uid = "", gid = ""] = (line ?? "").split(":");
  chownSync(folder, Number(uid), Number(gid));
  return [...together, "--reuid", uid, "--regid", gid, "--clear-groups"];
}

/** Resolves once it answers. @param onAway called after each failed attempt */
async function whenAnswering(url: string, onAway: () => void): Promise<void> {
  const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
  try {
    for (let attempt = 0; ; attempt++)
      try {
        await pool.query("SELECT 1");
        return;
      } catch (thrown) {
        if (attempt === 600) throw thrown;
        onAway();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  } finally {
    await pool.end();
  }
}

/** A copy of a database, as a process that was killed at this moment left it. */
export async function copyOf(url: string): Promise<string> {
  const from = /\/(\w+)\?/.exec(url)?.[1] ?? "";
  const name = `${from}_copy_${++databases}`;
  const admin = url.replace(`/${from}?`, "/postgres?");
  // A database that others are connected to cannot be copied, and a store reconnects automatically.
  await execute(admin, `ALTER DATABASE ${from} WITH ALLOW_CONNECTIONS false`);
  try {
    await execute(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
    await execute(admin, `CREATE DATABASE ${name} TEMPLATE ${from}`);
  } finally {
    await execute(admin, `ALTER DATABASE ${from} WITH ALLOW_CONNECTIONS true`);
  }
  onTestFinished(() => execute(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return admin.replace("/postgres?", `/${name}?`);
}
