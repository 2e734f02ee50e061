/**
 * The queue of installations that have work, on pg-boss: at most one job for each installation. pg-boss gives jobs to
 * workers, and takes them back when a worker's heartbeats stop. A job carries no state: what is due, and when, is in our
 * own tables, so a job that was lost is sent again.
 */
import { type Db, type Job, PgBoss } from "pg-boss";
import { z } from "zod";
import type { Millis } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { InstallationId } from "../engine/model/fact.ts";

/** A job that pg-boss gave to this process: it may take the installation. */
export interface TenureJob {
  readonly installationId: InstallationId;
  readonly jobId: string;
  /** Which attempt at the job it is. Commands for an earlier attempt have no effect. */
  readonly attempt: number;
}

/** Runs SQL in the caller's transaction. */
export type Transaction = Db;

/** A worker also takes jobs back from workers that died; a web process only sends jobs. */
export type ProcessRole = "worker" | "web";

/** Without a heartbeat for this long, pg-boss gives the job to another worker. This is the minimum that it accepts. */
export const heartbeatTimeoutMs: Millis = 10_000;

const queue = "tenure";
const jobsSchema = "signalbox_jobs";

/** At most one job for each installation. pg-boss cannot change the policy of an existing queue. */
const policy = "exclusive";
/** No delay before a retry: after a crash, an installation would stay unserved until it ends, even if it is woken. */
const queueOptions = {
  heartbeatSeconds: heartbeatTimeoutMs / 1_000,
  retryLimit: 2_147_483_647,
  retryDelay: 0,
  retryBackoff: false,
  // Longer than any tenure: minutes, or three hours for a long request. A crash is detected by heartbeats, not by this.
  expireInSeconds: 4 * 60 * 60,
  deleteAfterSeconds: 60,
} as const;

/** Creates or updates pg-boss's tables and the queue. Several processes may call it at the same time. */
export async function migrateJobQueue(url: string): Promise<void> {
  await withBoss(url, true, async (boss) => {
    await boss.createQueue(queue, { policy, ...queueOptions });
    // Another release may have created it with other options.
    await boss.updateQueue(queue, queueOptions);
  });
}

/** Whether pg-boss's tables and the queue are as this release needs them. Changes nothing. */
export async function isJobQueueCurrent(url: string): Promise<boolean> {
  try {
    return await withBoss(url, false, async (boss) => {
      const { success, data } = queueShape.safeParse(await boss.getQueue(queue));
      return success && Object.entries(queueOptions).every(([name, value]) => data[name] === value);
    });
  } catch {
    return false;
  }
}

const queueShape = z.record(z.string(), z.unknown());

async function withBoss<T>(url: string, migrate: boolean, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobsSchema,
    max: 1,
    application_name: "signalbox migrate",
    supervise: false,
    schedule: false,
    migrate,
  });
  boss.on("error", () => {});
  try {
    await boss.start();
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

export interface JobQueueOptions {
  readonly db: Db;
  /** For heartbeats alone, so that they wait for nothing else. Its statements must time out after a few seconds. */
  readonly heartbeatDb: Db;
  readonly role: ProcessRole;
  /** Called with errors of background work. */
  readonly onError: (error: unknown) => void;
}

/** The version of pg-boss's tables. pg-boss works with exactly one. */
export const tablesVersion = 43;

function explainRefusal(found: number | null, error: string): string {
  return found === null || found <= tablesVersion
    ? `The tables of the job queue cannot be used (${error}). Run \`signalbox migrate\` with this release.`
    : `The tables of the job queue are a newer release's (version ${found} of pg-boss's tables; this release works with ${tablesVersion}). Start that release.`;
}

/** @throws UserError if the tables are missing, or another release's */
export async function openJobQueue({ db, heartbeatDb, role, onError }: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    db,
    schema: jobsSchema,
    migrate: false,
    schedule: false,
    supervise: role === "worker",
    // With the defaults of 60, it would take a minute and a half to notice a killed worker.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 60,
  });
  boss.on("error", onError);
  try {
    await boss.start();
    if ((await boss.getQueue(queue)) === null) throw new Error("pg-boss has no queue for them");
  } catch (thrown) {
    await boss.stop({ graceful: false });
    // Any other error comes from PostgreSQL, which may only be unavailable: the caller retries.
    if (!messageOf(thrown).startsWith("pg-boss ")) throw thrown;
    const version = await boss.schemaVersion().catch(() => null);
    throw new UserError(explainRefusal(version, messageOf(thrown)));
  }
  return new JobQueue(boss, heartbeatDb, onError);
}

export class JobQueue {
  readonly #boss: PgBoss;
  readonly #heartbeatDb: Db;
  readonly #onError: JobQueueOptions["onError"];

  constructor(boss: PgBoss, heartbeatDb: Db, onError: JobQueueOptions["onError"]) {
    this.#boss = boss;
    this.#heartbeatDb = heartbeatDb;
    this.#onError = onError;
  }

  async send(installations: readonly InstallationId[]): Promise<void> {
    const jobs = installations.map((id) => ({ singletonKey: String(id), data: { installation: id } }));
    if (jobs.length > 0) await this.#boss.insert(queue, jobs);
  }

  async fetch(limit: number): Promise<readonly TenureJob[]> {
    const found = (await this.#boss.fetch(queue, { batchSize: limit })).map(readJob);
    // An invalid job must not keep the others from being served. Its installation is still due, so a job is sent again.
    for (const { id, retryCount, installation } of found)
      if (installation === undefined) {
        this.#onError(new Error(`the job ${id} names no installation`));
        await this.#boss.complete(queue, [{ id, retryCount }]).catch(this.#onError);
      }
    return found.flatMap(({ id, retryCount, installation }) =>
      installation === undefined ? [] : { installationId: installation, jobId: id, attempt: retryCount },
    );
  }

  /** A heartbeat. Resolves to the jobs that are still ours; undefined if pg-boss does not say. */
  async touch(jobs: readonly TenureJob[], within?: Transaction): Promise<ReadonlySet<string> | undefined> {
    if (jobs.length === 0) return new Set();
    const db = within ?? this.#heartbeatDb;
    return readSettled(await this.#boss.touch(queue, jobs.map(referToJob), { db }));
  }

  /** Resolves to whether the job was still ours. */
  async complete(job: TenureJob, within: Transaction): Promise<boolean> {
    const settled = readSettled(await this.#boss.complete(queue, [referToJob(job)], null, { db: within }));
    return settled?.has(job.jobId) === true;
  }

  stop(): Promise<void> {
    return this.#boss.stop({ graceful: false });
  }
}

const data = z.object({ installation: z.number().int().min(0) });
const given = z.object({ id: z.string(), retryCount: z.number(), data: data.optional().catch(undefined) });

/** Reads a job that another release, or a person, may have sent. */
function readJob(job: Job<unknown>) {
  const { id, retryCount, data: named } = given.parse(job);
  return { id, retryCount, installation: named?.installation };
}

function referToJob({ jobId, attempt }: TenureJob): { readonly id: string; readonly retryCount: number } {
  return { id: jobId, retryCount: attempt };
}

const answer = z.object({ settled: z.array(z.string()).nullish() });

function readSettled(response: unknown): ReadonlySet<string> | undefined {
  const { settled } = answer.parse(response);
  return settled == null ? undefined : new Set(settled);
}
