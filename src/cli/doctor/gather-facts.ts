/** Collects from GitHub, the data folder and the running server what the checks need. Changes nothing. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { type Inspection, inspectApp } from "../../github/identity/inspection.ts";
import { listRuns } from "../../harness/records/run-folder.ts";
import { agentAccounts } from "../../protocol/settings/agents/roster.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import type { Environment } from "../../server/composition/environment.ts";
import type { Role } from "../../server/composition/roles.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { folderExplained } from "../../server/maintenance/folder-explained.ts";
import { indexExplained } from "../../server/maintenance/index-explained.ts";
import { readPauses } from "../../server/maintenance/pause-file.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { InspectedStore } from "../../store/shape/inspected-store.ts";
import { inspectStore } from "../../store/sqlite/inspection.ts";
import { checkPages, type PagesCheck } from "../context/check.ts";
import { openCheckout } from "../context/checkout-files.ts";
import { readHostVersion } from "../setup/host-version.ts";
import { readManifest } from "../setup/manifest.ts";
import { configurationIn } from "./configuration.ts";
import type {
  ClusterFound,
  Configuration,
  DoctorFacts,
  FolderSeen,
  ProgramsSeen,
  ServerState,
} from "./facts.ts";

const healthTimeoutMs = 5_000;
const healthShape = z.object({ missing: z.array(z.string()).default([]) });

/** @param role what the process does; guessed from the variables by default */
export async function gatherFacts(environment: Environment, home: string, role?: Role): Promise<DoctorFacts> {
  const configuration = configurationIn(environment, home, role);
  const store = await sentenceOr(() => inspected(environment, home));
  return {
    now: systemClock.now(),
    configuration,
    manifest: readManifest({
      name: undefined,
      webhookUrl: undefined,
      withContents: false,
      withWorkflows: false,
      redirectUrl: "http://127.0.0.1",
      callbackUrls: [],
      homepage: "http://127.0.0.1",
      hostVersion:
        "github" in configuration ? await readHostVersion(configuration.github.baseUrl) : undefined,
    }),
    inspection: await inspect(configuration, typeof store === "object" ? store : undefined),
    folder: folderSeen(home),
    programs: programsSeen(home),
    store,
    pauses: await sentenceOr(() => pausesOf(environment, home)),
    server: await serverSeen(home),
    cluster: await clusterFound(environment, configuration),
    pages: await pagesSeen(environment),
  };
}

async function inspected(environment: Environment, home: string): Promise<InspectedStore | undefined> {
  const url = databaseUrlIn(environment);
  if (url === undefined) return inspectedHere(home);
  const { inspectPostgres } = await import("../../store/postgres/inspection.ts");
  return inspectPostgres(url);
}

/** @throws UserError if the index is damaged, in the way that SQLite notices first */
function inspectedHere(home: string): InspectedStore | undefined {
  try {
    return inspectStore(home);
  } catch (thrown) {
    throw folderExplained(indexExplained(thrown, home), home);
  }
}

async function pausesOf(environment: Environment, home: string): Promise<OwnersPauses> {
  const url = databaseUrlIn(environment);
  if (url === undefined) return readPauses(home);
  const { pausesInDatabase } = await import("../../server/cluster/pauses-for-command.ts");
  return pausesInDatabase(url);
}

async function clusterFound(
  environment: Environment,
  { type }: Configuration,
): Promise<ClusterFound | undefined> {
  const url = databaseUrlIn(environment);
  if (url === undefined) return undefined;
  const { readCluster } = await import("../../server/cluster/cluster-for-command.ts");
  const found = await sentenceOr(() => readCluster(url));
  if (typeof found === "string") return undefined;
  // A single server needs no job queue.
  if (found.processes.length === 0 && type !== "web" && type !== "worker") return undefined;
  const { isJobQueueCurrent } = await import("../../jobs/job-queue.ts");
  return { ...found, queueWasCurrent: await isJobQueueCurrent(url) };
}

async function pagesSeen(environment: Environment): Promise<PagesCheck | undefined> {
  try {
    const checkout = await openCheckout(process.cwd(), environment);
    return await checkPages(checkout, { pages: [], writes: false });
  } catch (thrown) {
    if (thrown instanceof UserError) return undefined;
    throw thrown;
  }
}

function inspect(
  configuration: Configuration,
  store: InspectedStore | undefined,
): Promise<Inspection> | undefined {
  if (!("github" in configuration)) return undefined;
  const { appId, privateKey, baseUrl } = configuration.github;
  const agentsOf = (id: string): readonly string[] => {
    const text = store?.repositories.find((repository) => repository.id === id)?.settings;
    const reading = readSettings(text ?? "");
    return reading.ok ? agentAccounts(reading.settings) : [];
  };
  return inspectApp({ appId, privateKey, baseUrl }, systemClock, agentsOf);
}

function folderSeen(path: string): FolderSeen {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { path, state: "absent", freeBytes: undefined };
  const { bavail, bsize } = statfsSync(path);
  const state = !isWritable(path)
    ? "not writable"
    : (found.mode & 0o077) === 0
      ? "writable"
      : "open to others";
  return { path, state, freeBytes: bavail * bsize };
}

function programsSeen(home: string): ProgramsSeen {
  const newest = listRuns(home, 1).find((run) => run.type === "run");
  const keyFile = join(home, "app.env");
  return {
    newest: newest && { agent: newest.record.agent, at: Date.parse(newest.record.startedAt) },
    keyFile: existsSync(keyFile) ? keyFile : undefined,
  };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function serverSeen(home: string): Promise<ServerState> {
  const contact = readContact(home);
  if (contact === undefined) return { type: "none" };
  const { url } = contact;
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    const health = healthShape.safeParse(await response.json());
    return { type: "answers", url, status: response.status, missing: health.data?.missing ?? [] };
  } catch {
    return { type: "silent", url };
  }
}

/** The value, or the user error that reading it threw, as a sentence. */
async function sentenceOr<T>(read: () => T | Promise<T>): Promise<T | string> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.message;
    throw thrown;
  }
}
