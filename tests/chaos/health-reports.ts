/** Whether `/health` of the web processes reports an outage of PostgreSQL in time. */
import { setTimeout as wait } from "node:timers/promises";
import type { RunEvent } from "./faults.ts";
import type { System } from "./system.ts";

/** The response of `/health` of a web process, and when it came. */
export interface HealthReport {
  readonly at: number;
  readonly text: string;
}

const reportedWithinMs = 15_000;
/** Not the phrase about a machine whose clock differs from PostgreSQL's. */
const outage = /PostgreSQL (?:unavailable|could not be read)/;
const pollEveryMs = 500;
const answersWithinMs = 5_000;

/** Asks all web processes until `signal` aborts. */
export async function watchHealth(system: System, signal: AbortSignal): Promise<readonly HealthReport[]> {
  const reports: HealthReport[] = [];
  const ask = async (url: string): Promise<void> => {
    const text = await healthAt(url);
    if (reportsOutage(text)) reports.push({ at: Date.now(), text });
  };
  while (!signal.aborted) {
    const webs = system.alive("web").filter(({ url }) => url() !== "");
    await Promise.all(webs.map(({ url }) => ask(url())));
    await wait(pollEveryMs, undefined, { signal }).catch(() => {});
  }
  return reports;
}

/** @param text the response of `/health` */
export function reportsOutage(text: string): boolean {
  return outage.test(text);
}

/** Empty if the process was killed meanwhile. */
async function healthAt(url: string): Promise<string> {
  try {
    return await (await fetch(`${url}/health`, { signal: AbortSignal.timeout(answersWithinMs) })).text();
  } catch {
    return "";
  }
}

/** @param endedAt when watching ended */
export function unreportedOutages(
  reports: readonly HealthReport[],
  faults: readonly Pick<RunEvent, "kind" | "at">[],
  endedAt: number,
): readonly string[] {
  const killed = faults.filter(
    ({ kind, at }) => kind === "PostgreSQL killed" && at + reportedWithinMs < endedAt,
  );
  const missed = killed.filter(
    (each) => !reports.some(({ at }) => at >= each.at && at <= each.at + reportedWithinMs),
  );
  return missed.map(
    ({ at }) => `no web process reported the outage of PostgreSQL at ${new Date(at).toISOString()}`,
  );
}
