/**
 * The first sync of many repositories by two workers: when it ends, whether every installation gets its share, and how long
 * one with little to do waits meanwhile.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { type Child, startChild } from "../children.ts";
import { processMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { usualSizeOf } from "../part-names.ts";
import { type Running, whenStarted } from "../running.ts";
import { percentile } from "../statistics.ts";
import type { BenchPostgres } from "./postgres.ts";
import { startWeb, startWorker } from "./processes.ts";
import { measureQuietInstallation, type QuietWaits } from "./quiet-installation.ts";
import { counted, type Filled, filled } from "./sync-messages.ts";
import {
  createStalls,
  openProgress,
  type ProgressReader,
  pollSparingly,
  type SyncProgress,
} from "./sync-progress.ts";

const installations = 10;
/** GitHub's, as in the other parts. */
const latencyMs = 150;
const pollMs = 250;
/** With work left, and without any of it done, the sync will not end. */
const stuckMs = 5 * 60_000;

interface Size {
  readonly repositories: number;
  readonly issues: number;
}

interface Synced {
  /** Since the first worker was ready. */
  readonly seconds: { readonly untilRead: number; readonly untilDecided: number };
  readonly requests: number;
  readonly stallMs: number;
  readonly quiet: QuietWaits;
  readonly workers: readonly { readonly processorMs: number; readonly peakMegabytes: number }[];
}

export async function firstSyncFigures(
  postgres: BenchPostgres,
  { folder, isQuick, step, repositories = usualSizeOf(step).repositories, progress }: Run,
): Promise<readonly Figure[]> {
  const size = isQuick ? { repositories: 10, issues: 100 } : { repositories, issues: 1_000 };
  const databaseUrl = await postgres.newIndex();
  const hub = startChild("scale/sync-hub.ts");
  try {
    const filling = { type: "fill", folder, installations, ...size, latencyMs };
    const app = await hub.ask(filling, filled);
    progress(`${size.repositories} repositories of ${size.issues} issues are at the hub`);
    return figuresOf(size, await sync({ databaseUrl, folder, hub, app, size, progress }));
  } finally {
    await hub.stop();
  }
}

interface Syncing {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly hub: Child;
  readonly app: Filled;
  readonly size: Size;
  readonly progress: Run["progress"];
}

async function sync({ databaseUrl, folder, hub, app, size, progress }: Syncing): Promise<Synced> {
  const place = (name: string) => ({ app, databaseUrl, home: join(folder, `sync-${name}`) });
  const reader = await openProgress(databaseUrl);
  const web = await startWeb(place("web"));
  const workers: Running[] = [];
  try {
    await whenStarted(web.process, web.port);
    await hub.ask({ type: "deliver to", url: `http://127.0.0.1:${web.port}${webhookPath}` }, counted);
    let begin = Number.POSITIVE_INFINITY;
    const started = ["worker-1", "worker-2"].map(async (name) => {
      workers.push((await startWorker(place(name))).process);
      begin = Math.min(begin, performance.now());
    });
    await Promise.all(started);
    const done = new AbortController();
    const quiet = measureQuietInstallation(
      { hubUrl: app.hubUrl, token: app.token, installation: app.quietInstallation, progress: reader },
      done.signal,
    );
    const watched = { reader, size, quietInstallation: app.quietInstallation, begin, progress };
    const { stallMs, ...seconds } = await watchUntilDone(watched, [web.process, ...workers]).finally(() =>
      done.abort(),
    );
    const { requests } = await hub.ask({ type: "count" }, counted);
    const spent = workers.map(({ pid }) => ({
      processorMs: processMs(pid),
      peakMegabytes: peakMegabytes(pid),
    }));
    return { seconds, requests, stallMs, quiet: await quiet, workers: spent };
  } finally {
    for (const process of [web.process, ...workers]) await process.stop();
    await reader.close();
  }
}

interface Watched {
  readonly reader: ProgressReader;
  readonly size: Size;
  readonly quietInstallation: number;
  /** When the first worker was ready. */
  readonly begin: number;
  readonly progress: Run["progress"];
}

async function watchUntilDone(
  { reader, size, quietInstallation, begin, progress }: Watched,
  processes: readonly Running[],
): Promise<Synced["seconds"] & { readonly stallMs: number }> {
  const expected = (size.repositories / installations) * size.issues;
  const isDone = ({ issues, unfinished }: SyncProgress): boolean => issues === expected && unfinished === 0;
  const stalls = createStalls(installations, begin);
  const over = new AbortController();
  const seconds = { untilRead: Number.NaN, untilDecided: Number.NaN };
  const reported = { issues: 0 };
  const since = (): number => (performance.now() - begin) / 1_000;
  await pollSparingly(pollMs, over.signal, async () => {
    const found = new Map(await reader.byInstallation());
    found.delete(quietInstallation);
    stalls.record(found, isDone, performance.now());
    const all = [...found.values()];
    const issues = all.reduce((sum, each) => sum + each.issues, 0);
    if (issues === expected * installations && Number.isNaN(seconds.untilRead)) seconds.untilRead = since();
    if (issues - reported.issues >= (expected * installations) / 10) {
      reported.issues = issues;
      const unfinished = all.reduce((sum, each) => sum + each.unfinished, 0);
      const left = `work is left in ${unfinished} repositories`;
      progress(`${issues} issues are in the index after ${Math.round(since())} s, ${left}`);
    }
    const ended = processes.map((each) => each.ended()).find((how) => how !== undefined);
    if (ended !== undefined) throw new Error(`A process ended with ${ended} during the first sync.`);
    if (stalls.current(performance.now()) > stuckMs)
      throw new Error("An installation was not served any more.");
    if (all.length < installations || !all.every(isDone)) return;
    seconds.untilDecided = since();
    const read = await reader.issuesOutside(quietInstallation);
    if (read !== expected * installations) throw new Error(`Only ${read} issues are in the index.`);
    over.abort();
  });
  return { ...seconds, stallMs: stalls.longest() };
}

/** The most memory that it has had; NaN without /proc. */
function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

function figuresOf({ repositories, issues }: Size, synced: Synced): readonly Figure[] {
  const { seconds, requests, stallMs, quiet, workers } = synced;
  const count = repositories * issues;
  const processorMs = workers.reduce((sum, worker) => sum + worker.processorMs, 0);
  const sync = `first sync of ${repositories} repositories of ${issues} issues, two workers`;
  return [
    { name: `${sync}: until all issues are in the index`, value: seconds.untilRead, unit: "s" },
    { name: "  until all of it is decided about", value: seconds.untilDecided, unit: "s" },
    {
      name: "  issues a second, until they are decided about",
      value: count / seconds.untilDecided,
      unit: "/s",
    },
    { name: "  requests to GitHub", value: requests, unit: "" },
    { name: "  CPU time of the workers, an issue", value: (processorMs * 1_000) / count, unit: "µs" },
    {
      name: "  peak memory of a worker",
      value: Math.max(...workers.map((worker) => worker.peakMegabytes)),
      unit: "MB",
    },
    {
      name: "  longest time in which an installation with work got no further",
      value: stallMs / 1_000,
      unit: "s",
      target: { atMost: 15 },
    },
    {
      name: "  quiet installation: longest time until a tenure began",
      value: quiet.longestDue,
      unit: "s",
      target: { atMost: 5 },
    },
    {
      name: "  the same: longest time until a delivery was processed",
      value: quiet.oldestDelivery,
      unit: "s",
    },
    {
      name: `  the same: task opened until it is labelled, p50 of ${quiet.labelled.length}`,
      value: percentile(quiet.labelled, 0.5),
      unit: "s",
    },
    { name: "  the same, longest", value: Math.max(...quiet.labelled), unit: "s" },
  ];
}
